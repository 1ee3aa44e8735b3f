// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/series_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "fdr/replay/text/ascii.h"
#include "fdr/tools/run/whole_file.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/terminal.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {

bool WriteRows(const RowSink& sink, std::string_view text) {
  return sink.Draws() ? DrawOutput(text) : WriteOutput(text);
}

SeriesForm FormOf(const SeriesOutput& output, bool json) {
  if (json) return SeriesForm::kJson;
  if (output.csv || output.csv_safe) return SeriesForm::kCsv;
  const bool is_chart = output.plot || output.look || output.svg || output.png;
  return is_chart ? SeriesForm::kPlot : SeriesForm::kTable;
}

ColumnLimit LimitOf(SeriesForm form) {
  switch (form) {
    case SeriesForm::kTable:
      // All processes that ever lived: a table shows those that live, or the first ones.
      return {"A table", 300'000};
    case SeriesForm::kPlot:
      return {"A chart", 1'000};
    case SeriesForm::kCsv:
    case SeriesForm::kJson:
      break;
  }
  return {"A line of CSV or JSON", 100'000};
}

Result<PictureFiles> PicturesOf(SeriesForm form, const SeriesOutput& output,
                                const std::vector<Column>& columns) {
  if (output.picture_size && !output.svg && !output.png)
    return Fail(Errc::kInvalidArgument,
                "--size is the size of a picture: it works only with --svg or --png");
  if (form != SeriesForm::kPlot) return PictureFiles{};
  if (const std::size_t panels = ChartPanels(columns, output.look).size(); panels > kMostPanels)
    return Fail(Errc::kInvalidArgument,
                fmt::format("A chart has {} panels at most, one for each unit, and these metrics "
                            "have {}: name fewer of them",
                            kMostPanels, panels));
  PictureFiles files{.svg = output.svg, .png = output.png};
  if (output.picture_size)
    if (const auto parsed = ParsePictureSize(*output.picture_size, files); !parsed)
      return Fail(parsed.error());
  for (const auto& file : {files.svg, files.png})
    if (file)
      if (const auto checked = CheckReplaceable(*file); !checked) return Fail(checked.error());
  return files;
}

// The last line of a terminal is for the status, or for the prompt.
int ChartLines(int terminal_height) { return terminal_height - 1; }

bool WantsColor(ColorChoice choice) {
  switch (choice) {
    case ColorChoice::kAlways:
      return true;
    case ColorChoice::kNever:
      return false;
    case ColorChoice::kAuto:
      break;
  }
  return WantsColor(STDOUT_FILENO);
}

namespace {
std::string WithoutQuotes(std::string text) {
  const bool has_quotes =
      text.size() >= 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0];
  return has_quotes ? text.substr(1, text.size() - 2) : text;
}

void ApplyReport(const ReportOptions& report, TableStyle& style) {
  style.is_long |= report.colxrow.has_value();
  style.has_head = report.header.value_or(true);
  style.has_times = report.timestamp.value_or(true);
  style.has_units = report.unitinfo.value_or(true);
  // A long table would not tell its lines apart.
  style.has_instances = style.is_long || report.instinfo.value_or(true);
  if (report.delimiter) style.gap = Printable(WithoutQuotes(*report.delimiter));
  if (report.timefmt) style.time_format = WithoutQuotes(*report.timefmt);
  if (report.colxrow)
    if (const std::string title(Trimmed(WithoutQuotes(*report.colxrow))); !title.empty())
      style.instance_title = title;
  if (!report.sort_metric) return;
  style.order = InstanceOrder{*report.sort_metric, report.sort_metric->starts_with('-')};
  if (style.order->ascending) style.order->metric.erase(0, 1);
}

TableStyle TableStyleOf(const SeriesOutput& output, const std::vector<Column>& columns,
                        const SeriesNature& nature) {
  TableStyle style{.zone = nature.zone,
                   .step = nature.step,
                   .is_long = output.is_long || output.top > 0,
                   .markdown = output.markdown,
                   .color = !output.markdown && WantsColor(output.color),
                   .utf8 = LocaleIsUtf8(),
                   .streams = nature.streams};
  ApplyReport(output.report, style);
  if (output.top > 0) style.top = TopOf(output, columns);
  if (output.markdown) return style;
  style.width = output.width;
  if (::isatty(STDOUT_FILENO) != 1) return style;
  const TerminalSize terminal = SizeOfTerminal(STDOUT_FILENO);
  if (output.width == 0 && !output.wide) style.width = terminal.width;
  style.lines_per_head = std::max(terminal.height - 1, 1);
  return style;
}

std::unique_ptr<RowSink> MakeFormSink(SeriesForm form, const SeriesOutput& output,
                                      const std::vector<Column>& columns,
                                      const SeriesNature& nature, const PictureFiles& files) {
  switch (form) {
    case SeriesForm::kJson:
      return MakeJsonLines(columns, nature.zone, nature.host);
    case SeriesForm::kCsv:
      return MakeCsv(columns, nature.zone, output.csv_safe);
    case SeriesForm::kTable:
      return MakeTable(columns, TableStyleOf(output, columns, nature));
    case SeriesForm::kPlot:
      break;
  }
  const TerminalSize terminal = SizeOfTerminal(STDOUT_FILENO);
  return MakePlot(columns,
                  {.time = nature.time,
                   .width = output.width > 0 ? output.width : terminal.width,
                   .height = output.height > 0 ? output.height : ChartLines(terminal.height),
                   .utf8 = !output.ascii && LocaleIsUtf8(),
                   .color = WantsColor(output.color),
                   .has_own_width = output.width > 0,
                   .has_own_height = output.height > 0,
                   .grows = output.height == 0 && ::isatty(STDOUT_FILENO) != 1,
                   .joins_records = nature.joins_records,
                   .look = output.look,
                   .shows_text = output.plot || !files.any(),
                   .files = files,
                   .host = nature.host});
}

}  // namespace

std::vector<std::string> MetricsOf(const std::vector<std::string>& metrics,
                                   const SeriesOutput& output) {
  std::vector<std::string> all = metrics;
  if (output.by && std::find(all.begin(), all.end(), *output.by) == all.end())
    all.insert(all.begin(), *output.by);  // the column that surely fits
  return all;
}

TopInstances TopOf(const SeriesOutput& output, const std::vector<Column>& columns) {
  if (output.by) return {output.top, *output.by};
  const auto compares = [](const Column& column) {
    return column.id != kSingular && IsNumeric(column.desc.type);
  };
  // What a report ranks by; else the first metric with numbers.
  auto first = std::ranges::find_if(
      columns, [&](const Column& column) { return compares(column) && column.pick.rank != 0; });
  if (first == columns.end()) first = std::ranges::find_if(columns, compares);
  return {output.top, first == columns.end() ? "" : first->metric};
}

Result<Folding> ShownColumns(const SeriesOutput& output, std::vector<Column> columns) {
  if (output.by && std::none_of(columns.begin(), columns.end(), [&](const Column& column) {
        return column.metric == *output.by && IsNumeric(column.desc.type);
      }))
    return Fail(Errc::kInvalidArgument,
                "--by is not the name of a metric with numbers: " + *output.by);
  if (!output.fold) return Folding{std::move(columns), {}};
  const auto pattern = TextPattern::Posix(*output.fold);
  if (!pattern)
    return Fail(Errc::kInvalidArgument, "--fold " + *output.fold + ": " + pattern.error().what +
                                            ", as in --fold '^(sd[a-z])[0-9]+$'");
  return Fold(columns, *pattern);
}

std::unique_ptr<RowSink> MakeSink(SeriesForm form, const SeriesOutput& output, const Folding& shown,
                                  const SeriesNature& nature, const PictureFiles& files) {
  std::unique_ptr<RowSink> sink = MakeFormSink(form, output, shown.columns, nature, files);
  return shown.members.empty() ? std::move(sink) : MakeFoldingSink(shown, std::move(sink));
}

bool WantsPager(SeriesForm form, const SeriesOutput& output, const SeriesNature& nature) {
  return form == SeriesForm::kTable && !output.no_pager && !nature.streams;
}

bool KeepDrawable(std::vector<Column>& columns, bool quiet) {
  const std::size_t dropped =
      std::erase_if(columns, [](const Column& column) { return !IsNumeric(column.desc.type); });
  if (columns.empty())
    PrintError("None of these metrics is numeric, so a chart cannot show them");
  else if (dropped > 0 && !quiet)
    PrintError(fmt::format("warning: {} of the series {} not drawn", dropped,
                           dropped == 1 ? "has no numbers, and is" : "have no numbers, and are"));
  return !columns.empty();
}

}  // namespace fdr::tools
