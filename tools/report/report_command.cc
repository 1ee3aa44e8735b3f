// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/report/report_command.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>

#include "fdr/tools/copy/copy_command.h"
#include "fdr/tools/diff/diff_command.h"
#include "fdr/tools/info/archive_facts.h"
#include "fdr/tools/info/info_text.h"
#include "fdr/tools/note/note_files.h"
#include "fdr/tools/note/note_text.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/report/report_page.h"
#include "fdr/tools/report/report_target.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/slow_reader.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/run/whole_file.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/why/why_window.h"

namespace fdr::tools {
namespace {

constexpr int kChangesWidth = 120;  // whatever the width of the terminal

constexpr std::string_view kStandardOutput = "-";
constexpr const char* kScrubbedName = "scrubbed";

// A directory that is removed at the end, also after a signal.
class ScrubbedCopy {
 public:
  ScrubbedCopy() {
    CleanUpIfInterrupted([this] { Remove(); });
  }
  ~ScrubbedCopy() {
    Remove();
    CleanUpIfInterrupted(nullptr);
  }
  ScrubbedCopy(const ScrubbedCopy&) = delete;
  ScrubbedCopy& operator=(const ScrubbedCopy&) = delete;

  /// The status of fdr copy.
  int Make(const ReportCommand& command) {
    const char* const place = std::getenv("TMPDIR");
    directory_ =
        std::string(place != nullptr && *place != '\0' ? place : "/var/tmp") + "/fdr-report-XXXXXX";
    if (::mkdtemp(directory_.data()) == nullptr) {
      PrintError(FailSystem(errno, directory_).value());
      directory_.clear();
      return kFailed;
    }
    CopyCommand copy;
    copy.common = command.common;
    copy.common.quiet = true;
    copy.words = {command.archive, archive()};
    copy.scrub = command.scrub;
    return Run(copy);
  }

  std::string archive() const { return directory_ + '/' + kScrubbedName; }

 private:
  void Remove() {
    std::error_code ignored;
    if (!directory_.empty()) std::filesystem::remove_all(directory_, ignored);
  }

  std::string directory_;
};

// What fdr diff finds in the stretch; or why it finds nothing.
std::string ChangesIn(const ReportCommand& command, const std::string& archive,
                      const why::ExplainOptions& options, const Zone& zone) {
  DiffCommand diff;
  diff.common = command.common;
  diff.common.quiet = true;
  diff.before = archive;
  diff.width = kChangesWidth;
  diff.times.first.zone = command.window.zone;
  diff.times.first.archive_zone = command.window.archive_zone;
  const auto text_of = [&](Timestamp t) { return '@' + TimeText(t, {zone, true, 3}); };
  if (options.start) diff.times.first.times.start = text_of(*options.start);
  if (options.end) diff.times.first.times.finish = text_of(*options.end);
  const Result<std::string> text = DiffText(diff);
  return text ? *text : text.error().what + '\n';
}

// The place of a scrubbed copy says nothing.
std::string FactsOf(const ArchiveContext& context, const ReportCommand& command) {
  std::string text;
  for (std::size_t i = 0; i < context.timeline().size() && !Interrupted(); ++i) {
    auto facts = GatherFacts(context.timeline().archive(i).files(), true, command.common,
                             [](const Problem&) {});
    if (!facts) continue;
    if (command.scrub.scrub) {
      facts->base = kScrubbedName;
      for (FileFacts& file : facts->files)
        file.path = std::filesystem::path(file.path).filename().string();
    }
    AppendText(*facts, text);
  }
  return text;
}

// Of all archives, by time.
std::string NotesOf(const ArchiveContext& archive, const Zone& zone) {
  NoteFiles files;
  std::vector<std::string> all;
  std::string errors;
  for (std::size_t i = 0; i < archive.timeline().size(); ++i) {
    auto notes = files.Load(archive.timeline().archive(i).files().base);
    if (!notes) {
      errors += notes.error().Message() + '\n';
      continue;
    }
    std::ranges::move(*notes, std::back_inserter(all));
  }
  return errors + NotesText(all, zone);
}

Result<std::string> PageOf(const ReportCommand& command, const std::string& name,
                           ArchiveContext& archive) {
  const Result<Zone> zone = ZoneOf(command.window, command.common, archive.label());
  if (!zone) return Fail(zone.error());
  auto options = ExplainWindow(command.time, command.window, archive, *zone);
  if (!options) return Fail(options.error());
  options->go_on = [](Timestamp) { return !Interrupted(); };
  const Timestamp start = archive.label().start;
  const Result<Timestamp> end = archive.EndTime();
  if (!end) return Fail(end.error());
  const Result<why::Explanation> explanation = why::Explain(archive, *options);
  if (Interrupted()) EndAsInterrupted();
  if (!explanation) return Fail(explanation.error());
  const std::string zone_name = ZoneName(command.window, command.common);
  const std::string shown_name = command.scrub.scrub ? kScrubbedName : name;
  const ChartStretch stretch{std::max(options->start.value_or(start), start),
                             std::min(options->end.value_or(*end), *end), *zone};
  ReportCharts charts = ChartsOf(archive, stretch);
  const ReportContents contents{
      .explanation = *explanation,
      .style = {shown_name, *zone, zone_name, 0, true},
      .stretch = stretch,
      .plotted = charts.plotted,
      .charts = std::move(charts.charts),
      .changes = ChangesIn(command, name, *options, *zone),
      .notes = command.scrub.scrub ? "" : NotesOf(archive, *zone),
      .recording = FactsOf(archive, command),
      .metrics = archive.Traverse("").value_or(std::vector<std::string>()),
      .is_scrubbed = command.scrub.scrub};
  if (Interrupted()) EndAsInterrupted();
  return ReportPage(contents);
}

Result<void> CheckTarget(const ReportCommand& command) {
  if (command.out == kStandardOutput) return {};
  if (const auto checked = CheckReplaceable(command.out); !checked) return checked;
  return CheckIsNoPart(command.out, command.archive);
}

}  // namespace

int Run(const ReportCommand& command) {
  const auto fail = [](const Error& error) {
    PrintError(error);
    return error.code == Errc::kInvalidArgument ? kUsage : kFailed;
  };
  if (const auto checked = CheckTarget(command); !checked) return fail(checked.error());
  CatchInterrupts();
  ScrubbedCopy copy;
  if (command.scrub.scrub)
    if (const int status = copy.Make(command); status != kOk && status != kDataLost) return status;
  const std::string name = command.scrub.scrub ? copy.archive() : command.archive;
  DamageReport damage(command.common.quiet);
  const auto archive = ArchiveContext::Open(name, ContextOptions(command.common, damage));
  if (!archive) return fail(ExplainFile(name, archive.error()));
  const Result<std::string> page = PageOf(command, name, **archive);
  if (!page) return fail(page.error());
  if (Interrupted()) EndAsInterrupted();
  Result<bool> written = true;
  if (command.out == kStandardOutput)
    written = WriteUntilInterrupted(*page);
  else if (const auto replaced = ReplaceFile(command.out, *page); !replaced)
    written = Fail(replaced.error());
  if (written && *written) return damage.status();
  if (Interrupted()) EndAsInterrupted();  // whatever waited for a reader
  return written ? kFailed : fail(written.error());
}

}  // namespace fdr::tools
