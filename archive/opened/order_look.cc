// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/opened/order_look.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <system_error>

#include "fdr/archive/opened/opened_volumes.h"
#include "fdr/archive/order/stamp_walk.h"

namespace fdr {
namespace {

constexpr std::uint64_t kCompression = 8;     // a guess of the ratio
constexpr std::uint64_t kLargeGap = 4 << 20;  // bytes between two index entries

bool IsPlain(const OpenedVolumes& volumes, std::size_t volume) {
  return CompressionSuffix(volumes.parts().files.volumes[volume].path).empty();
}

std::uint64_t FileSize(const OpenedVolumes& volumes, std::size_t volume) {
  std::error_code unknown;
  const std::uint64_t size =
      std::filesystem::file_size(volumes.parts().files.volumes[volume].path, unknown);
  return unknown ? 0 : size;
}

bool IsSmall(const OpenedVolumes& volumes, std::uint64_t small) {
  std::uint64_t size = 0;
  for (std::size_t v = 0; v < volumes.count(); ++v)
    size += FileSize(volumes, v) * (IsPlain(volumes, v) ? 1 : kCompression);
  if (size > small) return false;
  size = 0;
  for (std::size_t v = 0; v < volumes.count(); ++v)
    if (const Result<const ByteSource*> source = volumes.Volume(v)) size += (*source)->size();
  return size <= small;
}

// Whether entries that ascend by stamp also ascend by place, without large gaps.
bool IsIndexInOrder(const OpenedVolumes& volumes) {
  const std::span<const IndexEntry> index = volumes.parts().index;
  if (index.empty()) return false;
  for (auto entry = index.begin() + 1; entry != index.end(); ++entry) {
    const IndexEntry& before = *(entry - 1);
    if (entry->volume < before.volume) return false;
    if (entry->volume > before.volume) continue;
    if (entry->data_offset < before.data_offset) return false;
    if (static_cast<std::uint64_t>(entry->data_offset - before.data_offset) > kLargeGap)
      return false;
  }
  return true;
}

// Checks the records after the last entry only if this costs little.
bool IsEndInOrder(const OpenedVolumes& volumes) {
  const std::size_t last = volumes.count() - 1;
  if (!IsPlain(volumes, last)) return true;
  const IndexEntry& entry = volumes.parts().index.back();
  if (entry.volume == volumes.parts().files.volumes[last].number &&
      FileSize(volumes, last) > static_cast<std::uint64_t>(entry.data_offset) + kLargeGap)
    return false;
  const Result<Timestamp> end = volumes.End();
  return !end || *end >= entry.stamp;
}

}  // namespace

bool OrderLook::MayGoBack(const OpenedVolumes& volumes, std::uint64_t small) {
  if (!began_ && !IsSmall(volumes, small) && IsIndexInOrder(volumes) && IsEndInOrder(volumes)) {
    PassAll(volumes);
    return false;
  }
  began_ = true;
  return GoesBackFromHere(volumes);
}

void OrderLook::PassAll(const OpenedVolumes& volumes) {
  began_ = true;
  const std::size_t last = volumes.count() - 1;
  volume_ = volumes.parts().files.volumes[last].number + 1;
  if (!IsPlain(volumes, last)) return;  // it never grows
  const Result<std::uint64_t> end = volumes.DataEnd(last);
  const Result<Timestamp> stamp = volumes.End();
  if (!end || !stamp) return;
  --volume_;
  offset_ = *end;
  last_ = *stamp;
}

bool OrderLook::GoesBackFromHere(const OpenedVolumes& volumes) {
  for (std::size_t v = 0; v < volumes.count(); ++v) {
    const std::int32_t number = volumes.parts().files.volumes[v].number;
    if (number < volume_) continue;
    if (number > volume_) offset_ = 0;
    volume_ = number;
    if (GoesBackIn(volumes, v)) return true;
  }
  return false;
}

// Skips the part of a volume that its summary knows.
bool OrderLook::Pass(const VolumeSummary& summary) {
  if (summary.StampsGoBack() || !summary.damage().empty()) return false;
  if (summary.chunks().empty()) return true;
  if (last_ && summary.chunks().front().first < *last_) return false;
  last_ = summary.chunks().back().last;
  offset_ = summary.end();
  return true;
}

// A volume that cannot be read gives no evidence.
bool OrderLook::GoesBackIn(const OpenedVolumes& volumes, std::size_t volume) {
  if (offset_ == 0 && volumes.HasSummary(volume))
    if (const Result<const VolumeSummary*> summary = volumes.Summary(volume))
      return !Pass(**summary);
  const Result<const ByteSource*> source = volumes.Volume(volume);
  const Result<std::uint64_t> end = volumes.DataEnd(volume);
  if (!source || !end) return false;
  StampWalk walk(**source, volumes.parts().label.version);
  walk.Seek(std::max<std::uint64_t>(offset_, volumes.parts().label.size()));
  StampedRecord record;
  while (walk.position() < *end) {
    const StampWalk::Step step = walk.Next(record);
    if (step != StampWalk::Step::kRecord) return step == StampWalk::Step::kDamage;
    if (last_ && record.stamp < *last_) return true;
    last_ = record.stamp;
    offset_ = walk.position();
  }
  return false;
}

}  // namespace fdr
