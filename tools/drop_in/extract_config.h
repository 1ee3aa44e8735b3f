// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The configuration of pmlogextract (-c): metrics, and instances of them.
//
//   kernel.all.cpu                        a metric, or all below a name
//   disk.dev.read ["sda", 3]  disk.all    some instances, by name or number

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/extract/chosen_values.h"
#include "fdr/archive/metadata/metadata.h"

namespace fdr::tools {

struct ExtractSpec {
  std::string_view metric;
  std::vector<std::variant<InstanceId, std::string_view>> instances = {};  ///< empty: all
  std::size_t line = 1;  ///< as PCP's program counts: that of the word behind a metric
};

/// Calls `take` with each choice, which borrows from the text.  An error has the line as its
/// offset.
Result<void> ReadExtractSpecs(std::string_view text,
                              const std::function<void(const ExtractSpec&)>& take);

/// Reads the file.  Warns of what the archives do not have; metrics stays empty if they have none.
/// False after a message.
bool ReadExtractConfig(const std::string& file, const Metadata& metadata, ChosenValues& chosen);

}  // namespace fdr::tools
