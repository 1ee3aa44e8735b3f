// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/joined_metadata.h"

#include <algorithm>
#include <utility>

#include "fdr/archive/base/stamp_codec.h"
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

Result<void> JoinedMetadata::AddTimeless(const Part& part) {
  const Metadata& metadata = part.archive->metadata();
  for (const Desc& desc : metadata.metrics()) {
    const auto names = metadata.NamesOf(desc.id);
    auto added = Pass(writer_.AddMetric(desc, {names.begin(), names.end()}));
    if (!added) return added;
  }
  for (const TextRecord& text : metadata.texts())
    if (auto added = Pass(writer_.AddText(text)); !added) return added;
  return writer_.Flush();
}

void JoinedMetadata::Collect(const Part& part, std::vector<Change>& changes) const {
  const auto collect = [&](const auto& history, Change change) {
    change.archive = part.archive;
    for (change.record = history.At(part.first).value_or(0); change.record < history.size();
         ++change.record) {
      change.stamp = std::max(history.StampOf(change.record), part.first);
      if (change.stamp > part.last) return;
      changes.push_back(change);
    }
  };
  for (const InDomHistory& domain : part.archive->metadata().indoms())
    collect(domain, {.stamp = {}, .archive = {}, .domain = &domain, .labels = {}, .record = {}});
  for (const LabelHistory& labels : part.archive->metadata().labels())
    collect(labels, {.stamp = {}, .archive = {}, .domain = {}, .labels = &labels, .record = {}});
}

Result<void> JoinedMetadata::Write(const Change& change) {
  if (change.domain == nullptr) {
    LabelSetRecord record = change.labels->Record(change.record);
    record.stamp = change.stamp;
    return Pass(writer_.AddLabelSet(record));
  }
  InstanceList members = change.domain->Members(change.record);
  // The first of several with one identifier counts.
  const auto same = [](const Instance& a, const Instance& b) { return a.id == b.id; };
  members.erase(std::unique(members.begin(), members.end(), same), members.end());
  const bool has_deltas = change.archive->metadata().counts().indom_deltas > 0;
  return Pass(writer_.AddInDom(change.stamp, change.domain->id(), std::move(members),
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

Result<void> JoinedMetadata::Add(std::span<const Part> parts) {
  std::vector<Change> changes;
  for (const Part& part : parts) {
    if (auto added = AddTimeless(part); !added) return added;
    Collect(part, changes);
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const Change& a, const Change& b) { return a.stamp < b.stamp; });
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (i > 0 && changes[i].stamp != changes[i - 1].stamp)
      if (auto noted = Note(); !noted) return noted;
    if (auto written = Write(changes[i]); !written) return written;
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
