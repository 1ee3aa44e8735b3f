// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/joined_metadata.h"

#include <utility>

#include "fdr/archive/record/index_entry.h"

namespace fdr {

Result<JoinedMetadata> JoinedMetadata::Create(FileSystem& files, const std::string& base,
                                              const LabelRecord& label, ProblemSink on_problem) {
  Result<MetadataWriter> writer =
      MetadataWriter::Create(files, base, label.version, MaxFileSize(label.version));
  if (!writer) return Fail(writer.error());
  // The caller holds back all final names.
  if (auto named = writer->TakeName(); !named) return Fail(named.error());
  if (auto started = writer->Start(label); !started) return Fail(started.error());
  return JoinedMetadata(std::move(*writer), std::move(on_problem));
}

// A record that makes no sense is left out, and the others are written.
Result<void> JoinedMetadata::Pass(Result<void> outcome) {
  if (outcome || outcome.error().code == Errc::kIo) return outcome;
  Report(on_problem_, ProblemOf(outcome.error()));
  return {};
}

Result<void> JoinedMetadata::AddTimeless(const Archive& archive) {
  const Metadata& metadata = archive.metadata();
  for (const Desc& desc : metadata.metrics()) {
    const auto names = metadata.NamesOf(desc.id);
    auto added = Pass(writer_.AddMetric(desc, {names.begin(), names.end()}));
    if (!added) return added;
  }
  for (const TextRecord& text : metadata.texts())
    if (auto added = Pass(writer_.AddText(text)); !added) return added;
  return writer_.Flush();
}

Result<void> JoinedMetadata::Write(const MetadataChange& change, std::span<const DataSpan> parts) {
  if (change.domain == nullptr) {
    LabelSetRecord record = change.labels->Record(change.record);
    record.stamp = change.stamp;
    return Pass(writer_.AddLabelSet(record));
  }
  const bool has_deltas = change.archive->metadata().counts().indom_deltas > 0;
  return Pass(writer_.AddInDom(change.stamp, change.domain->id(), change.MembersAmong(parts),
                               has_deltas ? DomainRecords::kDeltas : DomainRecords::kFull));
}

// Notes the place of the held records, which have one stamp.
Result<void> JoinedMetadata::Note() {
  const std::optional<Timestamp> first = writer_.first_held_stamp();
  const bool is_indom = writer_.holds_indom();
  if (auto flushed = writer_.Flush(); !flushed) return flushed;
  if (first) places_.push_back({.stamp = *first, .end = writer_.size(), .is_indom = is_indom});
  return {};
}

Result<void> JoinedMetadata::Add(std::span<const DataSpan> parts) {
  for (const DataSpan& part : parts)
    if (auto added = AddTimeless(*part.archive); !added) return added;
  std::optional<Timestamp> stamp;
  for (const MetadataChange& change : ChangesOf(parts)) {
    if (stamp && stamp != change.stamp)
      if (auto noted = Note(); !noted) return noted;
    stamp = change.stamp;
    if (auto written = Write(change, parts); !written) return written;
  }
  return Note();
}

Result<JoinedMetadata::Written> JoinedMetadata::Close(Timestamp last) {
  Written written;
  const Result<Timestamp> end = writer_.EndWithLateChanges(last);
  if (!end) return Fail(end.error());
  if (*end > last) written.behind = *end;
  if (auto noted = Note(); !noted) return Fail(noted.error());
  if (auto synced = writer_.Sync(); !synced) return Fail(synced.error());
  written.file = {std::move(places_), writer_.size()};
  if (auto closed = writer_.Close(); !closed) return Fail(closed.error());
  return written;
}

}  // namespace fdr
