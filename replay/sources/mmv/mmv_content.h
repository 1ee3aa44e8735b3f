// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a file of memory mapped values holds, apart from the values themselves.  The layout of a
// file never changes once the file is finished, so its content is decoded once.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/units.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/record/labelset_record.h"
#include "fdr/replay/sources/mmv/mmv_defect.h"

namespace fdr::mmv {

struct Header {
  std::int32_t version = 0;
  std::uint64_t generation = 0;  ///< of a finished file: when it was made, never 0
  std::uint32_t flags = 0;       ///< a sum of Flag
  std::int32_t process = 0;
  std::uint32_t cluster = 0;  ///< that the writer wishes; 0: any
};

struct Instance {
  InstanceId id = 0;
  std::string_view name;
};

/// A part of a vector.
struct Slice {
  std::uint32_t first = 0, count = 0;
};

struct Indom {
  std::uint32_t serial = 0;  ///< 1 to kMaxSerial
  Slice instances;           ///< ascending by identifier
  std::optional<std::string_view> short_text, long_text;
};

/// Where a value is.
struct ValuePlace {
  InstanceId instance = kSingular;
  std::uint32_t entry = 0;  ///< in the section of values
};

struct Metric {
  std::string_view name;  ///< without its prefix
  std::uint32_t item = 0;
  Type type = Type::kNoSupport;  ///< k64 of an interval
  bool is_elapsed = false;       ///< an interval
  Semantics semantics = Semantics::kInstant;
  Units units;
  std::uint32_t serial = 0;  ///< of its instance domain; 0: none
  std::optional<std::string_view> short_text, long_text;
  Slice values;
};

struct Label {
  LabelLevel level = LabelLevel::kCluster;
  std::uint32_t object = 0;  ///< the item of a metric, or the serial of an instance domain
  InstanceId instance = kSingular;
  bool is_optional = false;
  std::string_view json;  ///< {"name":value}
};

/// A stretch of the file.
struct Stretch {
  std::uint64_t offset = 0, size = 0;
};

/// Borrows the bytes that it was decoded from.
struct Content {
  Header header;
  std::vector<Indom> indoms;
  std::vector<Instance> instances;
  std::vector<Metric> metrics;
  std::vector<ValuePlace> values;
  std::vector<Label> labels;
  Stretch value_section;
  Stretch value_strings;  ///< has the strings of all values

  std::span<const Instance> InstancesOf(const Indom& indom) const {
    return std::span(instances).subspan(indom.instances.first, indom.instances.count);
  }
  std::span<const ValuePlace> ValuesOf(const Metric& metric) const {
    return std::span(values).subspan(metric.values.first, metric.values.count);
  }
  /// nullptr without such a domain.
  const Indom* IndomOf(std::uint32_t serial) const;
};

/// The header alone, whether or not the rest makes sense.
Result<Header> DecodeHeader(Bytes file, const DefectSink& sink);

/// Decodes a whole file.  Every defect goes to the sink: those that are survived, and the one that
/// the file is refused for, which is also the error.  Memory follows the size of the file.
Result<Content> DecodeContent(Bytes file, const DefectSink& sink);

}  // namespace fdr::mmv
