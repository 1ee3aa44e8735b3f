// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/salvage/known_places.h"

#include <algorithm>

#include "fdr/archive/record/label_record.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

KnownPlaces::KnownPlaces(const ByteSource& source, Version version,
                         std::span<const IndexEntry> index, std::int32_t volume)
    : source_(&source), version_(version) {
  const auto first = static_cast<std::int64_t>(LabelSize(version));
  for (const IndexEntry& entry : index)
    if (entry.volume == volume && entry.data_offset >= first)
      places_.push_back({static_cast<std::uint64_t>(entry.data_offset), entry.stamp});
  const auto before = [](const Place& a, const Place& b) { return a.offset < b.offset; };
  if (!std::is_sorted(places_.begin(), places_.end(), before))
    std::stable_sort(places_.begin(), places_.end(), before);
}

bool KnownPlaces::IsConfirmed(const Place& place) const {
  if (place.offset >= source_->size()) return false;
  FrameReader frames(*source_, LabelSize(version_));
  frames.Seek(place.offset);
  const Result<std::optional<FrameHead>> head = frames.NextHead();
  if (!head || !*head) return false;
  const Result<Timestamp> stamp = ResultRecord::DecodeStamp(version_, (*head)->body);
  return stamp && *stamp == place.stamp;
}

std::optional<KnownPlaces::Place> KnownPlaces::Behind(std::uint64_t offset) const {
  const auto from = std::upper_bound(
      places_.begin(), places_.end(), offset,
      [](std::uint64_t wanted, const Place& place) { return wanted < place.offset; });
  const auto known =
      std::find_if(from, places_.end(), [this](const Place& place) { return IsConfirmed(place); });
  return known == places_.end() ? std::nullopt : std::optional(*known);
}

std::optional<Timestamp> KnownPlaces::ClaimAt(std::uint64_t offset) const {
  const auto claim = std::lower_bound(
      places_.begin(), places_.end(), offset,
      [](const Place& place, std::uint64_t wanted) { return place.offset < wanted; });
  if (claim == places_.end() || claim->offset != offset) return std::nullopt;
  return claim->stamp;
}

std::optional<KnownPlaces::Place> KnownPlaces::Last() const {
  const auto known = std::find_if(places_.rbegin(), places_.rend(),
                                  [this](const Place& place) { return IsConfirmed(place); });
  return known == places_.rend() ? std::nullopt : std::optional(*known);
}

}  // namespace fdr
