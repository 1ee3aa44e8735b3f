// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An archive as the input of a fuzz target: .meta, .index, then the volumes.  Each file has its
// length (two bytes) in front.

#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/tests/fuzz/fuzz_directory.h"

namespace fdr::fuzz {

inline void WriteFiles(ByteReader& in, const std::string& base) {
  const char* const names[] = {".meta", ".index", ".0", ".1", ".2"};
  for (const char* name : names) {
    const std::string path = base + name;
    if (in.remaining() < 2) {
      std::filesystem::remove(path);
      continue;
    }
    const std::uint16_t length = in.U16();
    const Bytes content = in.Take(std::min<std::size_t>(length, in.remaining()));
    std::ofstream(path, std::ios::binary | std::ios::trunc) << AsText(content);
  }
}

}  // namespace fdr::fuzz
