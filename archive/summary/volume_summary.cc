// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/summary/volume_summary.h"

#include <algorithm>

#include "fdr/archive/summary/summary_reader.h"

namespace fdr {

bool WantedMetrics::In(const MetricSets& sets, MetricSets::Id id) {
  if (known_.size() < sets.size()) known_.resize(sets.size(), -1);
  if (known_[id] < 0) known_[id] = sets.Intersects(id, bits_) ? 1 : 0;
  return known_[id] == 1;
}

Result<void> VolumeSummary::Extend(const ByteSource& source, const DataJudge::Witnesses& witnesses,
                                   std::uint64_t end, const Metadata& metadata,
                                   const ProblemSink& on_problem,
                                   const SummaryProgress& on_progress) {
  sets_.Widen(metadata.metrics().size());
  // The last record may later prove to be out of order.
  const std::size_t first_changed = last_ ? ChunkAt(last_->offset) : 0;
  const Result<void> read =
      SummaryReader(*this, source, witnesses, metadata, on_problem, on_progress).ReadTo(end);
  BuildLevels(first_changed);
  return read;
}

bool VolumeSummary::Append(const VolumeSummary& rest) {
  if (rest.first_ != end_ || !damage_.empty() || !rest.damage_.empty()) return false;
  if (stamps_go_back_ || rest.stamps_go_back_) return false;
  if (rest.chunks_.empty()) return rest.end_ == end_;
  if (order_.last() && *order_.last() > rest.chunks_.front().first) return false;
  const std::size_t first_changed = chunks_.size();
  const RecordMaps::Id maps = maps_.Append(rest.maps_);
  for (Chunk chunk : rest.chunks_) {
    const auto bits = rest.sets_.Bits(chunk.metrics);
    chunk.metrics = sets_.Intern({bits.begin(), bits.end()});
    if (chunk.map != RecordMaps::kNone) chunk.map += maps;
    chunks_.push_back(chunk);
  }
  order_.Append(rest.order_);
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
  // No damage is known here, so the reader has not come record by record: continue at the next
  // chunk.
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

// Walks along a level to the next wanted node.  At each boundary of a parent it goes up a level, if
// this can skip nodes.  Then it goes down to the chunk.
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
  std::size_t end = before;  // end of the nodes left to visit, one level below
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
