// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_data.h"

#include <algorithm>
#include <vector>

#include "fdr/archive/check/check_frames.h"
#include "fdr/archive/salvage/data_end.h"

namespace fdr {

void DataCheck::CheckVolume(const ByteSource& source, std::int32_t volume, FileReport& report,
                            const std::function<void(std::uint64_t)>& on_record,
                            const std::function<std::optional<Timestamp>()>& next_stamp) {
  FramedAs<DataJudge> judge(WitnessesOf(source, volume));
  FrameWalk walk(source, archive_.size(), judge, report);
  std::optional<IndexMarkWalk> marks;
  if (index_ != nullptr) marks.emplace(*index_, index_->DataMarks(volume));
  const std::uint64_t before = records_;
  before_volume_ = recent_;
  while (const std::optional<Frame> frame = walk.Next()) {
    on_record(frame->end());
    if (walk.skipped()) instances_.ForgetCounters();
    if (const Result<void> decoded = record_.Decode(archive_.version, frame->body); !decoded) {
      report.Add(CheckCode::kDataCorrupt, {frame->offset}, "{}", decoded.error().what);
      instances_.ForgetCounters();
      continue;
    }
    judge.Took(record_.stamp());
    ++records_;
    last_end_ = frame->end();
    last_stamp_ = record_.stamp();
    if (last_stamp_.Valid()) recent_ = {last_stamp_, recent_.front()};
    if (marks) marks->MeetData(frame->offset, record_.stamp(), latest_);
    const auto ahead = [&]() -> std::optional<Timestamp> {
      FrameReader frames(source, archive_.size());
      frames.Seek(frame->end());
      const Result<std::optional<FrameHead>> head = frames.NextHead();
      if (!head) return std::nullopt;
      if (!*head) return next_stamp();
      const Result<Timestamp> stamp = ResultRecord::DecodeStamp(archive_.version, (*head)->body);
      return stamp ? std::optional(*stamp) : std::nullopt;
    };
    CheckStamp(record_.stamp(), frame->offset, ahead, report);
    if (record_.is_mark())
      instances_.ForgetCounters();
    else
      values_.Check(record_, {report, frame->offset, record_.stamp(), records_});
  }
  if (marks) marks->EndData(source.size());
  if (records_ == before)
    report.Add(CheckCode::kFileNoRecords, {archive_.size()}, "The volume holds no record");
}

// A stamp that goes back has been reported already.
void DataCheck::CheckLastStamp(const ByteSource& source, std::int32_t volume,
                               std::optional<Timestamp> written, FileReport& report) {
  DataJudge::Witnesses witnesses = WitnessesOf(source, volume);
  witnesses.written = written;
  std::size_t given = 0;
  const auto before = [&] {
    return given < before_volume_.size() ? before_volume_[given++] : std::nullopt;
  };
  const auto wild = FindWildRecord(source, witnesses, last_end_, before);
  if (wild && last_stamp_ == latest_ && latest_.Valid())
    report.Add(CheckCode::kDataStampWild, {*wild, latest_},
               "The last record's stamp {} is contradicted by the index or the file's own time",
               StampText(latest_));
}

DataJudge::Witnesses DataCheck::WitnessesOf(const ByteSource& source, std::int32_t volume) const {
  DataJudge::Witnesses witnesses{
      .version = archive_.version, .start = archive_.start, .is_described = {}, .places = {}};
  if (!catalog_.metrics.empty())
    witnesses.is_described = [this](MetricId id) { return catalog_.metric_numbers.contains(id); };
  if (index_ == nullptr) return witnesses;
  std::vector<IndexEntry> entries;
  for (const IndexMark& mark : index_->DataMarks(volume))
    entries.push_back({.stamp = mark.stamp,
                       .volume = volume,
                       .meta_offset = 0,
                       .data_offset = static_cast<std::int64_t>(mark.offset)});
  witnesses.places = KnownPlaces(source, archive_.version, entries, volume);
  return witnesses;
}

void DataCheck::CheckStamp(Timestamp stamp, std::uint64_t offset, const StampAhead& ahead,
                           FileReport& report) {
  const CheckPlace place{offset, stamp};
  if (!stamp.Valid())
    report.Add(CheckCode::kDataStampInvalid, place, "The record has the stamp {}",
               StampText(stamp));
  if (stamp < archive_.start)
    report.Add(CheckCode::kDataBeforeStart, place,
               "The record's stamp {} is before the archive's start {}", StampText(stamp),
               StampText(archive_.start));
  CheckOrder(stamp, place, ahead, report);
  if (!first_) first_ = stamp;
  latest_ = std::max(latest_, stamp);
}

void DataCheck::CheckOrder(Timestamp stamp, const CheckPlace& place, const StampAhead& ahead,
                           FileReport& report) {
  const std::optional<Timestamp> last = order_.last();
  const StampOrder::Verdict verdict = order_.Judge(stamp, ahead);
  if (verdict == StampOrder::Verdict::kNext) return;
  const bool is_stretch = verdict == StampOrder::Verdict::kNewStretch;
  report.Add(is_stretch ? CheckCode::kDataStretch : CheckCode::kDataBackwards, place,
             "The stamps go back from {} to {}", StampText(*last), StampText(stamp));
}

}  // namespace fdr
