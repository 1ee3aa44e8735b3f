// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Labels as programs write them: JSON objects, see pmLookupLabels(3).
//
//   {"a": 1, "b": {"c": "x", "d": [1, 2]}}    the labels a, b.c and b.d

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fdr::pmapi {

struct JsonLabel {
  std::string name;
  std::string value;  ///< without white space
  bool is_compound = false;
  /// How much of the name PCP looks at when it asks whether a name that is not compound is the
  /// same: as many characters as the last part has.
  std::size_t compared = 0;
};

bool HaveSameName(const JsonLabel& a, const JsonLabel& b);

/// Ascending by name.  Of a text that breaks off, what was complete by then.  None where it is
/// wrong.
std::optional<std::vector<JsonLabel>> ParseLabels(std::string_view text);

}  // namespace fdr::pmapi
