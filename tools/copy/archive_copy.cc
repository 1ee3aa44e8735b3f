// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/archive_copy.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "fdr/archive/copy/copy_files.h"
#include "fdr/archive/copy/join_archives.h"
#include "fdr/replay/copy/scrub/host_names.h"
#include "fdr/tools/copy/copy_window.h"
#include "fdr/tools/copy/held_start.h"
#include "fdr/tools/copy/scrub_text.h"
#include "fdr/tools/copy/volume_option.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

constexpr double kSteps = 10000;  // of the progress

GapMarks MarksAsked(const CopyCommand& command) {
  return command.gaps == "always"  ? GapMarks::kAlways
         : command.gaps == "never" ? GapMarks::kNever
                                   : GapMarks::kWhereNothingIsKnown;
}

}  // namespace

bool ChangesNothing(const CopyCommand& command) {
  return !HasWindow(command) && !command.version && !command.same_host && !command.compress &&
         !command.volume && !command.daily && CopyStages(command, {}).empty();
}

ArchiveCopy::ArchiveCopy(const CopyCommand& command, const CopyOutput& output)
    : command_(command),
      damage_(command.common.quiet),
      progress_("Copying", static_cast<std::uint64_t>(kSteps), command.common.quiet),
      compression_(output.compression),
      files_(output.files, output.base, compression_.value_or(ArchiveCompression()),
             std::max(1u, std::thread::hardware_concurrency())),
      volumes_(VolumesAsked(command).value_or(VolumeBounds())),
      stages_(command, damage_.Sink()) {
  keep_going_ = [this](double done) {
    progress_.Update(static_cast<std::uint64_t>(done * kSteps));
    return !Interrupted();
  };
  facts_.out = output.base;
  facts_.in_place = command.in_place;
  facts_.dry_run = command.dry_run;
  if (command.version) version_ = *command.version == 2 ? Version::k2 : Version::k3;
}

OpenOptions ArchiveCopy::Options() {
  OpenOptions options;
  options.source = SourceOptionsFor(command_.common);
  options.metadata_damage = MetadataDamage::kSkip;
  options.on_problem = [this](const Problem& problem) {
    progress_.Clear();
    if (problem.at_end == Problem::AtEnd::kIncomplete)
      torn_ = problem;
    else
      damage_.Add(problem);
  };
  return options;
}

Result<std::unique_ptr<Archive>> ArchiveCopy::Open(const ArchiveFiles& files) {
  Result<std::unique_ptr<Archive>> archive = Archive::Open(files, Options());
  if (!archive) return archive;
  Result<Zone> zone = ZoneOf(command_.window, command_.common, (*archive)->label());
  if (!zone) return Fail(zone.error());
  zone_ = std::move(*zone);
  return archive;
}

Result<void> ArchiveCopy::CopyAll(Archive& archive) {
  const Result<Timestamp> end = archive.End();
  if (!end) return Fail(end.error());
  facts_.is_whole = !compression_;
  facts_.start = archive.label().start;
  facts_.end = *end;
  facts_.bytes = facts_.bytes_before;
  if (command_.dry_run && !compression_) return {};
  const Result<std::uint64_t> bytes = CopyFiles(archive, facts_.out,
                                                {.compression = compression_,
                                                 .source = SourceOptionsFor(command_.common),
                                                 .keep_going = keep_going_},
                                                files());
  if (!bytes) return Fail(bytes.error());
  facts_.bytes = *bytes;
  return {};
}

Result<FirstRecords> ArchiveCopy::HeldAt(const std::vector<ArchiveFiles>& inputs,
                                         const TimeSpan& span) {
  if (!command_.hold || !span.start) return FirstRecords();
  return HeldAtStart(inputs, *span.start, command_.common, damage_);
}

void ArchiveCopy::Take(const CopyReport& report) {
  facts_.records = report.records;
  facts_.marks = report.marks;
  facts_.start = report.first;
  facts_.end = report.last;
  facts_.bytes = report.bytes;
  reaches_end_ = report.reaches_end;
}

