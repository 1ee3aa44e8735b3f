// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Builds files of memory mapped values by hand, field by field, as docs/format/mmv.md describes
// them.  It uses no writer, so tests can compare the writers with it.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/byte_order.h"

namespace fdr::test {

struct MappedInstance {
  std::int32_t id = 0;
  std::string name;
};

struct MappedIndom {
  std::uint32_t serial = 1;
  std::vector<MappedInstance> instances = {};
  std::string short_text = {}, long_text = {};
};

struct MappedValue {
  std::uint64_t bits = 0;
  std::int64_t extra = 0;
  std::optional<std::int32_t> instance = {};
  std::string text = {};  ///< of a string
};

struct MappedMetric {
  std::string name;
  std::uint32_t item = 1;
  std::int32_t type = 3;       ///< an unsigned number of 64 bits
  std::int32_t semantics = 1;  ///< a counter
  std::uint32_t units = 0;
  std::uint32_t serial = 0;
  std::vector<MappedValue> values = {MappedValue{}};
  std::string short_text = {}, long_text = {};
};

struct MappedLabel {
  std::uint32_t flags = 8, object = 0;
  std::int32_t instance = -1;
  std::string json;
};

struct ToyMmv {
  std::int32_t version = 1;
  std::uint64_t generation = 77;
  std::uint32_t flags = 0;
  std::int32_t process = 0;
  std::int32_t cluster = 0;
  std::vector<MappedIndom> indoms = {};
  std::vector<MappedMetric> metrics = {};
  std::vector<MappedLabel> labels = {};

  ByteBuffer Build() const;
};

/// Where the first section of a type begins, and its entry in the table of contents.
std::size_t SectionOf(const ByteBuffer& file, std::uint32_t type);
std::size_t TocEntryOf(const ByteBuffer& file, std::uint32_t type);

/// Stores a field in the byte order of the host.
template <class T>
void Put(ByteBuffer& file, std::size_t at, T value) {
  std::memcpy(file.data() + at, &value, sizeof value);
}

}  // namespace fdr::test
