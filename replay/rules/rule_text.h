// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The text of a file of rules, and complaints about places in it:
//
//     load.rules:3:17: an arithmetic expression is expected behind >
//     some_inst disk > -> print "%i"
//                      ^ -- here

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr {

/// A line and a column, both from 1.
struct RulePlace {
  std::size_t line = 1, column = 1;
};

class RuleText {
 public:
  RuleText(std::string file, std::string text);

  const std::string& file() const { return file_; }
  std::string_view text() const { return text_; }

  RulePlace PlaceOf(std::size_t offset) const;
  /// kInvalidArgument, with a caret below the character at `offset`.
  tl::unexpected<Error> Complain(std::size_t offset, std::string_view complaint) const;

 private:
  std::size_t LineOf(std::size_t offset) const;

  std::string file_, text_;
  std::vector<std::size_t> line_starts_ = {0};
};

}  // namespace fdr
