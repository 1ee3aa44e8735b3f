// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/buckets/series_blocks.h"

#include <algorithm>
#include <bit>

namespace fdr {

std::uint32_t SeriesBlocks::Block::FirstMoment() const { return Moment(std::countr_zero(has)); }
std::uint32_t SeriesBlocks::Block::LastMoment() const { return Moment(63 - std::countl_zero(has)); }

void SeriesBlocks::Add(std::uint32_t moment, const SeriesEvent& event, ValueKind kind) {
  const std::uint32_t number = moment / kBlock;
  if (blocks_.empty() || blocks_.back().number != number) {
    if (!blocks_.empty()) blocks_.back().values.shrink_to_fit();
    blocks_.emplace_back().number = number;
  }
  Block& block = blocks_.back();
  const std::uint64_t bit = std::uint64_t{1} << moment % kBlock;
  block.has |= bit;
  if (event.is_joined) {
    block.joined |= bit;
    HoldBetween(kind, last_.at, last_.value, event,
                [&](Nanos from, Nanos to, double value) { block.sums.AddHold(to - from, value); });
  }
  if (event.HasValue()) block.sums.AddValue(event.value);
  last_ = event;
  block.last = event.value;
  block.values.push_back(event.value);
  ++values_;
}

void SeriesBlocks::Fill(const Moments& moments, ValueKind kind, std::optional<Nanos> end,
                        SeriesBuckets& out) const {
  const TimeGrid& grid = out.grid();
  // The first block that ends in the window, or behind it: the time before it may belong to it.
  auto block = std::partition_point(blocks_.begin(), blocks_.end(), [&](const Block& one) {
    return moments[one.LastMoment()] < grid.from();
  });
  SeriesEvent before;
  if (block != blocks_.begin()) before = {moments[(block - 1)->LastMoment()], (block - 1)->last};
  for (; block != blocks_.end() && before.at < grid.to(); ++block) {
    if (!FillWhole(*block, moments, before, out)) FillEvents(*block, moments, kind, before, out);
    before = {moments[block->LastMoment()], block->last};
  }
  if (block == blocks_.end() && end && *end > last_.at) out.AddHold(last_.at, *end, last_.value);
}

// False if the block lies in several buckets, or partly outside of the window.
bool SeriesBlocks::FillWhole(const Block& block, const Moments& moments, const SeriesEvent& before,
                             SeriesBuckets& out) {
  const TimeGrid& grid = out.grid();
  const std::uint32_t first = block.FirstMoment();
  const bool is_joined = (block.joined >> first % kBlock & 1) != 0;
  const Nanos start = is_joined ? before.at : moments[first], end = moments[block.LastMoment()];
  if (start < grid.from() || end >= grid.to()) return false;
  const std::size_t bucket = grid.BucketOf(start);
  if (end >= grid.Border(bucket + 1)) return false;
  out.AddSums(bucket, block.sums);
  return true;
}

void SeriesBlocks::FillEvents(const Block& block, const Moments& moments, ValueKind kind,
                              SeriesEvent& before, SeriesBuckets& out) {
  std::size_t place = 0;
  for (std::uint64_t rest = block.has; rest != 0; rest &= rest - 1, ++place) {
    const int bit = std::countr_zero(rest);
    const SeriesEvent event{.at = moments[block.Moment(bit)],
                            .value = block.values[place],
                            .is_joined = (block.joined >> bit & 1) != 0};
    out.AddEvent(kind, before, event);
    before = event;
    if (event.at >= out.grid().to()) return;
  }
}

}  // namespace fdr
