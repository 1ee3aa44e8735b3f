// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Places in files that users write, and complaints about these places:
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

/// A line of a file; lines count from 1.
struct TextPlace {
  std::string file;
  std::uint32_t line = 0;

  std::string Text() const { return file + ":" + std::to_string(line); }

  friend bool operator==(const TextPlace&, const TextPlace&) = default;
};

/// An error with a caret at `at`, an index into the text of the line.  If the line is long, only a
/// part that fits a screen is shown.
Error ErrorAt(const TextPlace& place, std::string_view line, std::size_t at,
              std::string_view complaint);

}  // namespace fdr
