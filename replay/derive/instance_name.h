// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which instance a name in brackets means: x[sda], x[1 minute], x[24864].

#pragma once

#include <string_view>

#include "fdr/archive/record/indom_record.h"

namespace fdr {

/// Whether two numbers are equal but for zeros in front: a process is found by its number, 548.
inline bool IsSameNumber(std::string_view a, std::string_view b) {
  const auto digits_of = [](std::string_view text) {
    const bool is_number =
        !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    const std::size_t first = text.find_first_not_of('0');
    if (!is_number) return std::string_view();
    return first == std::string_view::npos ? text.substr(text.size() - 1) : text.substr(first);
  };
  return !digits_of(a).empty() && digits_of(a) == digits_of(b);
}

}  // namespace fdr
