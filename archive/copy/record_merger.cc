// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/record_merger.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fdr/archive/record/record_frame.h"

namespace fdr {

void RecordMerger::Add(std::shared_ptr<const Archive> archive, const RecordWindow& window) {
  RecordCursor cursor(*archive);
  // If the volume cannot be opened, so says the first step.
  static_cast<void>(cursor.Restore(window.from));
  sources_.push_back({std::move(archive), std::move(cursor), window.to});
  sources_.back().volume = window.from.volume;
}

// A wrong stamp would hold back all records behind it.
Result<void> RecordMerger::CheckOrder(const Source& source, Timestamp stamp) const {
  if (stamp >= source.stamp) return {};
  const bool is_known = source.cursor.HasLearned();
  source.archive->NoteStepBack();
  if (is_known && !source.archive->Sorted(0)) return {};
  return Fail(Errc::kOutOfOrder, "Records are not in the order of time",
              source.cursor.source().name(), source.offset);
}

void RecordMerger::LeaveOut(Source& source, const std::string& reason) {
  source.has_gap = true;
  Report(on_problem_, {.code = Errc::kCorruptRecord,
                       .what = reason,
                       .file = source.cursor.source().name(),
                       .offset = source.offset,
                       .bytes_lost = source.body.size() + kFrameOverhead});
}

// Volumes between that of the last record and that of the next one may be missing.
void RecordMerger::NoteVolume(Source& source) {
  const std::vector<VolumeFile>& volumes = source.archive->files().volumes;
  for (std::size_t i = source.volume + 1; i <= source.cursor.volume() && i < volumes.size(); ++i) {
    const std::int32_t expected = volumes[i - 1].number + 1;
    if (volumes[i].number == expected) continue;
    source.has_gap = true;
    Report(on_problem_, {.code = Errc::kMissingFile,
                         .what = "The volume is missing",
                         .file = fmt::format("{}.{}", source.archive->files().base, expected)});
  }
  source.volume = std::max(source.volume, source.cursor.volume());
}

// Reads the next record of the source.
Result<void> RecordMerger::Step(Source& source) {
  while (true) {
    const Result<std::optional<Frame>> frame = source.cursor.NextSound();
    if (!frame) {
      if (!CanBePassed(frame.error().code)) return Fail(frame.error());
      source.has_gap = true;
      const Result<bool> skipped = source.cursor.SkipDamage();
      if (!skipped) return Fail(skipped.error());
      if (*skipped) continue;
    }
    source.is_over = !frame || !*frame || source.cursor.position() > source.to;
    if (source.is_over) return {};
    NoteVolume(source);
    source.body = (*frame)->body;
    source.offset = (*frame)->offset;
    const auto stamp = ResultRecord::DecodeStamp(source.archive->version(), source.body);
    if (!stamp || !stamp->Valid()) {
      LeaveOut(source, "A record with a time stamp that is none");
      continue;
    }
    if (auto checked = CheckOrder(source, *stamp); !checked) return checked;
    source.stamp = *stamp;
    return {};
  }
}

// Whether another source has records before and behind the next one, without a gap.
bool RecordMerger::IsCovered(std::size_t place) const {
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const Source& other = sources_[i];
    if (i != place && other.is_recording && !other.is_over && !other.has_gap) return true;
  }
  return false;
}

bool RecordMerger::IsRepeated(std::size_t place) const {
  const auto copied = copied_.find(sources_[place].body);
  return copied != copied_.end() && copied->second != place &&
         sources_[copied->second].archive->version() == sources_[place].archive->version();
}

// Any number of records may have one stamp.
void RecordMerger::Keep(std::size_t place) {
  constexpr std::size_t kNode = 128;
  const Bytes body = sources_[place].body;
  if (sources_.size() == 1 || kept_bytes_ + body.size() + kNode > kMostKept) return;
  if (copied_.try_emplace(ByteBuffer(body.begin(), body.end()), place).second)
    kept_bytes_ += body.size() + kNode;
}

Result<void> RecordMerger::Pass(std::size_t place) {
  Source& source = sources_[place];
  if (stamp_ != source.stamp) {
    copied_.clear();
    kept_bytes_ = 0;
  }
  stamp_ = source.stamp;
  const Version version = source.archive->version();
  const bool is_mark = ResultRecord::IsMark(version, source.body);
  const bool is_covered = IsCovered(place);
  const bool has_gap = std::exchange(source.has_gap, false) && !is_covered;
  source.is_recording = !is_mark;
  if (is_mark && is_covered) return {};
  if (IsRepeated(place)) {
    ++repeated_;
    return {};
  }
  Keep(place);
  return on_record_({version, source.stamp, source.body, has_gap, source.archive.get()});
}

Result<void> RecordMerger::Run() {
  for (Source& source : sources_)
    if (auto stepped = Step(source); !stepped) return stepped;
  while (true) {
    std::size_t next = sources_.size();
    for (std::size_t i = 0; i < sources_.size(); ++i)
      if (!sources_[i].is_over &&
          (next == sources_.size() || sources_[i].stamp < sources_[next].stamp))
        next = i;
    if (next == sources_.size()) return {};
    const Result<void> copied = Pass(next);
    if (!copied && !IsDamage(copied.error().code)) return copied;
    if (!copied) LeaveOut(sources_[next], copied.error().what);
    if (auto stepped = Step(sources_[next]); !stepped) return stepped;
  }
}

}  // namespace fdr
