// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/dump_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <ctime>

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

// Sets the window that -S and -T ask for.
Result<void> SetWindow(const DumpCommand& command, const Archive& archive, const Zone& zone,
                       WalkOptions& walk) {
  if (!command.start && !command.finish) return {};
  const Result<Timestamp> end = archive.End();
  const TimeWindowBounds bounds{.log_start = archive.label().start,
                                .log_end = end ? std::optional(*end) : std::nullopt,
                                .zone = zone,
                                .now = std::time(nullptr)};
  const Result<TimeWindow> window =
      ParseWindowOptions({.start = command.start, .finish = command.finish}, bounds);
  if (!window) return Fail(window.error());
  if (end && !command.common.quiet && (window->start > *end || window->end < bounds.log_start))
    PrintError(fmt::format("warning: The archive goes from {} to {}",
                           DateText(bounds.log_start, zone), DateText(*end, zone)));
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

// Selects the metrics that the arguments name; false if there are none.
bool ChooseMetrics(const DumpCommand& command, const MetricNames& names, WalkOptions& walk) {
  if (command.metrics.empty()) return true;
  const char* const where = command.names ? "the name space" : "the archive";
  const NameTree& tree = names.tree();
  walk.metrics = SelectMetrics(tree, command.metrics, [&](const std::string& name) {
    std::vector<std::string> all;
    tree.Visit(NameTree::kRoot,
               [&](NameTree::Node node) { all.emplace_back(tree.FullName(node)); });
    PrintError("\"" + name + "\" is no metric of " + where + DidYouMean(name, all));
  });
  return !walk.metrics->empty();
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

}  // namespace

int Run(const DumpCommand& command) {
  if (!command.raw_file.empty()) return RunRaw(command);
  if (command.archive.empty()) {
    PrintError("dump: ARCHIVE, or -v with a file, is required; fdr dump --help explains more");
    return kUsage;
  }
  const auto fail = [](const Error& error) {
    PrintError(error);
    return error.code == Errc::kInvalidArgument ? kUsage : kFailed;
  };
  DamageReport damage(command.common.quiet);
  const SourceOptions source = SourceOptionsFor(command.common);
  const Result<std::unique_ptr<Archive>> archive =
      Archive::Open(command.archive, {.source = source,
                                      .metadata_damage = MetadataDamage::kSkip,
                                      .ignore_features = true,
                                      .on_problem = damage.Sink(),
                                      .on_summary = SummaryBar(command.common.quiet)});
  if (!archive) {
    PrintError(ExplainName(command.archive, archive.error()));
    return kFailed;
  }
  const LabelRecord& label = (*archive)->label();
  if (label.UnknownFeatures() != 0 && !command.common.quiet)
    PrintError("warning: the archive uses features that fdr does not know");
  const Result<Zone> zone = ZoneOf(command, label);
  if (!zone) return fail(zone.error());
  auto own_names = ReadNameSpace(command.names);
  if (!own_names) return fail(own_names.error());
  const MetricNames names((*archive)->metadata(), std::move(*own_names));
  WalkOptions walk{.reverse = command.reverse, .marks = command.marks};
  if (const Result<void> window = SetWindow(command, **archive, *zone, walk); !window)
    return fail(window.error());
  if (!ChooseMetrics(command, names, walk)) return kFailed;
  const Sections sections = SectionsOf(command);
  TimeProgress progress = ProgressOf(**archive, walk, command.common.quiet);
  walk.on_record = [&progress](Timestamp stamp) { progress.Update(stamp); };
  const ProblemSink on_problem = [&](const Problem& problem) {
    progress.Clear();
    damage.Add(problem);
  };
  OutputBuffer out(STDOUT_FILENO);
  if (command.common.json) {
    DumpJson(**archive, names, sections, walk, *zone, source, on_problem, out);
  } else {
    StampPrinter stamps(*zone, label.version, command.detail, label.start);
    out.Append(
        ZoneNote({.times = {}, .zone = command.zone, .archive_zone = command.archive_zone}, label));
    AppendSections(sections, {**archive, names, stamps, out}, walk, command.sizes || command.all,
                   source, on_problem);
  }
  return Finish(out, damage.status());
}

}  // namespace fdr::tools