Result<void> ArchiveCopy::CopyWindow(const Archive& archive) {
  const std::shared_ptr<Archive> sorted = archive.Sorted(kSmallArchive);
  const Result<Timestamp> end = sorted ? sorted->End() : archive.End();
  if (!end) return Fail(end.error());
  const Result<TimeSpan> span = WindowAsked(command_, archive.label().start, *end, zone_);
  if (!span) return Fail(span.error());
  Result<FirstRecords> held = HeldAt({archive.files()}, *span);
  if (!held) return Fail(held.error());
  const Result<CopyReport> report = CopyPart(archive, facts_.out,
                                             {.span = *span,
                                              .begin_with = std::move(*held),
                                              .volumes = volumes_,
                                              .source = SourceOptionsFor(command_.common),
                                              .keep_going = keep_going_,
                                              .on_problem = damage_.Sink()},
                                             files());
  if (!report) return Fail(report.error());
  Take(*report);
  return {};
}

MakeStages ArchiveCopy::Stages() {
  if (stages_.empty() && !settled_) return {};
  return
      [this](CopySink& writer, const Metadata& metadata) { return stages_.Make(writer, metadata); };
}

Result<void> ArchiveCopy::Settle(const std::vector<ArchiveFiles>& inputs,
                                 const std::vector<TimeSpan>& spans) {
  if (command_.conflict == "stop" || inputs.size() < 2) return {};
  Result<SettledConflicts> settled =
      SettleConflicts(command_.conflict, inputs, spans, stages_.OfEachArchive(), Options());
  if (!settled) return Fail(settled.error());
  if (!settled->any()) return {};
  settled_ = std::move(*settled);
  facts_.settled = settled_->plan.names();
  stages_.Settle(settled_->plan);
  return {};
}

// They are neither in the new archive nor in its name, whatever the new label has.
Result<void> ArchiveCopy::NoteHosts(const Archive& archive) {
  Scrubbing* const scrubbing = stages_.scrubbing();
  if (scrubbing == nullptr) return {};
  std::vector<std::string> hosts = HostsInLabels(archive.metadata());
  hosts.emplace_back(archive.label().host.view());
  for (const std::string& host : hosts) {
    scrubbing->AddHost(host);
    if (auto checked = CheckNamesNoHost(facts_.out, host); !checked) return checked;
  }
  return {};
}

// Times are relative to the archives together.
Result<std::vector<TimeSpan>> ArchiveCopy::WindowsOf(const std::vector<ArchiveFiles>& inputs) {
  std::optional<Timestamp> start, end;
  if (HasWindow(command_) || command_.scrub.scrub)
    for (const ArchiveFiles& files : inputs) {
      const auto archive = Open(files);
      if (!archive) return Fail(archive.error());
      if (auto noted = NoteHosts(**archive); !noted) return Fail(noted.error());
      const Timestamp own = (*archive)->label().start;
      start = std::min(start.value_or(own), own);
      end = std::max(end, std::optional((*archive)->End().value_or(own)));
    }
  else if (auto archive = Open(inputs.front()); !archive)
    return Fail(archive.error());
  return WindowsAsked(command_, start.value_or(Timestamp()), end.value_or(Timestamp()), zone_);
}

Result<void> ArchiveCopy::JoinAll(const std::vector<ArchiveFiles>& inputs) {
  const auto spans = WindowsOf(inputs);
  if (!spans) return Fail(spans.error());
  if (spans->empty()) return Fail(Errc::kEmpty, "There is no record in the windows");
  const TimeSpan& first = spans->front();
  if (auto surveyed = stages_.Survey(inputs, first.start, damage_); !surveyed) return surveyed;
  Result<FirstRecords> held = HeldAt(inputs, first);
  if (!held) return Fail(held.error());
  if (auto settled = Settle(inputs, *spans); !settled) return settled;
  Result<JoinReport> report =
      JoinArchives(inputs, facts_.out,
                   {.spans = *spans,
                    .same_host = command_.same_host,
                    .version = version_,
                    .volumes = volumes_,
                    .stages = Stages(),
                    .front = settled_ ? settled_->Front() : MakeFront(),
                    .chosen = stages_.OfEachArchive(),
                    .settled = settled_ ? settled_->plan.settled() : std::unordered_set<MetricId>(),
                    .gaps = MarksAsked(command_),
                    .begin_with = std::move(*held),
                    .companion = stages_.scrubbing(),
                    .source = SourceOptionsFor(command_.common),
                    .keep_going = keep_going_,
                    .on_problem = damage_.Sink()},
                   files());
  if (!report) return Fail(report.error());
  TakeJoined(std::move(*report));
  return {};
}

