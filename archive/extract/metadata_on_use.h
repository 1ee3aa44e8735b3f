// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metadata of an extract: those that its data records need, each in front of the first record
// that needs it, with the stamp of that record.
//
//   input    domain{1}@10   domain{1,2}@20   domain{1,2,3}@30
//   records       15 (no value of the domain)   22   35
//   extract       15   domain{1,2}@22 22   domain{1,2,3}@35 35

#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

/// A set of labels that is about to be written.
struct LabelsOnUse {
  const LabelHistory& history;
  std::size_t place = 0;     ///< in the history
  Timestamp stamp;           ///< of the data record that needs it
  bool with_domain = false;  ///< behind a record of its instance domain, if that has any
};

/// Remembers what was written.  Borrows the metadata.  One thread at a time.
class MetadataOnUse {
 public:
  /// `version` is that of the extract.
  MetadataOnUse(const Metadata& metadata, Version version);

  /// Gets each set of labels.
  void OnLabels(std::function<void(const LabelsOnUse&)> sink) { on_labels_ = std::move(sink); }

  /// Appends the framed records that a data record needs.  Returns whether the record of a domain
  /// is among them.  kNotFound for a metric without a descriptor; its identifier is in the error.
  Result<bool> AppendFor(const ResultRecord& record, ByteBuffer& out);

 private:
  // Sets of labels of one level and identifier.
  struct LabelUse {
    const LabelHistory* history = nullptr;
    std::size_t next = 0;  // the first record that is later than all data so far
    std::optional<std::size_t> written = {};
  };
  struct DomainUse {
    InDomId id;
    const InDomHistory* history = nullptr;
    std::optional<std::size_t> written = {};  // the last snapshot
    InstanceList members = {};                // ... and what it says
    LabelUse* labels = nullptr;
    LabelUse* instance_labels = nullptr;
    bool has_texts = false;
  };
  struct MetricUse {
    LabelUse* item = nullptr;
    LabelUse* domain = nullptr;
    LabelUse* cluster = nullptr;
    DomainUse* indom = nullptr;
  };

  LabelUse* LabelsOf(LabelLevel level, std::uint32_t id);
  DomainUse* DomainOf(InDomId id);
  Result<MetricUse*> MetricOf(MetricId id, ByteBuffer& out);
  void AppendLabels(LabelUse* use, Timestamp stamp, bool with_domain, ByteBuffer& out);
  void AppendText(TextKind kind, std::uint32_t id, ByteBuffer& out);
  bool AppendDomain(DomainUse& use, Timestamp stamp, ByteBuffer& out);
  void AppendMembers(DomainUse& use, Timestamp stamp, const InstanceList& now, ByteBuffer& out);

  const Metadata& metadata_;
  Version version_;
  std::function<void(const LabelsOnUse&)> on_labels_;
  LabelUse* context_ = nullptr;
  std::deque<LabelUse> labels_;  // do not move
  std::unordered_map<std::uint64_t, LabelUse*> labels_by_id_;
  std::unordered_map<InDomId, DomainUse> domains_;
  std::unordered_map<MetricId, MetricUse> metrics_;
};

}  // namespace fdr
