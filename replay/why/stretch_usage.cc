// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/stretch_usage.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "fdr/replay/why/process_usage.h"
#include "fdr/replay/why/sample_times.h"
#include "fdr/replay/why/usage_totals.h"

namespace fdr::why {
namespace {

// A growth that begins before the stretch, or ends behind it, counts in part.
constexpr double kLeastAroundStretch = 15, kSamplesAroundStretch = 2;
constexpr const char* kProcessMetric = "proc.psinfo.utime";
constexpr const char* kTotalMetric = "fdr.usage.by_program.cpu";

// Takes the next samples of a metric, up to `most` of them.
template <class Take>
Result<void> Walk(ArchiveContext& archive, MetricId metric, Mode mode, Timestamp origin, int most,
                  const Take& take) {
  if (const auto set = archive.SetMode(mode, origin); !set) return Fail(set.error());
  FetchResult result;
  for (int i = 0; i < most; ++i) {
    const Fetched more = archive.Fetch(std::array{metric}, result);
    if (!more) return Fail(more.error());
    if (!*more) break;
    take(result);
  }
  return {};
}

// Widens the window up to the samples of a metric around the stretch.  Returns their usual
// distance, in seconds.  Each metric has its own: processes may be recorded more rarely than sums.
Result<double> Widen(ArchiveContext& archive, const char* metric, UsageWindow& window) {
  constexpr int kSamples = 20;
  constexpr double kUnknown = 1;
  const Result<MetricId> id = archive.Find(metric);
  if (!id) return kUnknown;
  std::optional<Timestamp> last;  // before the stretch, however long before
  Timestamp oldest = window.start;
  const auto before =
      Walk(archive, *id, Mode::kBackward, oldest, kSamples, [&](const FetchResult& result) {
        oldest = result.stamp();
        if (!last) last = oldest;
      });
  if (!before) return Fail(before.error());
  SampleTimes times;
  const auto around =
      Walk(archive, *id, Mode::kForward, oldest, 2 * kSamples,
           [&](const FetchResult& result) { times.Take(result.stamp(), result.after_gap()); });
  if (!around) return Fail(around.error());
  Timestamp first = window.end;  // behind it
  const auto behind = Walk(archive, *id, Mode::kForward, first, 1,
                           [&](const FetchResult& result) { first = result.stamp(); });
  if (!behind) return Fail(behind.error());
  const double interval = times.interval().value_or(kUnknown);
  const double margin = kSamplesAroundStretch * interval;
  window.from = std::min({window.from, last.value_or(oldest), PlusSeconds(window.start, -margin)});
  window.to = std::max({window.to, first, PlusSeconds(window.end, margin)});
  return interval;
}

double ProcessorsAt(ArchiveContext& archive, Timestamp at) {
  constexpr double kMost = 1e6;  // a damaged archive may say anything
  const Result<MetricId> id = archive.Find("hinv.ncpu");
  const Result<Desc> desc = id ? archive.DescOf(*id) : Fail(id.error());
  FetchResult result;
  if (!desc || !archive.FetchAt(at, std::array{*id}, result)) return 1;
  for (const FetchedValue& value : result.Values(result.sets()[0]))
    if (const auto number = value.Number(desc->type)) return std::clamp(*number, 1.0, kMost);
  return 1;
}

// A process whose program was not recorded has it in its name.
void NameTheRest(ArchiveContext& archive, std::vector<ProcessUsage>& processes) {
  if (std::ranges::none_of(processes, &std::string::empty, &ProcessUsage::program)) return;
  const Result<MetricId> id = archive.Find(kProcessMetric);
  const Result<Desc> desc = id ? archive.DescOf(*id) : Fail(id.error());
  const auto all = desc ? archive.AllInstances(desc->indom) : Fail(desc.error());
  if (!all) return;
  std::unordered_map<InstanceId, std::string_view> names;
  for (const NamedInstance& instance : *all) names.emplace(instance.id, instance.name);
  for (ProcessUsage& process : processes)
    if (const auto name = names.find(process.pid); process.program.empty() && name != names.end())
      process.program = ProgramOfInstance(name->second);
}

UsedAmounts AmountsOf(const ProcessUsage& process) {
  const double read = process.in[kReadBytes];
  return {process.in[kOwnTime], read, std::max(0.0, process.in[kDiskBytes] - read)};
}

UsedAmounts AmountsOf(const TotalUse& use) {
  const double read = use.in[kTotalRead];
  return {use.in[kTotalTime], read, std::max(0.0, use.in[kTotalDisk] - read)};
}

UsageTable CountedTable(std::string_view by, const UsageTotals& totals,
                        NamedUses UsageTotals::*uses) {
  const bool is_cut = std::ranges::find(totals.cut, uses) != totals.cut.end();
  UsageTable table{by, true, is_cut};
  for (const auto& [name, use] : totals.*uses)
    if (const UsedAmounts used = AmountsOf(use); used.any())
      table.rows.push_back({.name = name, .used = used});
  return table;
}

// Without counters: the sums of processes, with what their ended children used that no sample saw.
UsageTable SummedTable(std::string_view by, std::string ProcessUsage::*name,
                       const ProcessUses& uses) {
  std::map<std::string, UsedAmounts> sums;
  for (const ProcessUsage& process : uses.processes) {
    UsedAmounts used = AmountsOf(process);
    used.cpu += process.in[kChildrenTime];
    sums[process.*name].Add(used);
  }
  UsageTable table{by, false, uses.is_cut};
  for (const auto& [named, used] : sums)
    if (used.any()) table.rows.push_back({.name = named, .used = used});
  return table;
}

UsageTable ProcessTable(const ProcessUses& uses) {
  UsageTable table{"process", false, uses.is_cut};
  for (const ProcessUsage& process : uses.processes)
    if (const UsedAmounts used = AmountsOf(process); used.any())
      table.rows.push_back({process.program, process.pid, process.user, used});
  return table;
}

UsedAmounts SumOfRows(const UsageTable& table) {
  UsedAmounts sum;
  for (const UsageRow& row : table.rows) sum.Add(row.used);
  return sum;
}

UsedAmounts Unseen(const UsageTable& seen, const UsageTable& programs) {
  const UsedAmounts some = SumOfRows(seen), all = SumOfRows(programs);
  return {std::max(0.0, all.cpu - some.cpu), std::max(0.0, all.read - some.read),
          std::max(0.0, all.written - some.written)};
}

}  // namespace

Result<StretchUsage> UsageOfStretch(ArchiveContext& archive, Timestamp start, Timestamp end,
                                    const GoOn& go_on) {
  UsageWindow window{start, end, PlusSeconds(start, -kLeastAroundStretch),
                     PlusSeconds(end, kLeastAroundStretch), 0};
  const Result<double> interval = Widen(archive, kProcessMetric, window);
  if (!interval) return Fail(interval.error());
  if (const auto widened = Widen(archive, kTotalMetric, window); !widened)
    return Fail(widened.error());
  const UsageFacts facts{ProcessorsAt(archive, end), *interval};
  auto processes = ReadUsage(archive, window, facts, go_on);
  if (!processes) return Fail(processes.error());
  const auto totals = ReadTotals(archive, window, go_on, TotalNames::kAll);
  if (!totals) return Fail(totals.error());
  NameTheRest(archive, processes->processes);
  const bool is_counted = !totals->programs.empty();
  const auto table = [&](std::string_view by, NamedUses UsageTotals::*uses,
                         std::string ProcessUsage::*name) {
    return is_counted ? CountedTable(by, *totals, uses) : SummedTable(by, name, *processes);
  };
  StretchUsage usage{start, end, {}, {}};
  usage.tables.push_back(ProcessTable(*processes));
  usage.tables.push_back(table("program", &UsageTotals::programs, &ProcessUsage::program));
  usage.tables.push_back(table("user", &UsageTotals::users, &ProcessUsage::user));
  if (!totals->units.empty())
    usage.tables.push_back(CountedTable("unit", *totals, &UsageTotals::units));
  usage.unseen = Unseen(usage.tables[0], usage.tables[1]);
  std::erase_if(usage.tables, [](const UsageTable& one) { return one.rows.empty(); });
  return usage;
}

}  // namespace fdr::why
