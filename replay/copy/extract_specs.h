// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The language in which pmlogextract -c and fdr copy -c choose metrics, and instances of them.
//
//   kernel.all.cpu                        a metric, or all below a name
//   disk.dev.read ["sda", 3]  disk.all    some instances, by name or number

#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <variant>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"

namespace fdr {

/// By number, name, or first word of the name.
using ExtractInstance = std::variant<InstanceId, std::string_view>;

struct ExtractSpec {
  std::string_view metric;
  std::vector<ExtractInstance> instances = {};  ///< empty: all
  std::size_t own_line = 1;                     ///< of the metric
  std::size_t line = 1;  ///< as PCP's program counts: that of the word behind the metric
};

/// How many bytes a configuration may have.
inline constexpr std::size_t kMostExtractConfig = 16 << 20;

/// Calls `take` with each choice, which borrows from the text.  An error has the line as its
/// offset.
Result<void> ReadExtractSpecs(std::string_view text,
                              const std::function<void(const ExtractSpec&)>& take);

}  // namespace fdr
