// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/volume_summary.h"

#include <algorithm>

#include "fdr/archive/record_frame.h"
#include "fdr/archive/record_kinds.h"
#include "fdr/archive/record_salvager.h"
#include "fdr/archive/result_record.h"

namespace fdr {

// From the value sets of a record to its set of metrics.  Records repeat their layout, so nearly
// all of them are recognised by the sequence of their identifiers.
class VolumeSummary::LayoutMemo {
 public:
  LayoutMemo(const Metadata& metadata, const MetricSets& sets) : metadata_(metadata), sets_(sets) {}

  /// Valid until the next call.
  const MetricBits& MetricsOf(const ResultRecord& record) {
    layout_.clear();
    for (const ValueSet& set : record.sets())
      if (set.size() > 0) layout_.push_back(set.id());
    for (const Known& known : known_)
      if (known.layout == layout_) return known.metrics;
    if (known_.size() == kRemembered) known_.erase(known_.begin());
    MetricBits& bits = known_.emplace_back(Known{layout_, sets_.NoMetrics()}).metrics;
    for (const MetricId id : layout_)
      if (const auto place = metadata_.IndexOf(id)) SetBit(bits, *place);
    return bits;
  }

 private:
  static constexpr std::size_t kRemembered = 16;

  struct Known {
    std::vector<MetricId> layout;
    MetricBits metrics;
  };

  const Metadata& metadata_;
  const MetricSets& sets_;
  std::vector<Known> known_;
  std::vector<MetricId> layout_;
};

bool WantedMetrics::In(const MetricSets& sets, MetricSets::Id id) {
  if (known_.size() < sets.size()) known_.resize(sets.size(), -1);
  if (known_[id] < 0) known_[id] = sets.Intersects(id, bits_) ? 1 : 0;
  return known_[id] == 1;
}

// Adds what it reads to a summary, record by record.
class VolumeSummary::Reader {
 public:
  Reader(VolumeSummary& summary, const ByteSource& source, Version version,
         const Metadata& metadata, const ProblemSink& on_problem,
         const SummaryProgress& on_progress)
      : summary_(summary),
        source_(source),
        version_(version),
        on_problem_(on_problem),
        on_progress_(on_progress),
        layouts_(metadata, summary.sets_),
        frames_(source, summary.end_),
        metrics_(summary.sets_.NoMetrics()) {
    // The last chunk may have room for more.
    if (!summary.chunks_.empty())
      Include(metrics_, summary.sets_.Bits(summary.chunks_.back().metrics));
  }

  Result<void> ReadTo(std::uint64_t end) {
    const Result<void> read = ReadRecords(end);
    ReportMisplaced();
    FinishChunk();
    return read;
  }

 private:
  struct Known {  // of a kind of records
    MetricBits metrics;
    std::optional<RecordMaps::Id> map;  // once there was room for it
  };

  static constexpr std::uint32_t kSeveral = 2;
  static constexpr std::uint64_t kFewBytes = 4096;

