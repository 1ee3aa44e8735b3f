// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/volume_summary.h"

#include <algorithm>

#include "fdr/archive/record_frame.h"
#include "fdr/archive/result_record.h"

namespace fdr {
namespace {

// From the value sets of a record to its set of metrics.  Records repeat their layout, so nearly
// all of them are recognised by the sequence of their identifiers.
class LayoutMemo {
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

}  // namespace

bool WantedMetrics::In(const MetricSets& sets, MetricSets::Id id) {
  if (known_.size() < sets.size()) known_.resize(sets.size(), -1);
  if (known_[id] < 0) known_[id] = sets.Intersects(id, bits_) ? 1 : 0;
  return known_[id] == 1;
}

// So that a chunk's own set of metrics, its share of those above, and itself take less than 1 %,
// even if no two chunks have the same metrics.  Another 1 % is left to vectors that grow.
std::size_t VolumeSummary::ChunkBytes() const {
  return std::max(kChunkBytes, 110 * (sets_.BytesPerSet() + sizeof(Chunk)));
}

Result<void> VolumeSummary::Extend(const ByteSource& source, Version version, std::uint64_t end,
                                   const Metadata& metadata) {
  sets_.Widen(metadata.metrics().size());
  const std::size_t first_changed = chunks_.empty() ? 0 : chunks_.size() - 1;
  const Result<void> read = ReadChunks(source, version, end, metadata);
  BuildLevels(first_changed);
  return read;
}

// The last chunk may have room for more.
Result<void> VolumeSummary::ReadChunks(const ByteSource& source, Version version, std::uint64_t end,
                                       const Metadata& metadata) {
  const std::size_t chunk_bytes = ChunkBytes();
  LayoutMemo layouts(metadata, sets_);
  FrameReader frames(source, end_);
  ResultRecord record;
  MetricBits metrics = sets_.NoMetrics();  // of the last chunk
  if (!chunks_.empty()) Include(metrics, sets_.Bits(chunks_.back().metrics));
  const auto finish_chunk = [&] {
    if (!chunks_.empty()) chunks_.back().metrics = sets_.Intern(metrics);
  };
  Result<void> outcome;
  while (frames.position() < end) {
    const Result<std::optional<Frame>> frame = frames.Next();
    if (!frame && frame.error().code == Errc::kIo) outcome = Fail(frame.error());
    if (!frame || !*frame || !record.DecodeSets(version, (*frame)->body)) break;
    const Timestamp stamp = record.stamp();
    if (chunks_.empty() || (*frame)->offset - chunks_.back().offset >= chunk_bytes) {
      finish_chunk();
      chunks_.push_back({.offset = (*frame)->offset, .first = stamp, .last = stamp});
      metrics = sets_.NoMetrics();
    }
    Chunk& chunk = chunks_.back();
    chunk.first = std::min(chunk.first, stamp);
    chunk.last = std::max(chunk.last, stamp);
    chunk.has_mark |= record.is_mark();
    Include(metrics, layouts.MetricsOf(record));
    end_ = (*frame)->end();
  }
  finish_chunk();
  return outcome;
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

std::size_t VolumeSummary::ChunkAt(std::uint64_t offset) const {
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
  std::size_t bytes = chunks_.capacity() * sizeof(Chunk) + sets_.MemoryUsed();
  for (const auto& nodes : upper_) bytes += nodes.capacity() * sizeof(Node);
  return bytes;
}

}  // namespace fdr
