// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/diff/diff_command.h"

#include <array>
#include <cmath>
#include <memory>

#include "fdr/archive/files/archive_files.h"
#include "fdr/tools/diff/diff_rows.h"
#include "fdr/tools/diff/odd_stretch.h"
#include "fdr/tools/diff/peer_diff.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/summary/archive_values.h"
#include "fdr/tools/summary/default_metrics.h"
#include "fdr/tools/summary/table_width.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/terminal.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostCompared = 1'000'000;

// An archive with the series that are compared.
struct DiffSource {
  ArchiveValues values;
  std::vector<std::string> metrics;
  std::vector<Column> columns;
};

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

// A record between two windows of one archive belongs to the later one: an instance that appears
// with it was not there before.
StatisticsWindow UpTo(const StatisticsWindow& window, const StatisticsWindow& other) {
  if (window.end != other.start) return window;
  const Timestamp end = window.end;
  return {window.start, end.nsec > 0 ? Timestamp{end.sec, end.nsec - 1}
                                     : Timestamp{end.sec - 1, kNanosPerSecond - 1}};
}

class DiffRun {
 public:
  DiffRun(const DiffCommand& command, DiffNames names)
      : command_(command), names_(std::move(names)), damage_(command.common.quiet) {}

  /// What the command prints.
  Result<std::string> Run() {
    if (const Result<void> opened = Open(); !opened) return Fail(opened.error());
    const Result<Zone> zone =
        ZoneOf(command_.times.first, command_.common, after().values.archive->label());
    if (!zone) return Fail(zone.error());
    CatchInterrupts();
    if (const Result<void> chosen = ChooseSeries(); !chosen) return Fail(chosen.error());
    const Result<DiffWindows> windows = Windows(*zone);
    if (Interrupted()) EndAsInterrupted();
    if (!windows) return Fail(windows.error());
    const auto statistics = Read(*windows);
    if (Interrupted()) EndAsInterrupted();
    WarnOfOrder();
    return TextOf(statistics, *windows, *zone);
  }

  int status() const { return damage_.status(); }

 private:
  using Statistics = std::array<std::unique_ptr<ColumnStatistics>, 2>;

  DiffSource& after() { return names_.after ? second_ : before_; }

  // Of one archive without times, it is up to fdr to say when something was different.
  bool SearchesWindows() const { return !names_.after && !command_.times.NameTheSecond(); }

  Result<DiffWindows> Windows(const Zone& zone) {
    if (!SearchesWindows())
      return ChooseWindows(command_.times, *before_.values.archive, *after().values.archive, zone);
    const Result<StatisticsWindow> window =
        FirstWindow(command_.times, *before_.values.archive, zone);
    if (!window) return Fail(window.error());
    return FindOddStretch(before_.values, before_.columns, *window,
                          {damage_, command_.common.quiet});
  }

  Result<void> Open() {
    const auto open = [&](const std::string& archive, DiffSource& source) {
      return source.values.Open({archive, command_.names, command_.derive, names_.metrics},
                                command_.common, damage_);
    };
    if (Result<void> opened = open(names_.before, before_); !opened) return opened;
    return names_.after ? open(*names_.after, second_) : Result<void>();
  }

  Result<void> ChooseSeries() {
    if (const Result<void> known = FindMetrics(); !known) return known;
    if (const Result<void> chosen = ChooseSeriesOf(before_); !chosen) return chosen;
    if (names_.after)
      if (const Result<void> chosen = ChooseSeriesOf(second_); !chosen) return chosen;
    if (!before_.columns.empty() || !after().columns.empty()) return {};
    return Fail(Errc::kNotFound,
                "None of these metrics has numbers; fdr replay shows their values");
  }

  // A metric that one archive lacks may be in the other.
  Result<void> FindMetrics() {
    for (const std::string& metric : names_.metrics) {
      const Result<void> first = FindIn(before_, metric);
      const Result<void> second = names_.after ? FindIn(second_, metric) : first;
      if (!first && !second) return Fail(Explain(first.error()));
    }
    return {};
  }

  static Result<void> FindIn(DiffSource& source, const std::string& metric) {
    const auto columns =
        SelectColumns({*source.values.values}, {metric}, false, {"A comparison", kMostCompared});
    if (!columns) return Fail(columns.error());
    source.metrics.push_back(metric);
    return {};
  }

  Result<void> ChooseSeriesOf(DiffSource& source) {
    Context& values = *source.values.values;
    if (names_.metrics.empty()) {
      Result<std::vector<std::string>> all = NumericMetrics(values);
      if (!all) return Fail(all.error());
      source.metrics = std::move(*all);
    }
    auto columns = SelectColumns({values}, source.metrics, false, {"A comparison", kMostCompared});
    if (!columns) return Fail(columns.error());
    source.columns = std::move(*columns);
    std::erase_if(source.columns,
                  [](const Column& column) { return !IsNumeric(column.desc.type); });
    return {};
  }

  // The word behind the archive was meant as a second one, perhaps.
  Error Explain(Error error) const {
    const bool is_doubtful = command_.after && !names_.after;
    if (is_doubtful && error.code == Errc::kNotFound &&
        error.what.find('"' + *command_.after + '"') != error.what.npos)
      error.what += ", and there is no archive of that name";
    return error;
  }

  Statistics Read(const DiffWindows& windows) {
    const auto read = [&](DiffSource& source, const StatisticsWindow& window) {
      return ReadStatistics(*source.values.archive, *source.values.values, source.columns, window,
                            damage_, command_.common.quiet);
    };
    Statistics statistics;
    const bool is_one = !names_.after;
    statistics[0] = read(before_, is_one ? UpTo(windows.before, windows.after) : windows.before);
    statistics[1] = read(after(), is_one ? UpTo(windows.after, windows.before) : windows.after);
    return statistics;
  }

  void WarnOfOrder() {
    if (command_.common.quiet ||
        (before_.values.archive->IsInOrder() && after().values.archive->IsInOrder()))
      return;
    PrintError(
        "warning: Some records lie behind later ones, and are passed over; fdr repair sorts them");
  }

  static DiffSide SideOf(const std::string& name, const DiffSource& source,
                         const StatisticsWindow& window, const ColumnStatistics& statistics) {
    return {name, source.values.archive->HostName(), window, &source.columns, &statistics};
  }

  std::string TextOf(const Statistics& statistics, const DiffWindows& windows, const Zone& zone) {
    Diff diff;
    diff.before = SideOf(names_.before, before_, windows.before, *statistics[0]);
    diff.after =
        SideOf(names_.after.value_or(names_.before), after(), windows.after, *statistics[1]);
    diff.is_searched = SearchesWindows();
    ChooseRows({command_.instances, command_.top}, diff);
    ProcessReader processes(*after().values.values);
    for (BusierProcess& process : diff.processes)
      process.words = processes.Read(process.column->id, process.when);
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
  DiffSource before_, second_;
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
