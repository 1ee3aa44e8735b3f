// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a .meta file says by now, as far as its writer must know so as to repeat and to contradict
// nothing.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "fdr/archive/base/value.h"
#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/write/membership.h"

namespace fdr {

/// Memory follows the metadata: descriptors, the present members of each domain, and a few bytes
/// for each name, each text and each set of labels.  A plain value.
class WrittenMetadata {
 public:
  /// A record was written.  Of the members of a domain nothing is known then: see SetMembers().
  void Take(Version version, const MetadataRecord& record);
  /// ... these: ascending by identifier.
  void SetMembers(InDomId indom, const InstanceList& members);

  const Desc* FindDesc(MetricId id) const;
  /// The metric of that name.
  std::optional<MetricId> FindName(std::string_view name) const;
  /// Nothing if there is no record of that domain.
  const Membership* FindMembers(InDomId indom) const;
  /// Whether the last record about the same thing says the same.
  bool Says(Version version, const LabelSetRecord& record) const;
  bool Says(const TextRecord& record) const;
  /// As stored.
  std::optional<Timestamp> last_stamp() const { return last_stamp_; }

 private:
  struct Domain {
    Membership members;
    Timestamp stamp;
    bool is_delta = false;
  };
  // By level or kind, and identifier: the content's hash.
  using Contents = std::unordered_map<std::uint64_t, std::size_t>;

  std::unordered_map<MetricId, Desc> metrics_;
  std::unordered_map<std::size_t, MetricId> names_;  // by their hashes
  std::unordered_map<InDomId, Domain> indoms_;
  Contents labels_;
  Contents texts_;
  std::optional<Timestamp> last_stamp_;
};

}  // namespace fdr
