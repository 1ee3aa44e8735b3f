// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/metric_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/options/report_by.h"
#include "fdr/tools/options/report_files.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"
#include "fdr/tools/text/nearest_names.h"

namespace fdr::tools {
namespace {

std::vector<std::string> ReportNamesIn(const ReportLibrary& library) {
  std::vector<std::string> names;
  for (const DefinedReport* report : library.All()) names.push_back(':' + report->name);
  return names;
}

// Those about the files that the reports come from.
void PrintComplaints(const ReportFiles& files, const MetricArguments& choice) {
  std::set<std::string> used;
  for (const MetricArguments::Item& item : choice.items)
    if (item.report) used.insert(item.report->place.file);
  for (const auto& [place, what] : files.complaints)
    if (used.contains(place.file)) PrintError("warning: " + place.Text() + ": " + what);
}

}  // namespace

bool MetricArguments::HasReports() const {
  return std::any_of(items.begin(), items.end(),
                     [](const Item& item) { return item.report.has_value(); });
}

std::vector<std::string> MetricArguments::Metrics() const {
  std::vector<std::string> metrics;
  for (const Item& item : items)
    if (!item.report) metrics.push_back(item.argument);
  return metrics;
}

Result<MetricArguments> ChooseMetrics(const std::vector<std::string>& arguments,
                                      const std::vector<std::string>& report_files, bool quiet) {
  MetricArguments choice;
  for (const std::string& argument : arguments) choice.items.push_back({argument, std::nullopt});
  if (std::none_of(arguments.begin(), arguments.end(), IsReportName)) return choice;
  const Result<ReportFiles> files = ReadReportFiles(report_files);
  if (!files) return Fail(files.error());
  for (MetricArguments::Item& item : choice.items) {
    if (!IsReportName(item.argument)) continue;
    item.report = files->library.Find(std::string_view(item.argument).substr(1));
    if (!item.report)
      return Fail(
          Errc::kInvalidArgument,
          fmt::format("There is no report \"{}\"{}; fdr replay --list-reports lists all",
                      item.argument, DidYouMean(item.argument, ReportNamesIn(files->library))));
    OverrideReportOptions(item.report->options, choice.options);
  }
  if (!quiet) PrintComplaints(*files, choice);
  return choice;
}

Result<std::vector<std::string>> MetricsOfChoice(const std::vector<std::string>& arguments,
                                                 const std::vector<std::string>& report_files,
                                                 bool quiet) {
  const Result<MetricArguments> choice = ChooseMetrics(arguments, report_files, quiet);
  if (!choice) return Fail(choice.error());
  std::vector<std::string> metrics;
  for (const MetricArguments::Item& item : choice->items) {
    const std::vector<std::string> more =
        item.report ? MetricsOf(*item.report) : std::vector<std::string>{item.argument};
    metrics.insert(metrics.end(), more.begin(), more.end());
  }
  return metrics;
}

int ListReports(const std::vector<std::string>& report_files, bool json) {
  const Result<ReportFiles> files = ReadReportFiles(report_files);
  if (!files) {
    PrintError(files.error());
    return kFailed;
  }
  const std::vector<const DefinedReport*> reports = files->library.All();
  std::size_t name_width = 0, file_width = 0;
  for (const DefinedReport* report : reports) {
    name_width = std::max(name_width, Printable(FormOfReport(report->name)).size());
    file_width = std::max(file_width, Printable(report->place.file).size());
  }
  std::string out;
  for (const DefinedReport* report : reports) {
    if (json) {
      JsonWriter writer(out);
      writer.BeginObject().Key("name").String(report->name).Key("file").String(report->place.file);
      writer.Key("line").UInt(report->place.line);
      writer.Key("description").String(DescriptionOf(*report)).EndObject();
      out += '\n';
    } else {
      out +=
          fmt::format(":{:{}}  {:{}}  {}\n", Printable(FormOfReport(report->name)), name_width,
                      Printable(report->place.file), file_width, Printable(DescriptionOf(*report)));
    }
  }
  return WriteOutput(out) ? kOk : kFailed;
}

std::vector<std::string> ReportNames(const std::vector<std::string>& report_files) {
  const Result<ReportFiles> files = ReadReportFiles(report_files);
  return files ? ReportNamesIn(files->library) : std::vector<std::string>();
}

}  // namespace fdr::tools
