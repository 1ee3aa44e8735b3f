// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/dump_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/replay/time/time_window.h"
#include "fdr/tools/dump/dump_descs.h"
#include "fdr/tools/dump/dump_index.h"
#include "fdr/tools/dump/dump_indoms.h"
#include "fdr/tools/dump/dump_label.h"
#include "fdr/tools/dump/dump_labelsets.h"
#include "fdr/tools/dump/dump_texts.h"
#include "fdr/tools/dump/dump_values.h"
#include "fdr/tools/dump/json_dump.h"
#include "fdr/tools/dump/metric_selection.h"
#include "fdr/tools/dump/raw_dump.h"
#include "fdr/tools/dump/time_progress.h"
#include "fdr/tools/options/name_space_option.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/options/window_option.h"
#include "fdr/tools/run/damage_report.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/summary_bar.h"
#include "fdr/tools/text/nearest_names.h"

namespace fdr::tools {
namespace {

using Archives = std::vector<std::unique_ptr<Archive>>;

// The bounds of all archives together.
TimeWindowBounds BoundsOf(const Archives& archives, const Zone& zone) {
  TimeWindowBounds bounds{.log_start = archives.front()->label().start,
                          .log_end = std::nullopt,
                          .zone = zone,
                          .now = std::time(nullptr)};
  for (const auto& archive : archives) {
    const Result<Timestamp> end = archive->End();
    if (end && (!bounds.log_end || *bounds.log_end < *end)) bounds.log_end = *end;
  }
  return bounds;
}

// Sets the window that -S and -T ask for.
Result<void> SetWindow(const DumpCommand& command, const TimeWindowBounds& bounds,
                       WalkOptions& walk) {
  if (!command.start && !command.finish) return {};
  const Result<TimeWindow> window =
      ParseWindowOptions({.start = command.start, .finish = command.finish}, bounds);
  if (!window) return Fail(window.error());
  const std::optional<Timestamp>& end = bounds.log_end;
  if (end && !command.common.quiet && (window->start > *end || window->end < bounds.log_start))
    PrintError(fmt::format("warning: The archive goes from {} to {}",
                           DateText(bounds.log_start, bounds.zone), DateText(*end, bounds.zone)));
  if (command.start) walk.start = window->start;
  if (command.finish) walk.finish = window->end;
  return {};
}

// Writes the rest of the output, and returns the exit status.
int Finish(OutputBuffer& out, int status) {
  if (out.Flush()) return status;
  PrintOutputError(out.error());
  return kFailed;
}

int RunRaw(const DumpCommand& command) {
  OutputBuffer out(STDOUT_FILENO);
  const Result<void> dumped = DumpRaw(command.raw_file, out);
  if (!dumped) PrintError(dumped.error());
  return Finish(out, dumped ? kOk : kFailed);
}

Result<Zone> ZoneOf(const DumpCommand& command, const LabelRecord& label) {
  const bool quiet = command.common.quiet;
  if (command.zone) return ChoosePeerZone(*command.zone, quiet);
  if (command.archive_zone) return ChoosePeerZone(label.timezone.view(), quiet);
  return ChooseZone(command.common.zone, label);
}

// Progress through the time window, whose end comes from -T, the index or the last record.  Not
// shown unless the output goes to a file: a visible dump shows its own progress.
TimeProgress ProgressOf(const Archive& archive, const WalkOptions& walk, bool quiet) {
  const Timestamp first = walk.start.value_or(archive.label().start);
  Timestamp last = first;
  if (walk.finish)
    last = *walk.finish;
  else if (!archive.index().empty())
    last = archive.index().back().stamp;
  else if (const Result<Timestamp> end = archive.End())
    last = *end;
  return {"Dumping", walk.reverse ? last : first, walk.reverse ? first : last,
          quiet || !IsFile(STDOUT_FILENO)};
}

void ReportMissing(const std::string& name, const NameTree& tree, std::string_view where) {
  std::vector<std::string> all;
  tree.Visit(NameTree::kRoot, [&](NameTree::Node node) { all.emplace_back(tree.FullName(node)); });
  PrintError(fmt::format("\"{}\" is no metric of {}{}", name, where, DidYouMean(name, all)));
}

Sections SectionsOf(const DumpCommand& command) {
  Sections wanted = command.sections;
  if (command.all)
    wanted.full_label = wanted.descs = wanted.indoms = wanted.index = wanted.values = true;
  if (wanted == Sections{}) wanted.values = true;
  return wanted;
}

void AppendSections(const Sections& wanted, const DumpContext& dump, const WalkOptions& walk,
                    bool sizes, const SourceOptions& source, const ProblemSink& on_problem) {
  const auto check = [&](const Result<void>& dumped) {
    if (!dumped) Report(on_problem, ProblemOf(dumped.error()));
  };
  if (wanted.label || wanted.full_label) DumpLabel(dump, wanted.full_label);
  if (wanted.descs) DumpDescs(dump);
  if (wanted.labelsets) DumpLabelSets(dump);
  if (wanted.texts) DumpTexts(dump);
  if (wanted.stored_indoms) check(DumpStoredInDoms(dump, source));
  if (wanted.indoms) DumpInDoms(dump);
  if (wanted.index) check(DumpIndex(dump, source));
  if (wanted.values) DumpValues(dump, walk, sizes, on_problem);
}

// Opens all archives that the name stands for, in the order of their times.  False if some could
// not be opened.
bool OpenAll(const DumpCommand& command, const SourceOptions& source, const ProblemSink& sink,
             Archives& archives) {
  bool failed = false;
  for (ArchiveFiles& files : FindNamedArchives({command.archive}, failed)) {
    const std::string base = files.base;
    auto archive =
        Archive::Open(std::move(files), {.source = source,
                                         .metadata_damage = MetadataDamage::kSkip,
                                         .ignore_features = true,
                                         .on_problem = sink,
                                         .on_summary = SummaryBar(command.common.quiet)});
    if (archive)
      archives.push_back(std::move(*archive));
    else
      PrintError(ExplainName(base, archive.error()));
    failed = failed || !archive;
  }
  std::stable_sort(archives.begin(), archives.end(), [](const auto& a, const auto& b) {
    return a->label().start < b->label().start;
  });
  return !failed;
}

// What is the same for all archives.
struct Dump {
  const DumpCommand& command;
  const SourceOptions& source;
  std::shared_ptr<const NameSpace> names;  // null: those of each archive
  WalkOptions walk;
  DamageReport& damage;
  std::size_t archives;
  std::map<std::string, std::size_t> missing = {};  // named metrics: how many archives lack them
  bool has_metrics = false;                         // some archive has one of the named metrics
  OutputBuffer out{STDOUT_FILENO};

