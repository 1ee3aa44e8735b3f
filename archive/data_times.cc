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

// Those that are out of order among the stamps from `start` on, and all from before.
std::vector<std::size_t> WrongIfBegunAt(Timestamp start, const std::vector<Timestamp>& stamps) {
  std::vector<std::size_t> wrong;
  std::vector<std::size_t> places;
  std::vector<Timestamp> later;
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    if (stamps[i] < start) {
      wrong.push_back(i);
    } else {
      places.push_back(i);
      later.push_back(stamps[i]);
    }
  }
  for (const std::size_t place : StampsOutOfOrder(later)) wrong.push_back(places[place]);
  std::sort(wrong.begin(), wrong.end());
  return wrong;
}

// Finds what contradicts what: only where something does is it worth the memory.
Result<DataTimes> ResolveTimes(const DamagedData& data) {
  std::vector<Timestamp> stamps;
  const auto visited = VisitRecords(data, kSurveyShare / 2, kSurveyShare,
                                    [&](Timestamp stamp) { stamps.push_back(stamp); });
  if (!visited) return Fail(visited.error());

  const Timestamp start = data.label.start;
  DataTimes times{.start = start, .end = {}, .wrong = WrongIfBegunAt(start, stamps)};
  std::vector<std::size_t> wrong_without_label = StampsOutOfOrder(stamps);
  const bool label_is_right = start.Valid() && times.wrong.size() < stamps.size() &&
                              times.wrong.size() <= wrong_without_label.size() + 1;
  if (!label_is_right) times.wrong = std::move(wrong_without_label);

  bool is_first = true;
  auto wrong = times.wrong.begin();
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    if (wrong != times.wrong.end() && *wrong == i) {
      ++wrong;
      continue;
    }
    if (is_first && !label_is_right) times.start = stamps[i];
    is_first = false;
    times.end = stamps[i];
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
