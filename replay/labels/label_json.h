// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Labels in the JSON that programs write; see pmLookupLabels(3).
//
//   {"a": 1, "b": {"c": "x", "d": [1, 2]}}    the labels a, b.c and b.d

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fdr {

struct JsonLabel {
  std::string name;
  std::string value;  ///< without white space
  bool is_compound = false;
  /// How many characters PCP compares with a name that is not compound: as many as the last part of
  /// the name has.
  std::size_t compared = 0;
  std::size_t name_at = 0;   ///< the last part of the name, in the text
  std::size_t value_at = 0;  ///< in the text
};

bool HaveSameName(const JsonLabel& a, const JsonLabel& b);

/// Ascending by name.  For an incomplete text, returns the complete labels; nothing if the text is
/// wrong.
std::optional<std::vector<JsonLabel>> ParseLabels(std::string_view text);

}  // namespace fdr
