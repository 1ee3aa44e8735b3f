// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/salvage/data_end.h"

#include <sys/stat.h>

#include <variant>

#include "fdr/archive/order/last_stamp.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/record/record_frame.h"

namespace fdr {
namespace {

// Whether whole records follow one another up to the end of the file, and the last one makes sense.
Result<bool> IsSound(const ByteSource& source, Version version, std::uint64_t from) {
  FrameReader frames(source, from);
  while (true) {
    const Result<std::optional<FrameHead>> head = frames.NextHead();
    if (head && *head) continue;
    if (!head && head.error().code == Errc::kIo) return Fail(head.error());
    if (!head) return false;
    break;
  }
  const Result<std::optional<Frame>> last = frames.Previous();
  if (!last) return Fail(last.error());
  ResultRecord record;
  return !*last || record.DecodeSets(version, (*last)->body);
}

// Returns the end of the last record that the salvager finds from `from` on.
Result<std::uint64_t> SearchEnd(const ByteSource& source, DataJudge& judge, Version version,
                                std::uint64_t from) {
  RecordSalvager salvager(source, from, true, judge);
  std::uint64_t end = from;
  while (true) {
    const auto item = salvager.Next();
    if (!item) return Fail(item.error());
    if (!*item) return end;
    const auto* const found = std::get_if<SalvagedRecord>(&**item);
    if (found == nullptr || found->mended) continue;
    judge.Took(*ResultRecord::DecodeStamp(version, found->frame.body));
    end = salvager.position();
  }
}

}  // namespace

Result<std::optional<PlacedStamp>> SoundStampBefore(FrameReader& frames, Version version) {
  ResultRecord record;
  while (true) {
    const Result<std::optional<Frame>> frame = frames.Previous();
    if (!frame) return Fail(frame.error());
    if (!*frame) return std::nullopt;
    if (record.DecodeSets(version, (*frame)->body) && record.stamp().Valid())
      return PlacedStamp{(*frame)->offset, record.stamp()};
  }
}

std::optional<Timestamp> LastWritten(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) return std::nullopt;
  return Timestamp{facts.st_mtim.tv_sec, static_cast<std::int32_t>(facts.st_mtim.tv_nsec)};
}

std::optional<std::uint64_t> FindWildRecord(const ByteSource& source,
                                            const DataJudge::Witnesses& witnesses,
                                            std::uint64_t end, const StampsBackwards& before) {
  const Version version = witnesses.version;
  FrameReader frames(source, LabelSize(version));
  frames.Seek(end);
  const auto last = SoundStampBefore(frames, version).value_or(std::nullopt);
  if (!last) return std::nullopt;
  const auto stamp_before = [&]() -> std::optional<Timestamp> {
    const auto placed = SoundStampBefore(frames, version).value_or(std::nullopt);
    return placed ? placed->stamp : before();
  };
  LastStamp evidence{.stamp = last->stamp, .start = witnesses.start, .written = witnesses.written};
  evidence.before = stamp_before();
  if (evidence.before) evidence.second_before = stamp_before();
  if (witnesses.places) {
    evidence.indexed = witnesses.places->ClaimAt(last->offset);
    // The last entry of some writers points at the end of the last record.
    if (!evidence.indexed) evidence.indexed = witnesses.places->ClaimAt(end);
  }
  if (!IsContradicted(evidence)) return std::nullopt;
  return last->offset;
}

Result<std::uint64_t> FindDataEnd(const ByteSource& source, const DataJudge::Witnesses& witnesses) {
  if (source.size() <= LabelSize(witnesses.version)) return source.size();
  const auto known = witnesses.places ? witnesses.places->Last() : std::nullopt;
  const std::uint64_t from = known ? known->offset : LabelSize(witnesses.version);
  const Result<bool> sound = IsSound(source, witnesses.version, from);
  if (!sound) return Fail(sound.error());
  if (*sound) return source.size();
  DataJudge judge(witnesses);
  return SearchEnd(source, judge, witnesses.version, from);
}

}  // namespace fdr
