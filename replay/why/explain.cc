// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/explain.h"

#include <algorithm>
#include <set>

#include "fdr/replay/why/culprits.h"
#include "fdr/replay/why/fold.h"
#include "fdr/replay/why/mount_points.h"
#include "fdr/replay/why/process_usage.h"
#include "fdr/replay/why/rule.h"

namespace fdr::why {
namespace {

// The time around it, on each side.
constexpr double kLeastMargin = 15, kLongestMargin = 120;
// What is written reaches the disk later.
constexpr double kWriteBack = 3;
// More stretches than are told are looked at: some fold.
constexpr std::size_t kCandidates = 16;
// Less is a blink, not worth a word.
constexpr double kLeastScore = 12;

std::vector<std::string> MetricsOfRules() {
  std::set<std::string> names;
  for (const Rule& rule : Rules()) names.insert(rule.metrics.begin(), rule.metrics.end());
  return {names.begin(), names.end()};
}

UsageWindow WindowOf(const Finding& finding, const TimeGrid& grid, const Explanation& all) {
  UsageWindow window{grid.At(finding.worst.first), grid.At(finding.worst.end), {}, {}};
  window.end = std::min(window.end, PlusSeconds(window.start, kLongestUsage));
  const double around = std::clamp(window.inside(), kLeastMargin, kLongestMargin);
  if (finding.use == Use::kDisk) {
    const Timestamp start = window.start;
    window.start = std::max(all.start, PlusSeconds(start, -kWriteBack));
    window.lead = SecondsBetween(window.start, start);
  }
  window.from = std::max(all.start, PlusSeconds(window.start, -around));
  window.to = std::min(all.end, PlusSeconds(window.end, around));
  return window;
}

// Work at low priority gives way to all other work.
void JudgePriority(Finding& finding) {
  constexpr double kWeightOfNiced = 0.5;
  if (finding.cause != Cause::kCpu) return;
  if (!finding.culprits.empty()) finding.niced = finding.culprits.front().is_niced;
  if (finding.niced) finding.score *= kWeightOfNiced;
}

bool IsIn(const Finding& finding, const ExplainOptions& options) {
  return (!options.start || finding.end >= *options.start) &&
         (!options.end || finding.start <= *options.end);
}

void Look(const MachineCourse& course, Explanation& explanation) {
  for (const Rule& rule : Rules()) {
    rule.look(course, explanation.findings);
    const bool has_any = rule.metrics.empty()
                             ? !course.programs().processors.empty()
                             : std::ranges::any_of(rule.metrics, [&](const std::string& metric) {
                                 return course.Has(metric);
                               });
    (has_any ? explanation.looked_at : explanation.not_looked_at).emplace_back(rule.subject);
  }
}

}  // namespace

Result<Explanation> Explain(ArchiveContext& archive, const ExplainOptions& options) {
  const Result<Timestamp> end = archive.EndTime();
  if (!end) return Fail(end.error());
  Explanation explanation{archive.HostName(), archive.label().start, *end};
  auto course = MachineCourse::Read(archive, MetricsOfRules(), options.go_on);
  if (!course) return Fail(course.error());
  explanation.interval = course->interval();
  explanation.missing = course->missing();
  explanation.in_part = course->in_part();
  Look(*course, explanation);
  auto missing = MissingOfProcesses(archive);
  if (!missing) return Fail(missing.error());
  explanation.missing_of_processes = std::move(*missing);
  std::vector<Finding>& findings = explanation.findings;
  std::erase_if(findings, [&](const Finding& finding) { return !IsIn(finding, options); });
  std::ranges::stable_sort(findings, std::ranges::greater(), &Finding::score);
  if (findings.size() > kCandidates) findings.resize(kCandidates);
  for (Finding& finding : findings) {
    if (finding.cause == Cause::kFilesystem)
      finding.where = MountPointOf(archive, finding.where, finding.end);
    if (finding.use == Use::kNone) continue;
    const UsageWindow window = WindowOf(finding, course->grid(), explanation);
    const auto processes =
        ReadUsage(archive, window, {course->processors(), course->interval(), &course->names()},
                  options.go_on);
    if (!processes) return Fail(processes.error());
    const auto totals = ReadTotals(archive, window, options.go_on);
    if (!totals) return Fail(totals.error());
    explanation.has_processes |= !processes->processes.empty() || !totals->programs.empty();
    NameCulprits(processes->processes, *totals, window, finding);
    JudgePriority(finding);
  }
  Fold(findings);
  std::erase_if(findings, [](const Finding& finding) { return finding.score < kLeastScore; });
  if (findings.size() > options.most) findings.resize(options.most);
  return explanation;
}

}  // namespace fdr::why
