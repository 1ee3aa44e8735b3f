// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/volume_summary.h"

#include <algorithm>

#include "fdr/archive/record_frame.h"
#include "fdr/archive/result_record.h"

namespace fdr {
namespace {

// From the value sets of a record to the number of its set of metrics.  Records repeat their
// layout, so nearly all of them are recognised by the sequence of their identifiers.
class LayoutMemo {
 public:
  LayoutMemo(const Metadata& metadata, MetricSets& sets) : metadata_(metadata), sets_(sets) {}

  MetricSets::Id MetricsOf(const ResultRecord& record) {
    layout_.clear();
    for (const ValueSet& set : record.sets())
      if (set.size() > 0) layout_.push_back(set.id());
    for (const Known& known : known_)
      if (known.layout == layout_) return known.metrics;
    if (known_.size() == kRemembered) known_.erase(known_.begin());
    known_.push_back({layout_, Intern()});
    return known_.back().metrics;
  }

 private:
  static constexpr std::size_t kRemembered = 16;

  struct Known {
    std::vector<MetricId> layout;
    MetricSets::Id metrics;
  };

  MetricSets::Id Intern() {
    MetricBits bits = sets_.NoMetrics();
    for (const MetricId id : layout_)
      if (const auto place = metadata_.IndexOf(id)) SetBit(bits, *place);
    return sets_.Intern(bits);
  }

  const Metadata& metadata_;
  MetricSets& sets_;
  std::vector<Known> known_;
  std::vector<MetricId> layout_;
};

}  // namespace

bool WantedMetrics::In(const MetricSets& sets, MetricSets::Id id) {
  if (known_.size() < sets.size()) known_.resize(sets.size(), -1);
  if (known_[id] < 0) known_[id] = sets.Intersects(id, bits_) ? 1 : 0;
  return known_[id] == 1;
}

Result<VolumeSummary> VolumeSummary::Build(const ByteSource& source, Version version,
                                           std::uint64_t first, std::uint64_t end,
                                           const Metadata& metadata, std::size_t chunk_bytes) {
  VolumeSummary summary(metadata.metrics().size());
  LayoutMemo layouts(metadata, summary.sets_);
  FrameReader frames(source, first);
  ResultRecord record;
  while (frames.position() < end) {
    const Result<std::optional<Frame>> frame = frames.Next();
    if (!frame && frame.error().code == Errc::kIo) return Fail(frame.error());
    if (!frame || !*frame || !record.DecodeSets(version, (*frame)->body)) break;
    const Timestamp stamp = record.stamp();
    const MetricSets::Id metrics = layouts.MetricsOf(record);
    if (summary.chunks_.empty() || (*frame)->end() - summary.chunks_.back().offset > chunk_bytes) {
      summary.chunks_.push_back({(*frame)->offset, stamp, stamp, metrics, record.is_mark()});
    } else {
      Chunk& chunk = summary.chunks_.back();
      chunk.first = std::min(chunk.first, stamp);
      chunk.last = std::max(chunk.last, stamp);
      chunk.metrics = summary.sets_.Union(chunk.metrics, metrics);
      chunk.has_mark |= record.is_mark();
    }
    summary.end_ = (*frame)->end();
  }
  if (summary.chunks_.empty()) summary.end_ = first;
  summary.chunks_.shrink_to_fit();
  summary.BuildLevels();
  return summary;
}

void VolumeSummary::BuildLevels() {
  for (std::size_t level = 1; level < kLevels; ++level) {
    std::vector<Node>& nodes = upper_[level - 1];
    for (std::size_t i = 0; i < LevelSize(level - 1); ++i) {
      const Node below = At(level - 1, i);
      if (i % kFanOut == 0) {
        nodes.push_back(below);
      } else {
        nodes.back().metrics = sets_.Union(nodes.back().metrics, below.metrics);
        nodes.back().has_mark |= below.has_mark;
      }
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
  if (level == 0) return std::nullopt;
  // The rest of a level above is all there is.
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
  std::size_t bytes =
      chunks_.capacity() * sizeof(Chunk) + sets_.size() * sets_.NoMetrics().size() * 8;
  for (const auto& nodes : upper_) bytes += nodes.capacity() * sizeof(Node);
  return bytes;
}

}  // namespace fdr
