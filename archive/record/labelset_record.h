// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Label sets: name-value pairs attached to a level of the hierarchy.  See docs/format/metadata.md.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"

namespace fdr {

class ByteReader;
class ByteWriter;

enum class LabelLevel : std::uint32_t {
  kContext = 1,
  kDomain = 2,
  kInDom = 4,
  kCluster = 8,
  kItem = 16,
  kInstances = 32,
};

constexpr bool IsKnown(LabelLevel level) {
  switch (level) {
    case LabelLevel::kContext:
    case LabelLevel::kDomain:
    case LabelLevel::kInDom:
    case LabelLevel::kCluster:
    case LabelLevel::kItem:
    case LabelLevel::kInstances:
      return true;
  }
  return false;
}

/// The identifier in label sets of the whole context.
inline constexpr std::uint32_t kContextId = 0xffffffff;

inline constexpr std::uint32_t kLabelCompound = 64;  ///< the name is a dotted path; a hint only
inline constexpr std::uint32_t kLabelOptional = 128;

/// The limits of the format for one set.
inline constexpr std::size_t kMaxLabelJson = 65535;  ///< bytes
inline constexpr std::size_t kMaxLabels = 255;

/// Where a label's name and value stand in the JSON text of its set.
struct LabelEntry {
  std::uint16_t name_offset = 0;
  std::uint8_t name_length = 0;
  std::uint8_t flags = 0;  ///< a LabelLevel, with kLabelCompound and kLabelOptional
  std::uint16_t value_offset = 0;
  std::uint16_t value_length = 0;

  static constexpr std::size_t kSize = 8;  ///< as stored
  static LabelEntry Read(ByteReader& in);
  void Write(ByteWriter& out) const;
};

struct LabelSet {
  InstanceId instance = kSingular;
  std::string_view json;
  /// As stored: a negative number is an error code, with no entries.  Encode() counts the entries,
  /// and uses this member only if there are no entries.
  std::int32_t count = 0;
  std::vector<LabelEntry> entries;

  /// The leaf name and the value as written in the JSON; empty if an entry points outside the JSON.
  std::string_view Name(const LabelEntry& entry) const;
  std::string_view Value(const LabelEntry& entry) const;
};

/// Borrows the JSON from the decoded bytes.
struct LabelSetRecord {
  Timestamp stamp;
  std::uint32_t level = 0;  ///< a LabelLevel; old writers left flag bits in it, others garbage
  std::uint32_t id =
      0;  ///< of the domain, cluster, metric or instance domain; all ones for a context
  std::vector<LabelSet> sets;

  /// `body` is a metadata record's body, after the type word.
  static Result<LabelSetRecord> Decode(Version version, Bytes body);
  void Encode(Version version, ByteBuffer& out) const;
};

}  // namespace fdr
