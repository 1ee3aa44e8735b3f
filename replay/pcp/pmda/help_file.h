// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Help texts of an agent, in the files that newhelp(1) makes: docs/format/agent-files.md.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr::pmda {

/// The bit in identifiers of instance domains that distinguishes them from metrics.
inline constexpr std::uint32_t kInDomBit = 0x80000000;

class HelpFile {
 public:
  /// The contents of NAME.dir and NAME.pag.
  static Result<HelpFile> Decode(std::string_view directory, std::string texts,
                                 const std::string& name);

  /// Null if there is no entry.  The text ends with a zero byte, and lives as long as this object.
  const char* Find(std::uint32_t id, bool one_line) const;

 private:
  struct Entry {
    std::uint32_t id, one_line, help;  // the texts begin there
  };

  std::vector<Entry> entries_;  // ascending
  std::string texts_;
};

}  // namespace fdr::pmda
