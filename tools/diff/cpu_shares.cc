// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/diff/cpu_shares.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>

#include "fdr/tools/diff/diff_rows.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostNamed = 5;
// Programs that were too many, or used too little, for a name: as the recorder calls them.
constexpr std::string_view kOther = "(other)", kUnexplained = "(unexplained)";
constexpr std::string_view kMachine[] = {"kernel.all.cpu.user", "kernel.all.cpu.nice",
                                         "kernel.all.cpu.sys"};

using Shares = std::map<std::string, CpuShare, std::less<>>;

void AddSide(const DiffSide& side, std::string_view metric, double CpuShare::*place,
             Shares& shares) {
  for (std::size_t i = 0; i < side.columns->size(); ++i) {
    const Column& column = (*side.columns)[i];
    const SeriesStatistics* const statistics = side.statistics->Of(i);
    if (column.metric != metric || statistics == nullptr) continue;
    // A name that came later used nothing before.
    CpuShare& share = shares[column.instance];
    share.name = column.instance;
    share.*place += statistics->values().Mean() * side.statistics->PresenceOf(i);
  }
}

Shares SharesOf(const Diff& diff, std::string_view metric) {
  Shares shares;
  AddSide(diff.before, metric, &CpuShare::before, shares);
  AddSide(diff.after, metric, &CpuShare::after, shares);
  return shares;
}

CpuShare SumOf(std::string_view name, const Shares& shares) {
  CpuShare sum{std::string(name)};
  for (const auto& [key, share] : shares) {
    sum.before += share.before;
    sum.after += share.after;
  }
  return sum;
}

// The part that belongs to no program; nothing if the time of the machine is not compared.
std::optional<CpuShare> Unexplained(const Diff& diff, const Shares& explained) {
  CpuShare rest = SumOf(kUnexplained, explained);
  rest.before = -rest.before;
  rest.after = -rest.after;
  for (const std::string_view metric : kMachine) {
    const Shares machine = SharesOf(diff, metric);
    if (machine.empty()) return std::nullopt;
    rest.before += machine.begin()->second.before;
    rest.after += machine.begin()->second.after;
  }
  return rest;
}

const Column* ColumnOf(const Diff& diff, std::string_view metric) {
  const auto at = std::ranges::find(*diff.after.columns, metric, &Column::metric);
  return at != diff.after.columns->end() ? &*at : nullptr;
}

// Those that changed most stay; all others become one.
std::vector<CpuShare> Shorten(Shares shares) {
  CpuShare other{std::string(kOther)};
  std::vector<CpuShare> named;
  for (auto& [name, share] : shares) {
    if (name != kOther)
      named.push_back(std::move(share));
    else
      other = std::move(share);
  }
  std::ranges::stable_sort(named, std::ranges::greater(), [](const CpuShare& share) {
    return std::fabs(share.after - share.before);
  });
  for (std::size_t i = kMostNamed; i < named.size(); ++i) {
    other.before += named[i].before;
    other.after += named[i].after;
  }
  if (named.size() > kMostNamed) named.resize(kMostNamed);
  named.push_back(std::move(other));
  return named;
}

}  // namespace

std::vector<CpuShares> CpuSharesOf(const Diff& diff) {
  constexpr std::pair<const char*, std::string_view> kKinds[] = {
      {"program", "fdr.usage.by_program.cpu"},
      {"user", "fdr.usage.by_user.cpu"},
      {"unit", "fdr.usage.by_unit.cpu"}};
  std::vector<CpuShares> all;
  for (const auto& [by, metric] : kKinds) {
    const Column* const column = ColumnOf(diff, metric);
    const Shares shares = SharesOf(diff, metric);
    if (column == nullptr || shares.empty()) continue;
    all.push_back({by, column, Shorten(shares)});
    if (auto rest = Unexplained(diff, shares)) all.back().shares.push_back(std::move(*rest));
  }
  return all;
}

}  // namespace fdr::tools
