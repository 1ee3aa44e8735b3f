// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/snapshots.h"

#include <filesystem>
#include <utility>

namespace fdr::tools {

Result<std::vector<std::string>> Snapshots::Start(Background& background) {
  std::vector<std::string> written;
  for (RingTape& tape : ring_.Tapes()) {
    const Result<std::string> base = names_.Next();
    if (!base) return Fail(base.error());
    written.push_back((std::filesystem::path(directory_) / *base).lexically_normal().string());
    background.Start([tape = std::move(tape), base = *base, name = written.back()] {
      return tape.WriteTo(base, name);
    });
  }
  return written;
}

}  // namespace fdr::tools
