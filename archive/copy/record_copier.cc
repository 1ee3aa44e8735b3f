// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/record_copier.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fdr/archive/copy/stretch_edge.h"

namespace fdr {
namespace {

constexpr std::size_t kCopiedPiece = 1 << 20;

}  // namespace

// Fewer bytes at the end of a file that was cut meanwhile.
Result<Bytes> RecordCopier::Read(const ByteSource& volume, std::uint64_t at, std::uint64_t end) {
  const std::size_t most = std::max(kCopiedPiece, std::exchange(wanted_, 0));
  buffer_.resize(std::max(buffer_.size(), most));
  const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(most, end - at));
  const Result<std::size_t> got = volume.ReadAt(at, std::span(buffer_).first(size));
  if (!got) return Fail(got.error());
  return Bytes(buffer_).first(*got);
}

Result<void> RecordCopier::MarkGap() {
  const bool needed = std::exchange(has_gap_, false) && last_ && !last_is_mark_ &&
                      !scan_.begins_with_mark && last_->Plus(kMarkBehind) < scan_.first;
  if (!needed) return {};
  ByteBuffer mark;
  ResultEncoder::EncodeMark(output_.version(), last_->Plus(kMarkBehind), mark);
  ++marks_;
  return output_.Append(mark, {});
}

// The records that scan_ has found.
Result<void> RecordCopier::Write(Bytes frames) {
  if (auto marked = MarkGap(); !marked) return marked;
  if (auto appended = output_.Append(frames, scan_.data); !appended) return appended;
  last_ = scan_.last;
  last_is_mark_ = scan_.ends_with_mark;
  records_ += scan_.data.size();
  marks_ += scan_.marks;
  if (go_on_ && !go_on_(frames.size())) return Fail(Errc::kCancelled, "Stopped before the end");
  return {};
}

// Moves `at` behind the last copied record.
Result<RecordScan::Stop> RecordCopier::CopyWithin(const ByteSource& volume, std::uint64_t& at,
                                                  std::uint64_t end) {
  std::size_t tried = 0;  // the size of the last large piece
  while (at < end) {
    const Result<Bytes> bytes = Read(volume, at, end);
    if (!bytes && CanBePassed(bytes.error().code)) return Stop::kDamage;
    if (!bytes) return Fail(bytes.error());
    scan_.Scan(output_.version(), *bytes, last_.value_or(Timestamp{}));
    if (scan_.size > 0)
      if (auto written = Write(bytes->first(scan_.size)); !written) return Fail(written.error());
    at += scan_.size;
    if (scan_.stop != Stop::kEnd) return scan_.stop;
    if (scan_.size > 0) continue;
    // Not a large record: the end of the stretch or of the file is in the middle of one.
    const bool is_torn = scan_.next_size <= kCopiedPiece || scan_.next_size > end - at;
    if (is_torn || bytes->size() < std::exchange(tried, scan_.next_size)) return Stop::kDamage;
    wanted_ = tried;
  }
  return Stop::kEnd;
}

Result<void> RecordCopier::Add(Version version, Bytes body) {
  if (version == output_.version()) {
    const FrameScope scope(waiting_);
    waiting_.insert(waiting_.end(), body.begin(), body.end());
  } else if (auto decoded = decoded_.Decode(version, body); !decoded) {
    return decoded;
  } else if (decoded_.is_mark()) {
    ResultEncoder::EncodeMark(output_.version(), decoded_.stamp(), waiting_);
  } else {
    encoder_.Begin(decoded_.stamp());
    for (const ValueSet& set : decoded_.sets()) encoder_.CopySet(set);
    encoder_.Encode(output_.version(), waiting_);
  }
  return waiting_.size() < kCopiedPiece ? Result<void>() : Flush();
}

Result<void> RecordCopier::BeginWith(const FirstRecords& records) {
  for (const FirstRecord& record : records)
    if (auto added = Add(record.version, record.body); !added) return added;
  return Flush();
}

Result<void> RecordCopier::AddMark(Timestamp stamp) {
  ResultEncoder::EncodeMark(output_.version(), stamp, waiting_);
  return Flush();
}

