// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/order_look.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <system_error>

#include "fdr/archive/archive.h"
#include "fdr/archive/stamp_walk.h"

namespace fdr {
namespace {

constexpr std::uint64_t kCompression = 8;     // times smaller, as a guess
constexpr std::uint64_t kLargeGap = 4 << 20;  // bytes of records between two entries of the index

bool IsPlain(const Archive& archive, std::size_t volume) {
  return CompressionSuffix(archive.files().volumes[volume].path).empty();
}

std::uint64_t FileSize(const Archive& archive, std::size_t volume) {
  std::error_code unknown;
  const std::uint64_t size =
      std::filesystem::file_size(archive.files().volumes[volume].path, unknown);
  return unknown ? 0 : size;
}

bool IsSmall(const Archive& archive, std::uint64_t small) {
  std::uint64_t size = 0;
  for (std::size_t v = 0; v < archive.volume_count(); ++v)
    size += FileSize(archive, v) * (IsPlain(archive, v) ? 1 : kCompression);
  if (size > small) return false;
  size = 0;
  for (std::size_t v = 0; v < archive.volume_count(); ++v)
    if (const Result<const ByteSource*> source = archive.Volume(v)) size += (*source)->size();
  return size <= small;
}

// Entries that ascend by stamp ascend by place, too, and none is far from the one before.
bool IsIndexInOrder(const Archive& archive) {
  const std::span<const IndexEntry> index = archive.index();
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

// What lies behind the last entry is looked at only where that costs little.
bool IsEndInOrder(const Archive& archive) {
  const std::size_t last = archive.volume_count() - 1;
  if (!IsPlain(archive, last)) return true;
  const IndexEntry& entry = archive.index().back();
  if (entry.volume == archive.files().volumes[last].number &&
      FileSize(archive, last) > static_cast<std::uint64_t>(entry.data_offset) + kLargeGap)
    return false;
  const Result<Timestamp> end = archive.End();
  return !end || *end >= entry.stamp;
}

}  // namespace

bool OrderLook::MayGoBack(const Archive& archive, std::uint64_t small) {
  if (!began_ && !IsSmall(archive, small) && IsIndexInOrder(archive) && IsEndInOrder(archive)) {
    PassAll(archive);
    return false;
  }
  began_ = true;
  return GoesBackFromHere(archive);
}

void OrderLook::PassAll(const Archive& archive) {
  began_ = true;
  const std::size_t last = archive.volume_count() - 1;
  volume_ = archive.files().volumes[last].number + 1;
  if (!IsPlain(archive, last)) return;  // nothing is appended to it
  const Result<std::uint64_t> end = archive.DataEnd(last);
  const Result<Timestamp> stamp = archive.End();
  if (!end || !stamp) return;
  --volume_;
  offset_ = *end;
  last_ = *stamp;
}

bool OrderLook::GoesBackFromHere(const Archive& archive) {
  for (std::size_t v = 0; v < archive.volume_count(); ++v) {
    const std::int32_t number = archive.files().volumes[v].number;
    if (number < volume_) continue;
    if (number > volume_) offset_ = 0;
    volume_ = number;
    if (GoesBackIn(archive, v)) return true;
  }
  return false;
}

// What is known of a volume is not looked at again.
bool OrderLook::Pass(const VolumeSummary& summary) {
  if (summary.StampsGoBack() || !summary.damage().empty()) return false;
  if (summary.chunks().empty()) return true;
  if (last_ && summary.chunks().front().first < *last_) return false;
  last_ = summary.chunks().back().last;
  offset_ = summary.end();
  return true;
}

// A volume that cannot be read tells nothing.
bool OrderLook::GoesBackIn(const Archive& archive, std::size_t volume) {
  if (offset_ == 0 && archive.HasSummary(volume))
    if (const Result<const VolumeSummary*> summary = archive.Summary(volume))
      return !Pass(**summary);
  const Result<const ByteSource*> source = archive.Volume(volume);
  const Result<std::uint64_t> end = archive.DataEnd(volume);
  if (!source || !end) return false;
  StampWalk walk(**source, archive.version());
  walk.Seek(std::max<std::uint64_t>(offset_, archive.label().size()));
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
