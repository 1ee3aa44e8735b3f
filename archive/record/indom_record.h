// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances of a domain at a time: all of them, or the changes.  See docs/format/metadata.md.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"

namespace fdr {

/// Which records say how an instance domain changes.
enum class DomainRecords {
  /// All members each time.  All releases of PCP read such archives, joined ones, too.
  kFull,
  /// All members at first, then differences; in version 2, as kFull.  Smaller where few of many
  /// instances change.  docs/format/metadata.md says what PCP 6.0.3 makes of them.
  kDeltas,
};

/// PCP's tools accept the first word of an instance's name as its name: "000548" of "000548 python3
/// report.py".
inline std::string_view FirstWordOf(std::string_view name) {
  return name.substr(0, name.find(' '));
}

/// In a full record every entry is an instance.  In a delta record an entry is a new instance or,
/// with `deleted`, a removed one.
struct InDomEntry {
  InstanceId id = 0;
  std::uint32_t name_offset = 0;  ///< within the string table; kDeletedOffset
  std::string_view name;          ///< without its NUL

  static constexpr std::uint32_t kDeletedOffset = 0xffffffff;
  bool deleted() const { return name_offset == kDeletedOffset; }
};

/// Borrows names and string table from the decoded bytes.
struct InDomRecord {
  Timestamp stamp;
  InDomId indom;
  bool is_delta = false;
  std::vector<InDomEntry> entries;
  std::string_view strings;

  /// `body` is a metadata record's body, after the type word.  An error for negative instances,
  /// offsets outside the table, names without a NUL, and names that together are longer than 16
  /// times the body (they may overlap).
  static Result<InDomRecord> Decode(Version version, bool is_delta, Bytes body);
  void Encode(Version version, ByteBuffer& out) const;
};

/// Collects instances into a record as current writers lay it out: names in entry order, back to
/// back.
class InDomBuilder {
 public:
  void Add(InstanceId id, std::string_view name);
  void Delete(InstanceId id);

  /// Call once.  The record borrows its names from this builder, which must outlive the record
  /// unchanged.
  InDomRecord Build(Timestamp stamp, InDomId indom, bool is_delta);

 private:
  std::vector<InDomEntry> entries_;  // names are filled in by Build
  std::string strings_;
};

}  // namespace fdr