// Records may be out of order where those of an archive are.
Result<void> RecordCopier::Flush() {
  Bytes rest = waiting_;
  for (Timestamp after = last_.value_or(Timestamp{}); !rest.empty(); after = {}) {
    scan_.Scan(output_.version(), rest, after);
    if (scan_.size == 0 && after == Timestamp{}) {
      Report(on_problem_, {.code = Errc::kCorruptRecord,
                           .what = "A record with a time stamp that is none",
                           .file = {},
                           .bytes_lost = rest.size()});
      has_gap_ = true;
      break;
    }
    if (scan_.size == 0) continue;
    if (auto written = Write(rest.first(scan_.size)); !written) return written;
    rest = rest.subspan(scan_.size);
  }
  waiting_.clear();
  return {};
}

// Moves `at` to the next record that can be copied.
Result<void> RecordCopier::PassStop(const Archive& archive, Stop stop, Position& at) {
  if (stop == Stop::kStepBack) {
    archive.NoteStepBack();
    if (archive.Sorted(0))
      return Fail(Errc::kOutOfOrder, "Records are not in the order of time",
                  archive.files().volumes[at.volume].path, at.offset);
  }
  // The summary tells damage from records with odd stamps, and reports it.
  if (const auto summary = archive.Summary(at.volume); !summary) return Fail(summary.error());
  RecordCursor cursor(archive);
  if (auto restored = cursor.Restore(at); !restored) return restored;
  cursor.Learn();
  const Result<std::optional<Frame>> next = cursor.NextSound();
  const Position none{archive.volume_count(), 0};
  if (next) {
    at = *next ? cursor.position() : none;
    if (!*next) return {};
    auto added = Add(archive.version(), (*next)->body);
    return added ? Flush() : added;
  }
  if (!CanBePassed(next.error().code)) return Fail(next.error());
  ExpectGap();
  const Result<bool> skipped = cursor.SkipDamage();
  if (!skipped) return Fail(skipped.error());
  at = *skipped ? cursor.position() : none;
  return {};
}

Result<void> RecordCopier::EnterVolume(const Archive& archive, std::size_t volume,
                                       bool keep_volumes) {
  if (keep_volumes) output_.BeginVolume();
  if (volume == 0) return {};
  const std::vector<VolumeFile>& volumes = archive.files().volumes;
  const std::int32_t expected = volumes[volume - 1].number + 1;
  if (volumes[volume].number == expected) return {};
  Report(on_problem_, {.code = Errc::kMissingFile,
                       .what = "The volume is missing",
                       .file = fmt::format("{}.{}", archive.files().base, expected)});
  ExpectGap();
  return {};
}

Result<void> RecordCopier::Copy(const Archive& archive, Position from, Position to,
                                bool keep_volumes) {
  std::optional<std::size_t> entered;
  for (Position at = from; at < to && at.volume < archive.volume_count();) {
    if (entered && entered != at.volume)
      if (auto ready = EnterVolume(archive, at.volume, keep_volumes); !ready) return ready;
    entered = at.volume;
    const Position next_volume{at.volume + 1, archive.label().size()};
    const Result<const ByteSource*> volume = archive.Volume(at.volume);
    const Result<std::uint64_t> end =
        volume ? archive.DataEnd(at.volume) : Result<std::uint64_t>(Fail(volume.error()));
    if (!end) {
      if (IsShortage(end.error().system_error)) return Fail(end.error());
      Report(on_problem_, ProblemOf(end.error()));
      ExpectGap();
      at = next_volume;
      continue;
    }
    const std::uint64_t last = at.volume == to.volume ? std::min(*end, to.offset) : *end;
    const Result<Stop> stop = CopyWithin(**volume, at.offset, last);
    if (!stop) return Fail(stop.error());
    if (*stop == Stop::kEnd)
      at = next_volume;
    else if (auto passed = PassStop(archive, *stop, at); !passed)
      return passed;
  }
  return {};
}

}  // namespace fdr
