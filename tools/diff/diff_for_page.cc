// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/diff/diff_for_page.h"

#include "fdr/tools/diff/comparison.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/run/time_text.h"

namespace fdr::tools {
namespace {

// One series takes some KiB in each window.  The limit of the server's memory, AnswerMemory,
// refuses what does not fit; this refuses what would take too long.
constexpr std::size_t kMostOfServer = 200'000;

Result<DiffWindows> WindowsToCompare(const CompareQuestion& question, const Zone& zone,
                                     Comparison& comparison) {
  const auto cut = [&](const CompareQuestion::Side& side) {
    return CutToRecording({side.start, side.end}, *side.archive, zone);
  };
  const Result<StatisticsWindow> after = cut(question.after);
  if (!after) return Fail(after.error());
  if (question.searches) return comparison.Search(*after);
  const Result<StatisticsWindow> before = cut(question.before);
  if (!before) return Fail(before.error());
  return DiffWindows{*before, *after};
}

Result<std::string> DiffLines(const CompareQuestion& question, SearchReport report) {
  const Result<Zone> zone = ChooseZone("archive", question.after.archive->label());
  if (!zone) return Fail(zone.error());
  const auto side_of = [](const CompareQuestion::Side& side) {
    return ComparedArchive{side.name, side.archive, side.archive};
  };
  const bool is_of_one = question.before.archive == question.after.archive;
  Comparison comparison(side_of(question.before),
                        is_of_one ? std::nullopt : std::optional(side_of(question.after)),
                        std::move(report), kMostOfServer);
  if (const auto chosen = comparison.ChooseMetrics(question.metrics); !chosen)
    return Fail(chosen.error());
  const Result<DiffWindows> windows = WindowsToCompare(question, *zone, comparison);
  if (!windows) return Fail(windows.error());
  Result<Diff> diff = comparison.Read(*windows, {question.instances, question.top});
  if (!diff) return Fail(diff.error());
  diff->is_searched = question.searches;
  std::string out;
  AppendDiffJson(*diff, *zone, out);
  return out;
}

Result<std::string> CompareForPage(const CompareQuestion& question, const CheckLimit& check) {
  DamageReport damage(true);  // the page lists the damage of a source
  Result<void> limit;
  const auto go_on = [&] {
    if (limit) limit = check();
    return limit.has_value();
  };
  Result<std::string> text = DiffLines(question, {damage, true, go_on});
  if (!limit) return Fail(limit.error());
  return text;
}

}  // namespace

CompareWindows DiffForPage() { return CompareForPage; }

}  // namespace fdr::tools
