// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The options of pmlogextract.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/options/window_option.h"

namespace fdr::tools {

struct ExtractOptions {
  std::string config;            ///< -c; "" without it
  bool keeps_parts = false;      ///< -d: keep what was written when an error occurred
  bool zone_of_first = false;    ///< -f
  bool marks_always = false;     ///< -m
  WindowOptions window = {};     ///< -S, -T, -Z, -z
  std::uint64_t records = 0;     ///< -s; 0: all
  bool has_records = false;      ///< -s was given
  int version = 0;               ///< -V; 0: that of the inputs
  std::uint64_t volume = 0;      ///< -v, in records; 0: one volume
  bool daily = false;            ///< -w
  bool drops_conflicts = false;  ///< -x
  std::vector<std::string> inputs = {};
  std::string output = {};
};

/// Nothing if the program ends with status 1: all is said.
std::optional<ExtractOptions> ReadExtractOptions(int argc, char** argv);

}  // namespace fdr::tools
