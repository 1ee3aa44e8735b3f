// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/data_times.h"

#include <algorithm>
#include <optional>

#include "fdr/archive/order/last_stamp.h"
#include "fdr/archive/order/stamp_order.h"
#include "fdr/archive/salvage/data_end.h"

namespace fdr {
namespace {

// Where a record lies.
struct Place {
  const DamagedVolume* volume = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t end = 0;
};

Result<void> VisitRecords(const DamagedData& data, double from, double to,
                          const std::function<void(Timestamp, const Place&)>& on_record) {
  VolumeSalvage salvage(data, from, to);
  for (const DamagedVolume& volume : data.volumes) {
    const auto visited = salvage.Visit(
        volume,
        [&](const ResultRecord& record, const SalvagedRecord& salvaged) -> Result<void> {
          on_record(record.stamp(), {&volume, salvaged.frame.offset, salvaged.frame.end()});
          return {};
        },
        [](const LostStretch&) -> Result<void> { return {}; });
    if (!visited) return Fail(visited.error());
  }
  return {};
}

// What the index says about a record.  Some writers let their last entry point behind the last one.
std::optional<Timestamp> IndexedStamp(const DamagedData& data, const Place& place) {
  std::optional<Timestamp> behind;
  for (const IndexEntry& entry : data.index) {
    if (entry.volume != place.volume->file.number || entry.data_offset < 0) continue;
    const auto offset = static_cast<std::uint64_t>(entry.data_offset);
    if (offset == place.offset) return entry.stamp;
    if (offset == place.end) behind = entry.stamp;
  }
  return behind;
}

// Whether the stamp of the last record, which lies at `place`, is contradicted.
bool IsWild(const DamagedData& data, const Place& place, LastStamp last) {
  last.indexed = IndexedStamp(data, place);
  last.written = LastWritten(place.volume->file.path);
  return IsContradicted(last);
}

void Append(LastStamp& last, Timestamp stamp, bool is_first) {
  last.second_before = last.before;
  if (!is_first) last.before = last.stamp;
  last.stamp = stamp;
}

// What is wrong with the stamps from `start` on, and all from before.
StampFaults FaultsIfBegunAt(Timestamp start, const std::vector<Timestamp>& stamps) {
  StampFaults faults;
  std::vector<std::size_t> places;
  std::vector<Timestamp> later;
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    if (stamps[i] < start) {
      faults.wrong.push_back(i);
    } else {
      places.push_back(i);
      later.push_back(stamps[i]);
    }
  }
  StampFaults found = FindStampFaults(later);
  for (const std::size_t place : found.wrong) faults.wrong.push_back(places[place]);
  std::sort(faults.wrong.begin(), faults.wrong.end());
  faults.restarts = std::move(found.restarts);
  return faults;
}

// Those stamps whose numbers are not in `wrong`, which is ascending.
std::vector<Timestamp> Without(const std::vector<std::size_t>& wrong,
                               const std::vector<Timestamp>& stamps) {
  std::vector<Timestamp> right;
  auto next = wrong.begin();
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    if (next != wrong.end() && *next == i) {
      ++next;
    } else {
      right.push_back(stamps[i]);
    }
  }
  return right;
}

LastStamp TailOf(const std::vector<Timestamp>& stamps, Timestamp start) {
  LastStamp last{.stamp = stamps.back(), .start = start};
  if (stamps.size() > 1) last.before = stamps[stamps.size() - 2];
  if (stamps.size() > 2) last.second_before = stamps[stamps.size() - 3];
  return last;
}

// Finds what contradicts what: only where something does is it worth the memory.
Result<DataTimes> ResolveTimes(const DamagedData& data) {
  std::vector<Timestamp> stamps;
  Place place;
  const auto visited =
      VisitRecords(data, kSurveyShare / 2, kSurveyShare, [&](Timestamp stamp, const Place& where) {
        stamps.push_back(stamp);
        place = where;
      });
  if (!visited) return Fail(visited.error());

  const Timestamp start = data.label.start;
  StampFaults faults = FaultsIfBegunAt(start, stamps);
  StampFaults faults_without_label = FindStampFaults(stamps);
  const bool label_is_right = start.Valid() && faults.wrong.size() < stamps.size() &&
                              faults.wrong.size() <= faults_without_label.wrong.size() + 1;
  if (!label_is_right) faults = std::move(faults_without_label);

  DataTimes times{.start = start, .end = {}, .wrong = std::move(faults.wrong)};
  times.is_sorted = faults.restarts.empty();
  std::vector<Timestamp> right = Without(times.wrong, stamps);
  const bool last_is_right = times.wrong.empty() || times.wrong.back() + 1 < stamps.size();
  if (!label_is_right) times.start = *std::min_element(right.begin(), right.end());
  if (last_is_right && times.is_sorted && IsWild(data, place, TailOf(right, times.start))) {
    if (right.size() == 1) {  // it outvotes the label
      times.start = right.front();
    } else {
      times.wrong.push_back(stamps.size() - 1);
      right.pop_back();
    }
  }
  times.end = *std::max_element(right.begin(), right.end());
  return times;
}

}  // namespace

Result<DataTimes> SurveyData(const DamagedData& data) {
  std::size_t records = 0;
  bool in_order = data.label.start.Valid();
  LastStamp last{.stamp = data.label.start, .start = data.label.start};
  Place place;
  const auto visited =
      VisitRecords(data, 0, kSurveyShare / 2, [&](Timestamp stamp, const Place& where) {
        in_order &= stamp >= last.stamp;
        Append(last, stamp, records++ == 0);
        place = where;
      });
  if (!visited) return Fail(visited.error());
  if (records == 0)
    return Fail(Errc::kEmpty, "Not a single data record is left", data.volumes.front().file.path);
  if (!in_order) return ResolveTimes(data);
  // No later record contradicts the last one.
  DataTimes times{.start = data.label.start, .end = last.stamp, .wrong = {}};
  if (!IsWild(data, place, last)) return times;
  if (last.before) {
    times.end = *last.before;
    times.wrong = {records - 1};
  } else {  // the only record outvotes the label
    times.start = last.stamp;
  }
  return times;
}

}  // namespace fdr
