// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump.h"

#include <unistd.h>

#include <ctime>

#include "fdr/archive/archive.h"
#include "fdr/replay/time_window.h"
#include "fdr/tools/console.h"
#include "fdr/tools/damage_report.h"
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
#include "fdr/tools/exit_status.h"
#include "fdr/tools/time_text.h"

namespace fdr::tools {
namespace {

// What -S and -T say.
Result<void> SetWindow(const DumpCommand& command, const Archive& archive, const Zone& zone,
                       WalkOptions& walk) {
  if (!command.start && !command.finish) return {};
  const Result<Timestamp> end = archive.End();
  const TimeWindowBounds bounds{.log_start = archive.label().start,
                                .log_end = end ? std::optional(*end) : std::nullopt,
                                .zone = zone,
                                .now = std::time(nullptr)};
  const Result<TimeWindow> window = ParseTimeWindow(
      {.start = command.start, .finish = command.finish}, bounds, IntervalRules::kPlain);
  if (!window) return Fail(window.error());
  if (command.start) walk.start = window->start;
  if (command.finish) walk.finish = window->end;
  return {};
}

// The rest of the output, and the exit status.
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
  if (command.zone) return Zone::FromPeerOption(*command.zone);
  if (command.archive_zone) return Zone::FromPeerOption(label.timezone.view());
  return ChooseZone(command.common.zone, label);
}

void AppendZoneNote(const DumpCommand& command, const LabelRecord& label, OutputBuffer& out) {
  if (command.zone)
    out.Append("Note: timezone set to \"TZ=").Append(*command.zone).Append("\"\n\n");
  else if (command.archive_zone)
    out.Append("Note: timezone set to local timezone of host \"")
        .Append(label.host.view())
        .Append("\" from archive\n\n");
}

bool WantsOnlyValues(const DumpCommand& c) {
  return !(c.all || c.label || c.full_label || c.descs || c.labelsets || c.texts ||
           c.stored_indoms || c.indoms || c.index);
}

void AppendSections(const DumpCommand& c, const DumpContext& dump, const WalkOptions& walk,
                    const SourceOptions& source, DamageReport& damage) {
  const auto check = [&](const Result<void>& dumped) {
    if (!dumped) damage.Add(dumped.error());
  };
  if (c.all || c.label || c.full_label) DumpLabel(dump, c.all || c.full_label);
  if (c.all || c.descs) DumpDescs(dump);
  if (c.labelsets) DumpLabelSets(dump);
  if (c.texts) DumpTexts(dump);
  if (c.stored_indoms) check(DumpStoredInDoms(dump, source));
  if (c.all || c.indoms) DumpInDoms(dump);
  if (c.all || c.index) check(DumpIndex(dump, source));
  if (c.all || c.values || WantsOnlyValues(c))
    DumpValues(dump, walk, c.sizes || c.all, damage.Sink());
}

JsonSections JsonSectionsOf(const DumpCommand& c) {
  return {.descs = c.all || c.descs,
          .labelsets = c.labelsets,
          .texts = c.texts,
          .stored_indoms = c.stored_indoms,
          .indoms = c.all || c.indoms,
          .index = c.all || c.index,
          .values = c.all || c.values || WantsOnlyValues(c)};
}

}  // namespace

int Run(const DumpCommand& command) {
  if (!command.raw_file.empty()) return RunRaw(command);
  if (command.archive.empty()) {
    PrintError("dump: name an archive, or a file with -v; fdr dump --help explains more");
    return kUsage;
  }
  DamageReport damage(command.common.quiet);
  const SourceOptions source = SourceOptionsFor(command.common);
  const Result<std::unique_ptr<Archive>> archive =
      Archive::Open(command.archive, {.source = source,
                                      .metadata_damage = MetadataDamage::kSkip,
                                      .ignore_features = true,
                                      .on_problem = damage.Sink()});
  if (!archive) {
    PrintError(archive.error());
    return kFailed;
  }
  const LabelRecord& label = (*archive)->label();
  if (label.UnknownFeatures() != 0 && !command.common.quiet)
    PrintError("warning: the archive uses features that fdr does not know");
  const Result<Zone> zone = ZoneOf(command, label);
  if (!zone) {
    PrintError(zone.error());
    return kUsage;
  }
  WalkOptions walk{.reverse = command.reverse, .marks = command.marks};
  if (const Result<void> window = SetWindow(command, **archive, *zone, walk); !window) {
    PrintError(window.error());
    return kUsage;
  }
  if (!command.metrics.empty()) {
    walk.metrics =
        SelectMetrics((*archive)->metadata(), command.metrics, [](const std::string& name) {
          PrintError("\"" + name + "\" is no metric of the archive");
        });
    if (walk.metrics->empty()) return kFailed;
  }
  OutputBuffer out(STDOUT_FILENO);
  if (command.common.json) {
    DumpJson(**archive, JsonSectionsOf(command), walk, *zone, source, damage.Sink(), out);
  } else {
    StampText stamps(*zone, label.version, command.detail, label.start);
    AppendZoneNote(command, label, out);
    AppendSections(command, {**archive, stamps, out}, walk, source, damage);
  }
  return Finish(out, damage.any() ? kDataLost : kOk);
}

}  // namespace fdr::tools
