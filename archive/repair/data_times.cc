// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/repair/data_times.h"

#include <algorithm>
#include <optional>

#include "fdr/archive/order/last_stamp.h"
#include "fdr/archive/order/stamp_order.h"
#include "fdr/archive/record/value_fault.h"
#include "fdr/archive/salvage/data_end.h"

namespace fdr {
namespace {

// The place of a record.
struct Place {
  std::size_t number = 0;  // counted from 0
  const DamagedVolume* volume = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t end = 0;
};

// Other records are dropped completely, so their stamps are no evidence.
bool IsMarkOrReadable(const DamagedData& data, const ResultRecord& record) {
  return record.is_mark() || std::ranges::any_of(record.sets(), [&](const ValueSet& set) {
           const auto metric = data.metrics.find(set.id());
           return metric != data.metrics.end() && !ValueFault(set, metric->second);
         });
}

Result<void> VisitRecords(const DamagedData& data, double from, double to,
                          const std::function<void(Timestamp, const Place&)>& on_record) {
  VolumeSalvage salvage(data, from, to);
  std::size_t number = 0;
  for (const DamagedVolume& volume : data.volumes) {
    const auto visited = salvage.Visit(
        volume,
        [&](const ResultRecord& record, const SalvagedRecord& salvaged) -> Result<void> {
          const Place place{number++, &volume, salvaged.frame.offset, salvaged.frame.end()};
          if (IsMarkOrReadable(data, record)) on_record(record.stamp(), place);
          return {};
        },
        [](const LostStretch&) -> Result<void> { return {}; });
    if (!visited) return Fail(visited.error());
  }
  return {};
}

// The stamp of a record in the index.  The last entry of some writers points at the end of the last
// record.
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

void Append(LastStamp& last, Timestamp stamp, bool is_first) {
  last.second_before = last.before;
  if (!is_first) last.before = last.stamp;
  last.stamp = stamp;
}

// The faults of the stamps from `start` on; all earlier stamps are wrong.
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

// Returns the numbers of the records that are not in `wrong`, sorted by stamp.  `wrong` is
// ascending.
std::vector<std::size_t> RightOnes(const std::vector<std::size_t>& wrong,
                                   const std::vector<Timestamp>& stamps) {
  std::vector<std::size_t> right;
  auto next = wrong.begin();
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    if (next != wrong.end() && *next == i) {
      ++next;
    } else {
      right.push_back(i);
    }
  }
  std::ranges::stable_sort(right, {}, [&](std::size_t i) { return stamps[i]; });
  return right;
}

// Whether the latest of the right stamps is contradicted.  The last record lies at `place`.
bool IsLatestWild(const DamagedData& data, const Place& place, Timestamp start,
                  const std::vector<Timestamp>& stamps, const std::vector<std::size_t>& right) {
  LastStamp last{.stamp = stamps[right.back()], .start = start};
  if (right.size() > 1) last.before = stamps[right[right.size() - 2]];
  if (right.size() > 2) last.second_before = stamps[right[right.size() - 3]];
  if (right.back() + 1 == stamps.size()) last.indexed = IndexedStamp(data, place);
  last.written = LastWritten(place.volume->file.path);
  return IsContradicted(last);
}

// Finds the contradicting stamps.  Called only if there are contradictions, because it needs much
// memory.
Result<DataTimes> ResolveTimes(const DamagedData& data) {
  std::vector<Timestamp> stamps;
  std::vector<std::size_t> numbers;  // of their records
  Place place;
  const auto visited =
      VisitRecords(data, kSurveyShare / 2, kSurveyShare, [&](Timestamp stamp, const Place& where) {
        stamps.push_back(stamp);
        numbers.push_back(where.number);
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
  std::vector<std::size_t> right = RightOnes(times.wrong, stamps);
  if (!label_is_right) times.start = stamps[right.front()];
  const auto is_latest_wild = [&] { return IsLatestWild(data, place, times.start, stamps, right); };
  bool is_wild = is_latest_wild();
  for (; is_wild && right.size() > 1; is_wild = is_latest_wild()) {
    times.wrong.insert(std::ranges::lower_bound(times.wrong, right.back()), right.back());
    right.pop_back();
  }
  times.end = stamps[right.back()];
  // If only a single record is left, its stamp counts more than the label.
  if (is_wild) times.start = times.end;
  for (std::size_t& wrong : times.wrong) wrong = numbers[wrong];
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
  // No later record contradicts the last one.
  last.indexed = IndexedStamp(data, place);
  last.written = LastWritten(place.volume->file.path);
  if (!in_order || IsContradicted(last)) return ResolveTimes(data);
  return DataTimes{.start = data.label.start, .end = last.stamp, .wrong = {}};
}

}  // namespace fdr
