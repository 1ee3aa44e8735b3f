// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/summary/summary_reader.h"

#include <algorithm>
#include <vector>

#include "fdr/archive/salvage/record_salvager.h"

namespace fdr {
namespace {

constexpr std::uint32_t kSeveral = 2;
constexpr std::uint64_t kLeastAllowance = 4096;

bool HasEnough(const Chunk& last, std::uint64_t end) {
  const bool is_mark = last.has_mark && last.records == 1;
  return is_mark || end - last.offset >= VolumeSummary::kChunkBytes;
}

}  // namespace

SummaryReader::SummaryReader(VolumeSummary& summary, const ByteSource& source,
                             const DataJudge::Witnesses& witnesses, const Metadata& metadata,
                             const ProblemSink& on_problem, const SummaryProgress& on_progress)
    : summary_(summary),
      source_(source),
      version_(witnesses.version),
      witnesses_(witnesses),
      on_problem_(on_problem),
      on_progress_(on_progress),
      layouts_(metadata, summary.sets_),
      frames_(source, summary.end_),
      metrics_(summary.sets_.NoMetrics()) {
  // The last chunk may have room for more.
  if (!summary.chunks_.empty())
    Include(metrics_, summary.sets_.Bits(summary.chunks_.back().metrics));
}

Result<void> SummaryReader::ReadTo(std::uint64_t end) {
  const Result<void> read = ReadRecords(end);
  ReportMisplaced();
  FinishChunk();
  return read;
}

Result<void> SummaryReader::ReadRecords(std::uint64_t end) {
  while (frames_.position() < end) {
    const Result<std::optional<Frame>> frame = frames_.Next();
    if (frame && !*frame) break;
    if (frame) {
      Add(**frame);
    } else if (frame.error().code == Errc::kIo) {
      return Fail(frame.error());
    } else if (const Result<void> passed = Pass(frame.error(), end); !passed) {
      return passed;
    }
    summary_.end_ = frames_.position();
  }
  return {};
}

void SummaryReader::Add(const Frame& frame) {
  const auto kind = kinds_.DecodeSets(version_, frame.body);
  if (!kind) return AddSenseless(frame, kind.error());
  const ResultRecord& record = (*kind)->record;
  Known& known = (*kind)->note;
  if (!record.has_same_sets()) known = {layouts_.MetricsOf(record), {}};
  if (!IsInOrder(record.stamp(), {frame.offset, frame.end()})) return;
  const bool alone = frame.size() >= VolumeSummary::kChunkBytes || record.is_mark();
  Chunk& chunk = ChunkFor(frame.offset, record.stamp(), alone);
  chunk.first = std::min(chunk.first, record.stamp());
  chunk.last = std::max(chunk.last, record.stamp());
  chunk.has_mark |= record.is_mark();
  if (chunk.records++ == 0 && frame.size() >= VolumeSummary::kChunkBytes)
    chunk.map = MapOf(record, known);
  Include(metrics_, known.metrics);
}

RecordMaps::Id SummaryReader::MapOf(const ResultRecord& record, Known& known) {
  const std::uint64_t size = SizeWithNext(), most = Allowance();
  if (!known.map) known.map = summary_.maps_.Add(record, size < most ? most - size : 0);
  return known.map.value_or(RecordMaps::kNone);
}

void SummaryReader::AddSenseless(const Frame& frame, const Error& error) {
  Report(on_problem_, {error.code, error.what, source_.name(), frame.offset, frame.size()});
  AddDamage(frame.offset, frame.end());
}

// Where stamps go back, the record before may be the wrong one: then it becomes damage.
bool SummaryReader::IsInOrder(Timestamp stamp, const Place& record) {
  using Verdict = StampOrder::Verdict;
  const Verdict verdict = summary_.order_.Judge(stamp, [&] { return StampAt(record.end); });
  summary_.stamps_go_back_ |= verdict != Verdict::kNext;
  if (verdict == Verdict::kWrong) {
    static_cast<void>(ChunkFor(record.offset, *summary_.order_.last(), false));
    AddMisplaced(record);
    return false;
  }
  if (verdict == Verdict::kLastWrong) AddMisplaced(*summary_.last_);
  summary_.last_ = record;
  return true;
}

// The stamp of the record at `offset`, if there is a record.
std::optional<Timestamp> SummaryReader::StampAt(std::uint64_t offset) {
  if (!ahead_) ahead_.emplace(source_, summary_.first_);
  ahead_->Seek(offset);
  const Result<std::optional<FrameHead>> head = ahead_->NextHead();
  if (!head || !*head) return std::nullopt;
  const Result<Timestamp> stamp = ResultRecord::DecodeStamp(version_, (*head)->body);
  return stamp ? std::optional(*stamp) : std::nullopt;
}

void SummaryReader::AddMisplaced(const Place& record) {
  std::vector<std::uint64_t>& misplaced = summary_.misplaced_;
  misplaced.insert(std::ranges::upper_bound(misplaced, record.offset), record.offset);
  MarkDamage(record.offset, record.end);
  if (misplaced_ && misplaced_->end == record.offset) {
    misplaced_->end = record.end;
  } else {
    ReportMisplaced();
    misplaced_ = {record.offset, record.end};
  }
}

// A clock that was set back leaves many misplaced records in a row: reports them as one problem.
void SummaryReader::ReportMisplaced() {
  if (!misplaced_) return;
  Report(on_problem_, {Errc::kCorruptRecord, "The stamps are not in order", source_.name(),
                       misplaced_->offset, misplaced_->end - misplaced_->offset});
  misplaced_.reset();
}

// Skips damage up to the next record.
Result<void> SummaryReader::Pass(const Error& error, std::uint64_t end) {
  const std::uint64_t offset = frames_.position();
  DataJudge judge(witnesses_);
  if (summary_.order_.before_last()) judge.Took(*summary_.order_.before_last());
  if (summary_.order_.last()) judge.Took(*summary_.order_.last());
  RecordSalvager salvager(source_, offset, true, judge);
  if (const auto item = salvager.Next(); !item) return Fail(item.error());
  const std::uint64_t sound = std::min(salvager.position(), end);
  Report(on_problem_, {error.code, error.what, source_.name(), offset, sound - offset});
  frames_.Seek(sound);
  AddDamage(offset, sound);
  return {};
}

void SummaryReader::AddDamage(std::uint64_t offset, std::uint64_t end) {
  const std::vector<Chunk>& chunks = summary_.chunks_;
  ChunkFor(offset, chunks.empty() ? Timestamp{} : chunks.back().last, false);
  MarkDamage(offset, end);
}

// Marks damage in an existing chunk.
void SummaryReader::MarkDamage(std::uint64_t offset, std::uint64_t end) {
  Chunk& chunk = summary_.chunks_[summary_.ChunkAt(offset)];
  chunk.has_mark = true;
  chunk.records += kSeveral;
  std::vector<DamagedStretch>& damage = summary_.damage_;
  auto at = std::lower_bound(
      damage.begin(), damage.end(), offset,
      [](const DamagedStretch& known, std::uint64_t wanted) { return known.end < wanted; });
  if (at == damage.end() || at->end != offset)
    at = damage.insert(at, {offset, end});
  else
    at->end = end;
  if (at + 1 == damage.end() || (at + 1)->offset != end) return;
  at->end = (at + 1)->end;
  damage.erase(at + 1);
}

// Returns the last chunk.  Returns a new chunk if the last one is full, or if the record must be
// alone in its chunk.
Chunk& SummaryReader::ChunkFor(std::uint64_t offset, Timestamp stamp, bool alone) {
  std::vector<Chunk>& chunks = summary_.chunks_;
  if (chunks.empty() ||
      ((alone || HasEnough(chunks.back(), offset)) && SizeWithNext() <= Allowance())) {
    FinishChunk();
    if (on_progress_) on_progress_(offset);
    chunks.push_back({.offset = offset, .first = stamp, .last = stamp});
    metrics_ = summary_.sets_.NoMetrics();
  }
  return chunks.back();
}

// The chunks, their sets of metrics and their maps take less than 1 % of the data in them, even if
// no two chunks have the same metrics.  Another 1 % is for the reserve of vectors, and for the
// levels above.
std::uint64_t SummaryReader::Allowance() const {
  return kLeastAllowance + (summary_.end_ - summary_.first_) / 110;
}
std::uint64_t SummaryReader::SizeWithNext() const {
  const MetricSets& sets = summary_.sets_;
  return summary_.chunks_.size() * sizeof(Chunk) + sets.size() * sets.BytesPerSet() +
         summary_.maps_.size() + 2 * (sizeof(Chunk) + sets.BytesPerSet());
}
void SummaryReader::FinishChunk() {
  if (!summary_.chunks_.empty()) summary_.chunks_.back().metrics = summary_.sets_.Intern(metrics_);
}

}  // namespace fdr