  int Failed(const Error& error) const {
    PrintError(error);
    return error.code == Errc::kInvalidArgument ? kUsage : kFailed;
  }
  bool ChooseMetrics(const NameTree& tree, WalkOptions& walk_of_one);
  void Of(const Archive& archive, const Zone& zone);
};

// Selects the metrics that the arguments name; false if this archive has none of them.  The last
// archive reports those that no archive has.
bool Dump::ChooseMetrics(const NameTree& tree, WalkOptions& walk_of_one) {
  if (command.metrics.empty()) return true;
  std::set<std::string> absent;
  walk_of_one.metrics =
      SelectMetrics(tree, command.metrics, [&](const std::string& name) { absent.insert(name); });
  const char* const where = command.names  ? "the name space"
                            : archives > 1 ? "the archives"
                                           : "the archive";
  for (const std::string& name : absent)
    if (++missing[name] == archives) ReportMissing(name, tree, where);
  has_metrics = has_metrics || !walk_of_one.metrics->empty();
  return !walk_of_one.metrics->empty();
}

void Dump::Of(const Archive& archive, const Zone& zone) {
  const LabelRecord& label = archive.label();
  if (label.UnknownFeatures() != 0 && !command.common.quiet)
    PrintError(fmt::format("warning: {} uses features that fdr does not know",
                           archives > 1 ? archive.files().base : "the archive"));
  const MetricNames metric_names(archive.metadata(), names);
  WalkOptions own_walk = walk;
  if (!ChooseMetrics(metric_names.tree(), own_walk)) return;
  const Sections sections = SectionsOf(command);
  TimeProgress progress = ProgressOf(archive, own_walk, command.common.quiet);
  own_walk.on_record = [&progress](Timestamp stamp) { progress.Update(stamp); };
  const ProblemSink on_problem = [&](const Problem& problem) {
    progress.Clear();
    damage.Add(problem);
  };
  if (command.common.json) {
    DumpJson(archive, metric_names, sections, own_walk, zone, source, on_problem, out);
    return;
  }
  StampPrinter stamps(zone, label.version, command.detail, label.start);
  out.Append(
      ZoneNote({.times = {}, .zone = command.zone, .archive_zone = command.archive_zone}, label));
  AppendSections(sections, {archive, metric_names, stamps, out}, own_walk,
                 command.sizes || command.all, source, on_problem);
}

}  // namespace

int Run(const DumpCommand& command) {
  if (!command.raw_file.empty()) return RunRaw(command);
  if (command.archive.empty()) {
    PrintError("dump: ARCHIVE, or -v with a file, is required; fdr dump --help explains more");
    return kUsage;
  }
  DamageReport damage(command.common.quiet);
  const SourceOptions source = SourceOptionsFor(command.common);
  Archives archives;
  int status = OpenAll(command, source, damage.Sink(), archives) ? kOk : kFailed;
  if (archives.empty()) return kFailed;
  Dump dump{.command = command,
            .source = source,
            .names = {},
            .walk = {.reverse = command.reverse, .marks = command.marks},
            .damage = damage,
            .archives = archives.size()};
  std::vector<Zone> zones;
  for (const auto& archive : archives) {
    Result<Zone> zone = ZoneOf(command, archive->label());
    if (!zone) return dump.Failed(zone.error());
    zones.push_back(std::move(*zone));
  }
  auto own_names = ReadNameSpace(command.names);
  if (!own_names) return dump.Failed(own_names.error());
  dump.names = std::move(*own_names);
  if (const auto window = SetWindow(command, BoundsOf(archives, zones.front()), dump.walk); !window)
    return dump.Failed(window.error());
  for (std::size_t i = 0; i < archives.size() && dump.out.error() == 0; ++i) {
    const std::size_t place = command.reverse ? archives.size() - 1 - i : i;
    dump.Of(*archives[place], zones[place]);
    archives[place].reset();  // with what it holds in memory
  }
  if (!command.metrics.empty() && !dump.has_metrics) status = kFailed;
  return Finish(dump.out, std::max<int>(status, damage.status()));
}

}  // namespace fdr::tools
