// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Configuration files that are only in memory.

#pragma once

#include <map>
#include <string>

#include "fdr/replay/preprocessor/preprocessor.h"

namespace fdr::test {

using TextFiles = std::map<std::string, std::string>;

/// A reader of these files, which it borrows.
inline TextFileReader ReaderOf(const TextFiles& files) {
  return [&files](const std::string& path) -> Result<std::string> {
    const auto file = files.find(path);
    if (file == files.end()) return Fail(Errc::kNotFound, "no such file", path);
    return file->second;
  };
}

}  // namespace fdr::test
