// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/summary_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/series/cell.h"
#include "fdr/tools/series/true_extremes.h"
#include "fdr/tools/summary/archive_values.h"
#include "fdr/tools/summary/default_metrics.h"
#include "fdr/tools/summary/peer_summary.h"
#include "fdr/tools/summary/summary_rows.h"
#include "fdr/tools/summary/table_width.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/terminal.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostSeries = 1'000'000;
constexpr std::uint64_t kDefaultTop = 5;   // without named metrics
constexpr std::uint64_t kTableTop = 20;    // of named metrics, in a table
constexpr std::size_t kFallbackRows = 40;  // without any of the default metrics

struct Choice {
  std::vector<std::string> metrics;
  std::optional<std::uint64_t> top;
  bool is_fallback = false;
};

Result<Choice> ChooseMetrics(const SummaryCommand& command, Context& values) {
  if (!command.metrics.empty()) {
    Choice named{command.metrics, command.top};
    if (!named.top && command.IsTable()) named.top = kTableTop;
    return named;
  }
  if (!command.all) {
    if (std::vector<std::string> names = DefaultMetrics(values); !names.empty())
      return Choice{std::move(names), command.top.value_or(kDefaultTop)};
  }
  Result<std::vector<std::string>> all = NumericMetrics(values);
  if (!all) return Fail(all.error());
  return Choice{std::move(*all), command.top, !command.all};
}

// Texts and events have no statistics.
Result<void> KeepNumeric(std::vector<Column>& columns, bool quiet) {
  if (columns.empty())
    return Fail(Errc::kNotFound, "None of these metrics has an instance in this archive");
  const std::string first = columns.front().metric;
  const std::size_t dropped =
      std::erase_if(columns, [](const Column& column) { return !IsNumeric(column.desc.type); });
  if (columns.empty())
    return Fail(Errc::kNotFound, first + " has no numbers; fdr replay shows its values");
  if (dropped > 0 && !quiet)
    PrintError(fmt::format("warning: {} of the series {}", dropped,
                           dropped == 1 ? "has no numbers" : "have no numbers"));
  return {};
}

// Of the well-known metrics, many never happen.
void LeaveOutZeros(Summary& summary) {
  summary.zero_series = std::erase_if(summary.rows, [](const SummaryRow& row) {
    return row.statistics->min().value == 0 && row.statistics->max().value == 0;
  });
}

// Without any well-known metric: the first ones that change, or, where none changes, the first
// ones.
void KeepChanging(Summary& summary) {
  std::vector<SummaryRow>& rows = summary.rows;
  const std::size_t all = rows.size();
  const auto is_constant = [](const SummaryRow& row) {
    return row.statistics->min().value == row.statistics->max().value;
  };
  if (!std::ranges::all_of(rows, is_constant)) std::erase_if(rows, is_constant);
  if (rows.size() > kFallbackRows) rows.resize(kFallbackRows);
  if (rows.size() < all)
    summary.more =
        fmt::format("{} of {} series: --all-metrics shows the others.", rows.size(), all);
}

// Percentages of processor time are of one processor.
std::optional<std::uint64_t> ProcessorsAt(Context& archive, Timestamp when) {
  const std::string name = "hinv.ncpu";
  const auto found = archive.Find(std::span(&name, 1));
  if (!found || !found->front()) return std::nullopt;
  const MetricId id = *found->front();
  const Result<Desc> desc = archive.DescOf(id);
  FetchResult result;
  if (!desc || !archive.SetMode(Mode::kInterpolated, when, 1)) return std::nullopt;
  const Fetched fetched = archive.Fetch(std::span(&id, 1), result);
  if (!fetched || !*fetched || result.sets()[0].count == 0) return std::nullopt;
  const auto number = NumberOf(CellOf(result.Values(result.sets()[0])[0], *desc)).value_or(0);
  constexpr double kMost = 1e6;  // what a damaged archive says may be anything
  if (!(number >= 1 && number <= kMost)) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

void NameProcesses(Context& archive, Summary& summary) {
  ProcessReader reader(archive);
  std::set<InstanceId> named;
  for (const SummaryRow& row : summary.rows) {
    const Column& column = *row.column;
    if (reader.indom() != column.desc.indom || !named.insert(column.id).second) continue;
    summary.processes.push_back({&column, reader.Read(column.id, row.statistics->max().stamp)});
  }
}

bool Print(const SummaryCommand& command, const Summary& summary, const Zone& zone) {
  std::string out;
  if (command.common.json) {
    AppendSummaryJson(summary, zone, out);
  } else if (command.csv || command.csv_safe) {
    AppendSummaryCsv(summary, zone, command.csv_safe, out);
  } else {
    const bool dates = OnDifferentDays(summary.window.start, summary.window.end, zone);
    const SummaryTableStyle style{TimeStyle{zone, dates, 0}, TableWidth(command.width),
                                  !command.ascii && LocaleIsUtf8()};
    AppendSummaryTable(summary, style, out);
  }
  return WriteOutput(out);
}

// Puts the extremes that an archive holds in the place of those of its values.
void TakeExtremes(ColumnStatistics& statistics, std::vector<Column>& columns) {
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].edge)
      if (const SeriesStatistics* extremes = statistics.Of(i))
        statistics.IncludeExtremes(columns[i].edge->of, extremes->min(), extremes->max());
  std::erase_if(columns, [](const Column& column) { return column.edge.has_value(); });
}

