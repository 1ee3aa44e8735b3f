// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes the .meta file of an archive.  See docs/format/metadata.md.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/newborn_file.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/write/member_list.h"
#include "fdr/archive/write/written_metadata.h"

namespace fdr {

/// Holds records back until Flush(), so that the metadata of a data record reach the file right
/// before the record, or not at all.  A refused record changes nothing.  After an exception it must
/// not be used.  One thread at a time.
class MetadataWriter {
 public:
  /// Creates BASE.meta.new, empty.  Call TakeName() when it is worth reading (newborn_file.h).  The
  /// file never grows beyond `limit`.
  static Result<MetadataWriter> Create(FileSystem& files, const std::string& base, Version version,
                                       std::uint64_t limit);

  /// Opens BASE.meta, which contains `written`, without a change.
  static Result<MetadataWriter> Open(FileSystem& files, const std::string& base, Version version,
                                     std::uint64_t limit, WrittenMetadata written);

  /// Drops all bytes after the first `end`, and continues there.
  Result<void> Cut(std::uint64_t end) { return sink_.Cut(end); }

  Result<void> TakeName() { return fdr::TakeName(sink_); }

  /// Writes the label; fills in its volume number.
  Result<void> Start(LabelRecord label);

  /// Describes a metric, unless it is described already.  kTypeChanged or a similar code if the
  /// earlier description differs; kInvalidArgument without a name.
  Result<void> AddMetric(const Desc& desc, std::vector<std::string_view> names);
  /// kTypeChanged or a similar code if the metric's earlier description differs.
  Result<void> CheckDesc(const Desc& desc) const;
  /// The same; also kExists if the metric is not described, but another metric has one of its
  /// names.
  Result<void> CheckMetric(const Desc& desc, std::span<const std::string> names) const;

  /// Writes the change of the domain's members, if any: see Membership.  A change that must have a
  /// later stamp is kept until AddLateChanges(), or until something else gets a later stamp.
  Result<void> AddInDom(Timestamp stamp, InDomId indom, InstanceList instances,
                        DomainRecords records);

  /// Writes the changes that AddInDom() has kept, if `stamp` is later than theirs.  To be called
  /// before a data record with this stamp.
  Result<void> AddLateChanges(Timestamp stamp);
  /// At the end: the same for changes kept until `last`, the last data record's stamp.  Returns the
  /// stamp of the held record that says them, or `last` if there is none.
  Result<Timestamp> EndWithLateChanges(Timestamp last);

  /// Writes labels and texts, unless the last record about the same thing said the same.
  Result<void> AddLabelSet(const LabelSetRecord& record);
  Result<void> AddText(const TextRecord& record);

  /// Writes any record unchanged.  Refuses records that readers cannot handle: a changed
  /// descriptor, a text of unknown kind, a delta without a full record before it, stamps that go
  /// backwards.
  Result<void> Add(const MetadataRecord& record);

  /// Writes the held records, one at a time.
  Result<void> Flush();
  /// At the end: writes the held records, but none with a stamp after `last`.
  Result<void> FlushUntil(Timestamp last);

  Result<void> Sync() { return sink_.Sync(); }
  Result<std::optional<ByteSink>> HandleToSync() { return sink_.HandleToSync(); }
  Result<void> Close() { return sink_.Close(); }

  bool Describes(MetricId id) const { return written_.FindDesc(id) != nullptr; }
  /// Whether a held record is an instance domain.
  bool holds_indom() const { return holds_indom_; }
  /// The last stamp of all records, as stored.
  std::optional<Timestamp> last_stamp() const { return written_.last_stamp(); }
  /// The first stamp of the held records.
  std::optional<Timestamp> first_held_stamp() const { return first_held_stamp_; }
  /// Bytes in the file, without the held records.
  std::uint64_t size() const { return sink_.size(); }
  const std::string& name() const { return sink_.name(); }

 private:
  MetadataWriter(ByteSink sink, Version version, std::uint64_t limit, WrittenMetadata written)
      : sink_(std::move(sink)), version_(version), limit_(limit), written_(std::move(written)) {}

  Result<void> CheckStamp(Timestamp stamp) const;
  Result<void> CheckInDom(const InDomRecord& record) const;
  Result<void> Check(const MetadataRecord& record) const;
  // What `encode` appends.
  template <class Encode>
  Result<void> Hold(Encode encode);
  Result<void> FlushIf(const std::function<bool(Bytes)>& is_wanted);
  void NoteHeld(bool is_indom);
  Result<void> AddLateChangesBefore(Timestamp stamp);

  struct LateRecords {
    Timestamp since;  // of the changes
    Timestamp stamp;  // of the records
  };

  ByteSink sink_;
  Version version_;
  std::uint64_t limit_;
  ByteBuffer held_;  // whole records
  bool holds_indom_ = false;
  std::optional<Timestamp> first_held_stamp_;
  WrittenMetadata written_;                       // includes the held records
  std::unordered_map<InDomId, MemberList> late_;  // changes that wait for the next stamp
  Timestamp late_since_;                          // the stamp of all of these
  std::optional<LateRecords> held_late_;          // the first that are held
};

}  // namespace fdr
