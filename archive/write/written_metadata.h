// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The present content of a .meta file, as far as its writer needs it to avoid repetitions and
// contradictions.

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
  /// Notes a written record.
  void Take(Version version, const MetadataRecord& record);
  /// The same for a record of a domain, if the members that it leaves are at hand.
  void TakeMembers(Timestamp stored, InDomId indom, bool is_delta, const InstanceList& members);

  const Desc* FindDesc(MetricId id) const;
  /// The metric with this name.
  std::optional<MetricId> FindName(std::string_view name) const;
  /// Null without a record of this domain.
  const Membership* FindMembers(InDomId indom) const;
  /// A domain whose members are lost (Membership::is_lost()), if there is one.
  std::optional<InDomId> FindLostDomain() const;
  /// Whether the last record for the same object has the same content.
  bool Says(Version version, const LabelSetRecord& record) const;
  bool Says(const TextRecord& record) const;
  /// The last stamp, as stored.
  std::optional<Timestamp> last_stamp() const { return last_stamp_; }

 private:
  // By level or kind, and identifier: the content's hash.
  using Contents = std::unordered_map<std::uint64_t, std::size_t>;

  std::unordered_map<MetricId, Desc> metrics_;
  std::unordered_map<std::size_t, MetricId> names_;  // by their hashes
  std::unordered_map<InDomId, Membership> indoms_;
  Contents labels_;
  Contents texts_;
  std::optional<Timestamp> last_stamp_;
};

}  // namespace fdr
