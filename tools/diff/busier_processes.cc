// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/diff/busier_processes.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "fdr/replay/statistics/little_amount.h"
#include "fdr/tools/diff/diff_rows.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostOfResource = 2;
// A smaller growth is no news, in multiples of what matters at all.
constexpr double kNews = 5;

// What is used of a resource is the sum of its metrics, which have the same units.
struct Resource {
  const char* name;
  std::vector<std::string_view> metrics;
};

const std::vector<Resource>& Resources() {
  static const std::vector<Resource> resources = {
      {"CPU", {"proc.psinfo.utime", "proc.psinfo.stime"}},
      {"memory", {"proc.psinfo.rss"}},
      {"disk", {"proc.io.read_bytes", "proc.io.write_bytes"}}};
  return resources;
}

std::vector<BusierProcess> BusierOf(const Resource& resource, const std::vector<DiffRow>& rows) {
  std::map<std::string_view, BusierProcess> processes;
  for (const DiffRow& row : rows) {
    if (std::ranges::find(resource.metrics, row.column->metric) == resource.metrics.end()) continue;
    BusierProcess& process = processes[row.column->instance];
    process.resource = resource.name;
    process.column = row.column;
    if (row.after != nullptr) process.when = row.after->max().stamp;
    process.growth += row.difference.after - row.difference.before;
  }
  std::vector<BusierProcess> busier;
  for (const auto& [name, process] : processes) {
    const Column& column = *process.column;
    if (process.growth >= kNews * LittleOf(column.desc, column.is_rate)) busier.push_back(process);
  }
  std::ranges::stable_sort(busier, std::ranges::greater(), &BusierProcess::growth);
  if (busier.size() > kMostOfResource) busier.resize(kMostOfResource);
  return busier;
}

}  // namespace

std::vector<BusierProcess> FindBusierProcesses(const std::vector<DiffRow>& rows) {
  std::vector<BusierProcess> all;
  for (const Resource& resource : Resources()) {
    const std::vector<BusierProcess> busier = BusierOf(resource, rows);
    all.insert(all.end(), busier.begin(), busier.end());
  }
  return all;
}

}  // namespace fdr::tools