Result<Summary> Summarize(const SummaryCommand& command, ArchiveValues& sources, const Zone& zone,
                          DamageReport& damage, std::vector<Column>& columns,
                          std::unique_ptr<ColumnStatistics>& statistics) {
  const bool quiet = command.common.quiet;
  const auto window = ChooseWindow(command.window.times, *sources.archive, zone);
  if (!window) return Fail(window.error());
  if (window->warning && !quiet) PrintError(*window->warning);
  const Result<Choice> choice = ChooseMetrics(command, *sources.values);
  if (!choice) return Fail(choice.error());
  auto selected =
      SelectColumns({*sources.values}, choice->metrics, command.raw, {"A summary", kMostSeries});
  if (!selected) return Fail(selected.error());
  columns = std::move(*selected);
  if (const Result<void> kept = KeepNumeric(columns, quiet || command.metrics.empty()); !kept)
    return Fail(kept.error());
  AddExtremes(*sources.values, columns);
  statistics = ReadStatistics(*sources.archive, *sources.values, columns,
                              {window->origin, window->end}, damage, quiet);
  TakeExtremes(*statistics, columns);
  Summary summary;
  summary.host = sources.archive->HostName();
  summary.window = statistics->window();
  summary.records = statistics->pass().records();
  summary.gaps = statistics->pass().gaps();
  ChooseRows(columns, *statistics, choice->top, summary);
  summary.has_values = !summary.rows.empty();
  if (choice->is_fallback) {
    KeepChanging(summary);
  } else if (command.metrics.empty() && !command.all) {
    LeaveOutZeros(summary);
    summary.more = "These are the most common metrics: name others, or use --all-metrics.";
  }
  if (!command.IsTable()) return summary;
  summary.processors = ProcessorsAt(*sources.values, summary.window.end);
  NameProcesses(*sources.values, summary);
  return summary;
}

}  // namespace

int Run(const SummaryCommand& command) {
  if (command.as_peer) return RunAsPeer(command);
  DamageReport damage(command.common.quiet);
  const auto fail = [](const Error& error) {
    PrintError(error);
    return error.code == Errc::kInvalidArgument ? kUsage : kFailed;
  };
  ArchiveValues sources;
  const ValuesChoice choice{command.archive, command.names, command.derive, command.metrics};
  if (const Result<void> opened = sources.Open(choice, command.common, damage); !opened)
    return fail(opened.error());
  const Result<Zone> zone = ZoneOf(command.window, command.common, sources.archive->label());
  if (!zone) return fail(zone.error());
  CatchInterrupts();
  std::vector<Column> columns;
  std::unique_ptr<ColumnStatistics> statistics;
  const auto summary = Summarize(command, sources, *zone, damage, columns, statistics);
  if (!summary) return fail(summary.error());
  if (Interrupted()) EndAsInterrupted();
  if (!sources.archive->IsInOrder() && !command.common.quiet)
    PrintError(
        "warning: Some records lie behind later ones, and are passed over; fdr repair "
        "sorts them");
  const bool is_table = command.IsTable();
  if (!summary->has_values) {
    PrintError("These metrics have no values in this time window");
    if (is_table) return kFailed;
  }
  if (!Print(command, *summary, *zone) || !summary->has_values) return kFailed;
  return damage.status();
}

}  // namespace fdr::tools