  Result<void> ReadRecords(std::uint64_t end) {
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

  void Add(const Frame& frame) {
    const auto kind = kinds_.DecodeSets(version_, frame.body);
    if (!kind) return AddSenseless(frame, kind.error());
    const ResultRecord& record = (*kind)->record;
    Known& known = (*kind)->note;
    if (!record.has_same_sets()) known = {layouts_.MetricsOf(record), {}};
    if (!IsInOrder({record.stamp(), frame.offset, frame.end()})) return;
    const bool alone = frame.size() >= kChunkBytes || record.is_mark();
    Chunk& chunk = ChunkFor(frame.offset, record.stamp(), alone);
    chunk.first = std::min(chunk.first, record.stamp());
    chunk.last = std::max(chunk.last, record.stamp());
    chunk.has_mark |= record.is_mark();
    if (chunk.records++ == 0 && frame.size() >= kChunkBytes) chunk.map = MapOf(record, known);
    Include(metrics_, known.metrics);
  }

  RecordMaps::Id MapOf(const ResultRecord& record, Known& known) {
    const std::uint64_t size = SizeWithNext(), most = Allowance();
    if (!known.map) known.map = summary_.maps_.Add(record, size < most ? most - size : 0);
    return known.map.value_or(RecordMaps::kNone);
  }

  void AddSenseless(const Frame& frame, const Error& error) {
    Report(on_problem_, {error.code, error.what, source_.name(), frame.offset, frame.size()});
    AddDamage(frame.offset, frame.end());
  }

  // Where the stamps go back, the record before may be the one to blame: it becomes damage.
  bool IsInOrder(const Stamped& record) {
    std::optional<Stamped>& last = summary_.last_;
    std::optional<Timestamp>& before_last = summary_.before_last_;
    if (!last || last->stamp <= record.stamp) {
      if (last) before_last = last->stamp;
    } else if (!before_last || *before_last <= record.stamp) {
      AddMisplaced(*last);
    } else {
      static_cast<void>(ChunkFor(record.offset, last->stamp, false));
      AddMisplaced(record);
      return false;
    }
    last = record;
    return true;
  }

  void AddMisplaced(const Stamped& record) {
    MarkDamage(record.offset, record.end);
    if (misplaced_ && misplaced_->end == record.offset) {
      misplaced_->end = record.end;
    } else {
      ReportMisplaced();
      misplaced_ = {record.offset, record.end};
    }
  }

  // A clock that was set back leaves many in a row: one problem.
  void ReportMisplaced() {
    if (!misplaced_) return;
    Report(on_problem_, {Errc::kCorruptRecord, "The stamps are not in order", source_.name(),
                         misplaced_->offset, misplaced_->end - misplaced_->offset});
    misplaced_.reset();
  }

  // To where there are records again.
  Result<void> Pass(const Error& error, std::uint64_t end) {
    const std::uint64_t offset = frames_.position();
    ResultRecord record;
    const auto judge = [this, &record](Bytes body, RecordSalvager::Place) {
      return record.DecodeSets(version_, body);
    };
    RecordSalvager salvager(source_, offset, true, judge);
    if (const auto item = salvager.Next(); !item) return Fail(item.error());
    const std::uint64_t sound = std::min(salvager.position(), end);
    Report(on_problem_, {error.code, error.what, source_.name(), offset, sound - offset});
    frames_.Seek(sound);
    AddDamage(offset, sound);
    return {};
  }

  void AddDamage(std::uint64_t offset, std::uint64_t end) {
    const std::vector<Chunk>& chunks = summary_.chunks_;
    ChunkFor(offset, chunks.empty() ? Timestamp{} : chunks.back().last, false);
    MarkDamage(offset, end);
  }

  // In a chunk that is there.
  void MarkDamage(std::uint64_t offset, std::uint64_t end) {
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

  // The last chunk, or a new one where that has enough, or else for one record alone.
  Chunk& ChunkFor(std::uint64_t offset, Timestamp stamp, bool alone) {
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

  static bool HasEnough(const Chunk& last, std::uint64_t end) {
    const bool is_mark = last.has_mark && last.records == 1;
    return is_mark || end - last.offset >= kChunkBytes;
  }

  // The chunks, their sets of metrics, and their maps take less than 1 % of the data that is in
  // them, even if no two chunks have the same metrics.  Another 1 % is left to vectors that grow,
  // and to the levels above.
  std::uint64_t Allowance() const { return kFewBytes + (summary_.end_ - summary_.first_) / 110; }
  std::uint64_t SizeWithNext() const {
    const MetricSets& sets = summary_.sets_;
    return summary_.chunks_.size() * sizeof(Chunk) + sets.size() * sets.BytesPerSet() +
           summary_.maps_.size() + 2 * (sizeof(Chunk) + sets.BytesPerSet());
  }
  void FinishChunk() {
    if (!summary_.chunks_.empty())
      summary_.chunks_.back().metrics = summary_.sets_.Intern(metrics_);
  }

  VolumeSummary& summary_;
  const ByteSource& source_;
  Version version_;
  const ProblemSink& on_problem_;
  const SummaryProgress& on_progress_;
  LayoutMemo layouts_;
  FrameReader frames_;
  RecordKinds<Known> kinds_;
  MetricBits metrics_;                       // of the last chunk
  std::optional<DamagedStretch> misplaced_;  // still to be reported
};

Result<void> VolumeSummary::Extend(const ByteSource& source, Version version, std::uint64_t end,
                                   const Metadata& metadata, const ProblemSink& on_problem,
                                   const SummaryProgress& on_progress) {
  sets_.Widen(metadata.metrics().size());
  // The last record may turn out to be out of order.
  const std::size_t first_changed = last_ ? ChunkAt(last_->offset) : 0;
  const Result<void> read =
      Reader(*this, source, version, metadata, on_problem, on_progress).ReadTo(end);
  BuildLevels(first_changed);
  return read;
}

bool VolumeSummary::Append(const VolumeSummary& rest) {
  if (rest.first_ != end_ || !damage_.empty() || !rest.damage_.empty()) return false;
  if (rest.chunks_.empty()) return rest.end_ == end_;
  if (last_ && last_->stamp > rest.chunks_.front().first) return false;
  const std::size_t first_changed = chunks_.size();
  const RecordMaps::Id maps = maps_.Append(rest.maps_);
  for (Chunk chunk : rest.chunks_) {
    const auto bits = rest.sets_.Bits(chunk.metrics);
    chunk.metrics = sets_.Intern({bits.begin(), bits.end()});
    if (chunk.map != RecordMaps::kNone) chunk.map += maps;
    chunks_.push_back(chunk);
  }
  before_last_ = rest.before_last_ ? rest.before_last_
                 : last_           ? std::optional(last_->stamp)
                                   : std::nullopt;
  last_ = rest.last_;
  end_ = rest.end_;
  BuildLevels(first_changed);
  return true;
}

std::optional<RecordMap> VolumeSummary::MapAt(std::uint64_t offset, std::size_t guess) const {
  if (chunks_.empty()) return std::nullopt;
  const Chunk& chunk = chunks_[ChunkAt(offset, guess)];
  return chunk.offset == offset ? maps_.Get(chunk.map) : std::nullopt;
}

const DamagedStretch* VolumeSummary::DamageAt(std::uint64_t offset) const {
  const auto stretch = std::upper_bound(
      damage_.begin(), damage_.end(), offset,
      [](std::uint64_t wanted, const DamagedStretch& damage) { return wanted < damage.end; });
  return stretch != damage_.end() && stretch->offset <= offset ? &*stretch : nullptr;
}

std::uint64_t VolumeSummary::BehindDamage(std::uint64_t offset) const {
  if (const DamagedStretch* const stretch = DamageAt(offset)) return stretch->end;
  // Nothing is known to be wrong here: whoever came here, did not come record by record.
  const auto chunk =
      std::upper_bound(chunks_.begin(), chunks_.end(), offset,
                       [](std::uint64_t wanted, const Chunk& c) { return wanted < c.offset; });
  return chunk != chunks_.end() ? chunk->offset : end_;
}

std::uint64_t VolumeSummary::BeforeDamage(std::uint64_t offset) const {
  const auto behind = std::lower_bound(
      damage_.begin(), damage_.end(), offset,
      [](const DamagedStretch& damage, std::uint64_t wanted) { return damage.offset < wanted; });
  if (behind != damage_.begin() && (behind - 1)->end >= offset) return (behind - 1)->offset;
  const auto chunk =
      std::lower_bound(chunks_.begin(), chunks_.end(), offset,
                       [](const Chunk& c, std::uint64_t wanted) { return c.offset < wanted; });
  return chunk != chunks_.begin() ? (chunk - 1)->offset : 0;
}

void VolumeSummary::BuildLevels(std::size_t first_changed) {
  for (std::size_t level = 1; level < kLevels; ++level) {
    std::vector<Node>& nodes = upper_[level - 1];
    first_changed /= kFanOut;
    nodes.resize(std::min(nodes.size(), first_changed));
    for (std::size_t i = nodes.size() * kFanOut; i < LevelSize(level - 1);) {
      MetricBits metrics = sets_.NoMetrics();
      bool has_mark = false;
      for (const std::size_t stop = std::min(i + kFanOut, LevelSize(level - 1)); i < stop; ++i) {
        const Node below = At(level - 1, i);
        Include(metrics, sets_.Bits(below.metrics));
        has_mark |= below.has_mark;
      }
      nodes.push_back({sets_.Intern(metrics), has_mark});
    }
  }
}

VolumeSummary::Node VolumeSummary::At(std::size_t level, std::size_t i) const {
  if (level == 0) return {chunks_[i].metrics, chunks_[i].has_mark};
  return upper_[level - 1][i];
}

bool VolumeSummary::Matches(std::size_t level, std::size_t i, WantedMetrics& wanted) const {
  const Node node = At(level, i);
  return node.has_mark || wanted.In(sets_, node.metrics);
}

std::size_t VolumeSummary::ChunkAt(std::uint64_t offset, std::size_t guess) const {
  for (std::size_t i = guess - std::min<std::size_t>(guess, 1); i <= guess + 1; ++i)
    if (i < chunks_.size() && chunks_[i].offset <= offset && offset < EndOf(i)) return i;
  const auto after =
      std::upper_bound(chunks_.begin(), chunks_.end(), offset,
                       [](std::uint64_t wanted, const Chunk& c) { return wanted < c.offset; });
  return after == chunks_.begin() ? 0 : static_cast<std::size_t>(after - chunks_.begin()) - 1;
}

// Goes along a level until a node is wanted, and up a level at every boundary of a parent, as long
// as that can skip something; then down to the chunk.
std::optional<std::size_t> VolumeSummary::NextWith(std::size_t from, WantedMetrics& wanted) const {
  std::size_t level = 0;
  std::size_t i = from;
  while (i < LevelSize(level)) {
    if (level + 1 < kLevels && i % kFanOut == 0) {
      ++level;
      i /= kFanOut;
    } else if (!Matches(level, i, wanted)) {
      ++i;
    } else {
      while (level > 0) {
        --level;
        for (i *= kFanOut; !Matches(level, i, wanted);) ++i;
      }
      return i;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> VolumeSummary::PreviousWith(std::size_t before,
                                                       WantedMetrics& wanted) const {
  std::size_t level = 0;
  std::size_t end = before;  // nodes of the level below this one are still to be looked at
  while (end > 0) {
    if (level + 1 < kLevels && end % kFanOut == 0) {
      ++level;
      end /= kFanOut;
    } else if (!Matches(level, end - 1, wanted)) {
      --end;
    } else {
      std::size_t i = end - 1;
      while (level > 0) {
        --level;
        for (i = std::min(i * kFanOut + kFanOut, LevelSize(level)) - 1; !Matches(level, i, wanted);)
          --i;
      }
      return i;
    }
  }
  return std::nullopt;
}

std::size_t VolumeSummary::MemoryUsed() const {
  std::size_t bytes = chunks_.capacity() * sizeof(Chunk) + sets_.MemoryUsed() + maps_.MemoryUsed();
  for (const auto& nodes : upper_) bytes += nodes.capacity() * sizeof(Node);
  return bytes;
}

}  // namespace fdr
