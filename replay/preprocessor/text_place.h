// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Places in files that people write, and complaints about them:
//
//     config.default:3: expected msec, sec, min or hour
//     log mandatory on 1 parsec { hinv.ncpu }
//                        ^ -- here

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr {

/// A line of a file, as people count: from 1.
struct TextPlace {
  std::string file;
  std::uint32_t line = 0;

  std::string Text() const { return file + ":" + std::to_string(line); }

  friend bool operator==(const TextPlace&, const TextPlace&) = default;
};

/// Points at `at`, an index into the line's text, of which not more is shown than fits a screen.
Error ErrorAt(const TextPlace& place, std::string_view line, std::size_t at,
              std::string_view complaint);

}  // namespace fdr
