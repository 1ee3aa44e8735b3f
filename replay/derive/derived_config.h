// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Files of derived metrics, with lines of "name = expression".  The other kinds of lines:
// docs/guide/derived.md.

#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/replay/derive/derived_table.h"

namespace fdr {

/// Whether a file may give a metric that name: parts of letters, digits and underscores, each
/// beginning with a letter, with dots in between.
bool IsDerivedName(std::string_view name, DeriveRules rules);

/// Called with each complaint in PCP's words: whole lines.  "[FILE:LINE] " begins the first one.
using DerivedComplaints = std::function<void(const std::string&)>;

/// How the lines in complaints are numbered.
enum class LineNumbers : std::uint8_t {
  kOfFile,
  /// As PCP 6 does: a text in quotes over several lines counts as a line less, and a complaint
  /// about it has the number of its last line.
  kOfPcp6,
};

/// Adds the definitions in the text of a file, and returns their number.  Leaves out wrong
/// definitions with a complaint.
std::size_t ReadDerivedConfig(std::string_view text, const std::string& file, DerivedTable& table,
                              const DerivedComplaints& complain,
                              LineNumbers numbers = LineNumbers::kOfFile);

enum class IfMissing : std::uint8_t { kFail, kSkip };

/// Reads files, and all files in and below directories: "PATH:PATH:...".  An unreadable path is
/// skipped, or is an error; definitions before the error stay.
Result<std::size_t> LoadDerivedConfig(std::string_view paths, IfMissing if_missing,
                                      DerivedTable& table, const DerivedComplaints& complain,
                                      LineNumbers numbers = LineNumbers::kOfFile);

}  // namespace fdr
