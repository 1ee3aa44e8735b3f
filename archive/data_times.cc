// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/data_times.h"

#include <algorithm>

#include "fdr/archive/time_order.h"

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

// Finds what contradicts what: only where something does is it worth the memory.
Result<DataTimes> ResolveTimes(const DamagedData& data) {
  std::vector<Timestamp> stamps;
  const auto visited = VisitRecords(data, kSurveyShare / 2, kSurveyShare,
                                    [&](Timestamp stamp) { stamps.push_back(stamp); });
  if (!visited) return Fail(visited.error());
  DataTimes times{.start = data.label.start, .end = {}, .wrong = StampsOutOfOrder(stamps)};

  std::vector<std::size_t> right;  // the first three
  auto wrong = times.wrong.begin();
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    if (wrong != times.wrong.end() && *wrong == i) {
      ++wrong;
      continue;
    }
    if (right.size() < 3) right.push_back(i);
    times.end = stamps[i];
  }
  const bool has_start = data.label.start.Valid();
  const auto is_before = [&](std::size_t n) {
    return n < right.size() && stamps[right[n]] < data.label.start;
  };
  if (!has_start || is_before(1) || right.size() == 1) {
    times.start = stamps[right[0]];
  } else if (is_before(0)) {
    times.wrong.insert(std::lower_bound(times.wrong.begin(), times.wrong.end(), right[0]),
                       right[0]);
  }
  return times;
}

}  // namespace

Result<DataTimes> SurveyData(const DamagedData& data) {
  std::size_t records = 0;
  bool in_order = data.label.start.Valid();
  Timestamp last = data.label.start;
  const auto visited = VisitRecords(data, 0, kSurveyShare / 2, [&](Timestamp stamp) {
    ++records;
    in_order &= stamp >= last;
    last = stamp;
  });
  if (!visited) return Fail(visited.error());
  if (records == 0)
    return Fail(Errc::kEmpty, "Not a single data record is left", data.volumes.front().file.path);
  if (!in_order) return ResolveTimes(data);
  return DataTimes{.start = data.label.start, .end = last, .wrong = {}};
}

}  // namespace fdr
