// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/diff/diff_command.h"

#include "fdr/archive/files/archive_files.h"
#include "fdr/tools/diff/comparison.h"
#include "fdr/tools/diff/peer_diff.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/summary/archive_values.h"
#include "fdr/tools/summary/table_width.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/terminal.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostCompared = 1'000'000;

// The second archive may be missing: then the word is the first of the metrics.
struct DiffNames {
  std::string before;
  std::optional<std::string> after;
  std::vector<std::string> metrics;
};

DiffNames NamesOf(const DiffCommand& command) {
  DiffNames names{command.before, command.after, command.metrics};
  if (!names.after) return names;
  const auto found = FindArchives(*names.after, [](const Problem&) {});
  const bool is_path = names.after->find('/') != names.after->npos;
  if (is_path || found || found.error().code != Errc::kNotFound) return names;
  names.metrics.insert(names.metrics.begin(), *names.after);
  names.after.reset();
  return names;
}

class DiffRun {
 public:
  DiffRun(const DiffCommand& command, DiffNames names)
      : command_(command), names_(std::move(names)), damage_(command.common.quiet) {}

  /// What the command prints.
  Result<std::string> Run() {
    if (const Result<void> opened = Open(); !opened) return Fail(opened.error());
    const Result<Zone> zone =
        ZoneOf(command_.times.first, command_.common, after().archive->label());
    if (!zone) return Fail(zone.error());
    CatchInterrupts();
    Comparison comparison({names_.before, before_.archive.get(), before_.values}, Second(),
                          {damage_, command_.common.quiet}, kMostCompared);
    if (const Result<void> chosen = comparison.ChooseMetrics(names_.metrics); !chosen)
      return Fail(Explain(chosen.error()));
    const Result<DiffWindows> windows = Windows(comparison, *zone);
    if (Interrupted()) EndAsInterrupted();
    if (!windows) return Fail(windows.error());
    Result<Diff> diff = comparison.Read(*windows, {command_.instances, command_.top});
    if (Interrupted()) EndAsInterrupted();
    if (!diff) return Fail(diff.error());
    diff->is_searched = SearchesWindows();
    WarnOfOrder();
    return TextOf(*diff, *zone);
  }

  int status() const { return damage_.status(); }

 private:
  ArchiveValues& after() { return names_.after ? second_ : before_; }

  std::optional<ComparedArchive> Second() const {
    if (!names_.after) return std::nullopt;
    return ComparedArchive{*names_.after, second_.archive.get(), second_.values};
  }

  // Of one archive without times, it is up to fdr to say when something was different.
  bool SearchesWindows() const { return !names_.after && !command_.times.NameTheSecond(); }

  Result<DiffWindows> Windows(Comparison& comparison, const Zone& zone) {
    if (!SearchesWindows())
      return ChooseWindows(command_.times, *before_.archive, *after().archive, zone);
    const Result<StatisticsWindow> window = FirstWindow(command_.times, *before_.archive, zone);
    if (!window) return Fail(window.error());
    return comparison.Search(*window);
  }

  Result<void> Open() {
    const auto open = [&](const std::string& archive, ArchiveValues& source) {
      return source.Open({archive, command_.names, command_.derive, names_.metrics},
                         command_.common, damage_);
    };
    if (Result<void> opened = open(names_.before, before_); !opened) return opened;
    return names_.after ? open(*names_.after, second_) : Result<void>();
  }

  // The word behind the archive was meant as a second one, perhaps.
  Error Explain(Error error) const {
    const bool is_doubtful = command_.after && !names_.after;
    if (is_doubtful && error.code == Errc::kNotFound &&
        error.what.find('"' + *command_.after + '"') != error.what.npos)
      error.what += ", and there is no archive of that name";
    return error;
  }

  void WarnOfOrder() {
    if (command_.common.quiet || (before_.archive->IsInOrder() && after().archive->IsInOrder()))
      return;
    PrintError(
        "warning: Some records lie behind later ones, and are passed over; fdr repair sorts them");
  }

  std::string TextOf(const Diff& diff, const Zone& zone) const {
    std::string out;
    if (command_.common.json)
      AppendDiffJson(diff, zone, out);
    else if (command_.csv || command_.csv_safe)
      AppendDiffCsv(diff, command_.csv_safe, out);
    else
      AppendDiffTable(diff, {zone, TableWidth(command_.width), !command_.ascii && LocaleIsUtf8()},
                      out);
    return out;
  }

  const DiffCommand& command_;
  const DiffNames names_;
  DamageReport damage_;
  ArchiveValues before_, second_;
};

}  // namespace

int Run(const DiffCommand& command) {
  if (command.as_peer) return RunAsPeer(command);
  DiffRun run(command, NamesOf(command));
  const Result<std::string> text = run.Run();
  if (!text) {
    PrintError(text.error());
    return text.error().code == Errc::kInvalidArgument ? kUsage : kFailed;
  }
  return WriteOutput(*text) ? run.status() : kFailed;
}

Result<std::string> DiffText(const DiffCommand& command) {
  return DiffRun(command, NamesOf(command)).Run();
}

}  // namespace fdr::tools
