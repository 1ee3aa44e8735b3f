// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/settled_conflicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

#include "fdr/replay/copy/conflicts/conflict_front.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostNames = 10;  // in the line

}  // namespace

MakeFront SettledConflicts::Front() const {
  return [this](const std::string& archive, const Metadata& metadata,
                CopySink& next) -> Result<std::unique_ptr<CopySink>> {
    const std::string& rules = plan.RulesFor(archive);
    if (rules.empty()) return std::unique_ptr<CopySink>();
    return MakeConflictFront(rules, metadata, next);
  };
}

std::string SettledConflicts::Line(bool dry_run) const {
  const char* const done = policy == ConflictPolicy::kConvert ? "converted"
                           : policy == ConflictPolicy::kSplit ? "split"
                                                              : "dropped";
  std::string line = fmt::format(
      "{}{} what the archives describe differently: ", dry_run ? "would have " : "", done);
  const std::vector<std::string>& names = plan.names();
  for (std::size_t i = 0; i < names.size() && i < kMostNames; ++i)
    line += (i > 0 ? ", " : "") + Printable(names[i]);
  if (names.size() > kMostNames) line += fmt::format(" and {} more", names.size() - kMostNames);
  return line + '\n';
}

Result<SettledConflicts> SettleConflicts(const std::string& option,
                                         const std::vector<ArchiveFiles>& inputs,
                                         const std::vector<TimeSpan>& spans,
                                         const ChosenMetrics& chosen, const OpenOptions& options) {
  SettledConflicts settled;
  settled.policy = option == "convert" ? ConflictPolicy::kConvert
                   : option == "split" ? ConflictPolicy::kSplit
                                       : ConflictPolicy::kDrop;
  std::vector<std::tuple<Timestamp, std::string, const ArchiveFiles*>> order;
  for (const ArchiveFiles& files : inputs) {
    const auto archive = Archive::Open(files, options);
    if (!archive) return Fail(archive.error());
    const bool has_records = std::ranges::any_of(
        spans, [&](const TimeSpan& span) { return FindWindow(**archive, span).has_value(); });
    if (!has_records) continue;
    order.emplace_back((*archive)->label().start, files.base, &files);
  }
  std::ranges::sort(order);
  std::unordered_set<MetricId> metrics;
  for (const auto& [start, base, files] : order) {
    const auto archive = Archive::Open(*files, options);
    if (!archive) return Fail(archive.error());
    settled.plan.Add((*archive)->files().base, (*archive)->metadata());
    if (chosen) metrics.merge(chosen((*archive)->metadata()));
  }
  settled.plan.Decide(settled.policy, chosen ? &metrics : nullptr);
  return settled;
}

}  // namespace fdr::tools
