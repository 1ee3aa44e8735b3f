// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/data_times.h"

#include <algorithm>
#include <optional>

#include "fdr/archive/data_end.h"
#include "fdr/archive/last_stamp.h"
#include "fdr/archive/stamp_order.h"

namespace fdr {
namespace {

Result<void> VisitRecords(const DamagedData& data, double from, double to,
                          const std::function<void(Timestamp)>& on_record) {
  VolumeSalvage salvage(data, from, to);
  for (const DamagedVolume& volume : data.volumes) {
    const auto visited = salvage.Visit(
        volume,
        [&](const ResultRecord& record, const SalvagedRecord&) -> Result<void> {
          on_record(record.stamp());
          return {};
        },
        [](const LostStretch&) -> Result<void> { return {}; });
    if (!visited) return Fail(visited.error());
  }
  return {};
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

// Finds what contradicts what: only where something does is it worth the memory.
Result<DataTimes> ResolveTimes(const DamagedData& data) {
  std::vector<Timestamp> stamps;
  const auto visited = VisitRecords(data, kSurveyShare / 2, kSurveyShare,
                                    [&](Timestamp stamp) { stamps.push_back(stamp); });
  if (!visited) return Fail(visited.error());

  const Timestamp start = data.label.start;
  StampFaults faults = FaultsIfBegunAt(start, stamps);
  StampFaults faults_without_label = FindStampFaults(stamps);
  const bool label_is_right = start.Valid() && faults.wrong.size() < stamps.size() &&
                              faults.wrong.size() <= faults_without_label.wrong.size() + 1;
  if (!label_is_right) faults = std::move(faults_without_label);

  DataTimes times{.start = start, .end = {}, .wrong = std::move(faults.wrong)};
  times.is_sorted = faults.restarts.empty();
  std::optional<Timestamp> first;
  auto wrong = times.wrong.begin();
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    if (wrong != times.wrong.end() && *wrong == i) {
      ++wrong;
      continue;
    }
    first = std::min(first.value_or(stamps[i]), stamps[i]);
    times.end = std::max(times.end, stamps[i]);
  }
  if (!label_is_right && first) times.start = *first;
  return times;
}

}  // namespace

Result<DataTimes> SurveyData(const DamagedData& data) {
  std::size_t records = 0;
  bool in_order = data.label.start.Valid();
  LastStamp last{.stamp = data.label.start, .start = data.label.start};
  const auto visited = VisitRecords(data, 0, kSurveyShare / 2, [&](Timestamp stamp) {
    in_order &= stamp >= last.stamp;
    last.second_before = last.before;
    if (records++ > 0) last.before = last.stamp;
    last.stamp = stamp;
  });
  if (!visited) return Fail(visited.error());
  if (records == 0)
    return Fail(Errc::kEmpty, "Not a single data record is left", data.volumes.front().file.path);
  if (!in_order) return ResolveTimes(data);
  // No later record contradicts the last one.
  last.written = LastWritten(data.volumes.back().file.path);
  if (last.before && IsContradicted(last))
    return DataTimes{.start = data.label.start, .end = *last.before, .wrong = {records - 1}};
  return DataTimes{.start = data.label.start, .end = last.stamp, .wrong = {}};
}

}  // namespace fdr
