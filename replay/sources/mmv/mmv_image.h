// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Lays out a file of memory mapped values, as PCP's library does.  See docs/format/mmv.md.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"

namespace fdr::mmv {

struct NewInstance {
  InstanceId id = 0;
  std::string name;
};

struct NewIndom {
  std::uint32_t serial = 0;
  std::vector<NewInstance> instances;
  std::optional<std::string> short_text, long_text;
};

struct NewMetric {
  std::string name;
  std::uint32_t item = 0;
  std::int32_t type = 0;
  std::int32_t semantics = 0;
  std::uint32_t units = 0;   ///< the word that Units::ToWord() makes
  std::uint32_t serial = 0;  ///< of its instance domain; 0, or all ones: none
  std::optional<std::string> short_text, long_text;
};

struct NewLabel {
  std::uint32_t flags = 0;
  std::uint32_t object = 0;
  InstanceId instance = kSingular;
  std::string json;
};

struct NewFile {
  std::uint64_t generation = 0;
  std::uint32_t flags = 0;
  std::int32_t process = 0;
  std::int32_t cluster = 0;
  std::vector<NewIndom> indoms;
  std::vector<NewMetric> metrics;
  std::vector<NewLabel> labels;
};

struct Image {
  ByteBuffer bytes;  ///< the second generation is still 0
  /// The offset of each value: first those of the first metric, in the order of its instances, then
  /// those of the next.
  std::vector<std::uint64_t> value_offsets;
};

/// The lowest version that can hold the file.  kInvalidArgument for a name or a label that is empty
/// or too long, and for a metric whose domain is missing.  Longer help texts are cut.
Result<Image> LayOut(const NewFile& file);

/// Where the second generation is, which makes a file valid.
inline constexpr std::uint64_t kFinishedAt = 16;

}  // namespace fdr::mmv
