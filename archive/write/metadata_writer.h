// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes the .meta file of an archive.  See docs/format/metadata.md.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/newborn_file.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/write/written_metadata.h"

namespace fdr {

/// Holds records back until Flush(), so that the metadata of a data record reaches the file right
/// before it, or not at all.  A refused record changes nothing.  One thread at a time.
class MetadataWriter {
 public:
  /// Makes BASE.meta.new, still empty: TakeName() when it is worth reading (newborn_file.h).  The
  /// file never grows beyond `limit`.
  static Result<MetadataWriter> Create(FileSystem& files, const std::string& base, Version version,
                                       std::uint64_t limit);

  /// Opens BASE.meta, which says that; nothing is changed so far.
  static Result<MetadataWriter> Open(FileSystem& files, const std::string& base, Version version,
                                     std::uint64_t limit, WrittenMetadata written);

  /// Goes on behind the first `end` bytes; what follows those is dropped.
  Result<void> Cut(std::uint64_t end) { return sink_.Cut(end); }

  Result<void> TakeName() { return fdr::TakeName(sink_); }

  /// Writes the label; its volume is ours to fill in.
  Result<void> Start(LabelRecord label);

  /// Describes a metric, unless that has been done.  kTypeChanged and its like if it was described
  /// as something else; kInvalidArgument without a name.
  Result<void> AddMetric(const Desc& desc, std::vector<std::string_view> names);
  /// kTypeChanged and its like if the metric was described as something else.
  Result<void> CheckDesc(const Desc& desc) const;
  /// The same; and kExists if it was not described, but another metric has one of its names.
  Result<void> CheckMetric(const Desc& desc, std::span<const std::string> names) const;

  /// Writes what changed in the domain's membership, if anything: see Membership.
  Result<void> AddInDom(Timestamp stamp, InDomId indom, InstanceList instances);

  /// Writes labels and texts, unless the last record about the same thing said the same.
  Result<void> AddLabelSet(const LabelSetRecord& record);
  Result<void> AddText(const TextRecord& record);

  /// Any record, as it is.  Refused is what readers would choke on: a changed descriptor, a text of
  /// unknown kind, a delta without a full record before it, stamps that go backwards.
  Result<void> Add(const MetadataRecord& record);

  /// Writes what is held back, a record at a time.
  Result<void> Flush();

  Result<void> Sync() { return sink_.Sync(); }
  Result<std::optional<ByteSink>> HandleToSync() { return sink_.HandleToSync(); }
  Result<void> Close() { return sink_.Close(); }

  bool Describes(MetricId id) const { return written_.FindDesc(id) != nullptr; }
  /// Whether an instance domain is among what is held back.
  bool holds_indom() const { return holds_indom_; }
  /// The first stamp among what is held back.
  std::optional<Timestamp> first_held_stamp() const { return first_held_stamp_; }
  /// Bytes in the file: without what is held back.
  std::uint64_t size() const { return sink_.size(); }
  const std::string& name() const { return sink_.name(); }

 private:
  MetadataWriter(ByteSink sink, Version version, std::uint64_t limit, WrittenMetadata written)
      : sink_(std::move(sink)), version_(version), limit_(limit), written_(std::move(written)) {}

  Result<void> CheckStamp(Timestamp stamp) const;
  Result<void> CheckInDom(const InDomRecord& record) const;
  Result<void> Check(const MetadataRecord& record) const;
  Result<void> Hold(const MetadataRecord& record);

  ByteSink sink_;
  Version version_;
  std::uint64_t limit_;
  ByteBuffer held_;  // whole records
  bool holds_indom_ = false;
  std::optional<Timestamp> first_held_stamp_;
  WrittenMetadata written_;  // what is held back included
};

}  // namespace fdr