void ArchiveCopy::TellOfJoin(const JoinReport& report) const {
  if (command_.common.quiet) return;
  for (const std::string& name : report.left_out)
    PrintMessage(Printable(name) + ": left out: there is no record in the window\n");
  for (const std::string& name : stages_.empty_metrics())
    PrintMessage(fmt::format(
        "warning: {} has no values: no record has all that it is computed of; with -t, the "
        "records of an interval become one\n",
        Printable(name)));
}

void ArchiveCopy::TakeJoined(JoinReport report) {
  Take(report.copied);
  progress_.Clear();
  TellOfJoin(report);
  facts_.repeated = report.repeated;
  facts_.metrics_before = report.metrics;
  facts_.metrics = stages_.metrics().value_or(report.metrics);
  facts_.statistics = stages_.statistics();
  facts_.lowered = std::move(report.lowered);
  facts_.conflicts = std::move(report.conflicts);
  facts_.more_conflicts = report.more_conflicts;
  if (const RewriteReport* const rewritten = stages_.rewritten()) facts_.rewritten = *rewritten;
  if (Scrubbing* const scrubbing = stages_.scrubbing(); scrubbing && facts_.conflicts.empty())
    facts_.scrub = scrubbing->report();
}

Result<void> ArchiveCopy::Copy(const std::vector<ArchiveFiles>& inputs) {
  for (const ArchiveFiles& files : inputs) {
    facts_.in.push_back(files.base);
    facts_.bytes_before += SizeOnDisk(files);
  }
  Result<void> copied = CopyInputs(inputs);
  progress_.Clear();
  facts_.bytes += files_.size();
  facts_.bytes -= files_.content_size();
  return copied;
}

Result<void> ArchiveCopy::CopyInputs(const std::vector<ArchiveFiles>& inputs) {
  if (auto prepared = stages_.Prepare(); !prepared) return prepared;
  if (inputs.size() > 1 || command_.same_host || command_.daily || !stages_.empty())
    return JoinAll(inputs);
  const Result<std::unique_ptr<Archive>> archive = Open(inputs.front());
  if (!archive) return Fail(archive.error());
  if (version_ && version_ != (*archive)->version()) return JoinAll(inputs);
  facts_.metrics = facts_.metrics_before = (*archive)->metadata().metrics().size();
  const bool is_part = HasWindow(command_) || volumes_.is_set();
  Result<void> copied = is_part ? CopyWindow(**archive) : CopyAll(**archive);
  // A record that grows, or is outside the window, is no loss.
  if (copied && torn_ && reaches_end_ && !(*archive)->HasGrownInPlace()) damage_.Add(*torn_);
  return copied;
}

// Values that did not fit are lost, too, and so are metrics that were dropped.
int ArchiveCopy::Status() {
  if (settled_ && !command_.common.quiet) PrintMessage(settled_->Line(command_.dry_run));
  if (facts_.lowered && !command_.common.quiet)
    if (const std::string line = LoweredLine(*facts_.lowered); !line.empty()) PrintMessage(line);
  const bool is_less = settled_ && settled_->policy == ConflictPolicy::kDrop;
  const RewriteReport rewritten = facts_.rewritten.value_or(RewriteReport());
  if (const std::string losses = LossLines(rewritten); !losses.empty() && !command_.common.quiet)
    PrintMessage(losses);
  const bool is_lossy = is_less || rewritten.clamped > 0;
  return is_lossy && damage_.status() == kOk ? kDataLost : damage_.status();
}

int ArchiveCopy::Finish() {
  progress_.Clear();
  std::string text;
  if (command_.common.json)
    AppendJson(facts_, zone_, text);
  else if (!command_.common.quiet && facts_.conflicts.empty())
    text = CopyLine(facts_, zone_) + (facts_.scrub ? ScrubLines(*facts_.scrub) : "");
  if (!WriteOutput(text)) return kFailed;
  if (facts_.conflicts.empty()) return Status();
  if (!command_.common.json) PrintMessage(ConflictLines(facts_));
  PrintError("copy: the metadata of the archives disagree; there is no new archive");
  return kFailed;
}

}  // namespace fdr::tools
