// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check_data.h"

#include <algorithm>

#include "fdr/archive/check_frames.h"
#include "fdr/archive/stamp_codec.h"

namespace fdr {
namespace {

constexpr double kLongestArchive = 0x1p30;  // seconds: 34 years

RecordShape DataShape(const LabelRecord& archive, ResultRecord& scratch) {
  return {.head =
              [&archive](Bytes head) {
                if (head.size() < StampSize(archive.version)) return false;
                const Timestamp stamp = LoadStamp(archive.version, head.data());
                return stamp.Valid() && stamp >= archive.start &&
                       SecondsBetween(archive.start, stamp) < kLongestArchive;
              },
          .body = [&archive, &scratch](
                      Bytes body) { return scratch.Decode(archive.version, body).has_value(); }};
}

}  // namespace

void DataCheck::CheckVolume(const ByteSource& source, std::int32_t volume, FileReport& report,
                            const std::function<void(std::uint64_t)>& on_record) {
  const RecordShape shape = DataShape(archive_, record_);
  FrameWalk walk(source, archive_.size(), &shape, report);
  std::optional<IndexMarkWalk> marks;
  if (index_ != nullptr) marks.emplace(*index_, index_->DataMarks(volume));
  const std::uint64_t before = records_;
  while (const std::optional<Frame> frame = walk.Next()) {
    on_record(frame->end());
    if (walk.skipped()) instances_.ForgetCounters();
    if (const Result<void> decoded = record_.Decode(archive_.version, frame->body); !decoded) {
      report.Add(CheckCode::kDataCorrupt, {frame->offset}, "{}", decoded.error().what);
      instances_.ForgetCounters();
      continue;
    }
    ++records_;
    if (marks) marks->MeetData(frame->offset, record_.stamp(), latest_);
    CheckStamp(record_.stamp(), frame->offset, report);
    if (record_.is_mark())
      instances_.ForgetCounters();
    else
      values_.Check(record_, {report, frame->offset, record_.stamp(), records_});
  }
  if (marks) marks->EndData(source.size());
  if (records_ == before)
    report.Add(CheckCode::kFileNoRecords, {archive_.size()}, "The volume holds no record");
}

void DataCheck::CheckStamp(Timestamp stamp, std::uint64_t offset, FileReport& report) {
  const CheckPlace place{offset, stamp};
  if (!stamp.Valid())
    report.Add(CheckCode::kDataStampInvalid, place, "The record has the stamp {}",
               StampText(stamp));
  if (stamp < archive_.start)
    report.Add(CheckCode::kDataBeforeStart, place,
               "The record's stamp {} is before the archive's start {}", StampText(stamp),
               StampText(archive_.start));
  if (previous_ && stamp < *previous_)
    report.Add(CheckCode::kDataBackwards, place, "The stamps go back from {} to {}",
               StampText(*previous_), StampText(stamp));
  if (!first_) first_ = stamp;
  previous_ = stamp;
  latest_ = std::max(latest_, stamp);
}

}  // namespace fdr
