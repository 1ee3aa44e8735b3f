// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/reports/report_library.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "fdr/replay/derive/expression_parser.h"
#include "fdr/replay/reports/builtin_text.h"
#include "fdr/replay/reports/report_parser.h"

namespace fdr {

std::vector<std::string> MetricsOf(const ChosenReport& report) {
  std::set<std::string> computed;
  for (const ReportMetric& metric : report.metrics)
    if (!metric.formula.empty()) computed.insert(metric.metric);
  std::vector<std::string> names;
  std::set<std::string> known = computed;
  const auto add = [&](const std::string& name) {
    if (known.insert(name).second) names.push_back(name);
  };
  for (const ReportMetric& metric : report.metrics) {
    if (metric.formula.empty()) {
      add(metric.metric);
      continue;
    }
    const auto expression = ParseExpression(metric.formula, DeriveRules::kNewest);
    if (!expression) continue;
    for (const Node& node : expression->nodes)
      if (node.op == Op::kMetric) add(node.text);
  }
  return names;
}

void ReportLibrary::Add(std::vector<ReportFile> group) {
  Group merged;
  for (ReportFile& file : group) {
    OverrideReportOptions(file.options, merged.options);
    OverrideReportMetrics(file.globals, merged.globals);
    std::move(file.reports.begin(), file.reports.end(), std::back_inserter(merged.reports));
  }
  groups_.push_back(std::move(merged));
}

const DefinedReport* ReportLibrary::FindIn(const Group& group, std::string_view name) const {
  const auto found = std::find_if(group.reports.rbegin(), group.reports.rend(),
                                  [&](const DefinedReport& report) { return report.name == name; });
  return found == group.reports.rend() ? nullptr : &*found;
}

std::optional<ChosenReport> ReportLibrary::Find(std::string_view name) const {
  for (const Group& group : groups_) {
    const DefinedReport* const report = FindIn(group, name);
    if (report == nullptr) continue;
    ChosenReport chosen{report->name, report->place, group.options, {}};
    OverrideReportOptions(report->options, chosen.options);
    if (chosen.options.globals.value_or(true)) chosen.metrics = group.globals;
    OverrideReportMetrics(report->metrics, chosen.metrics);
    return chosen;
  }
  return std::nullopt;
}

std::vector<const DefinedReport*> ReportLibrary::All() const {
  std::map<std::string_view, const DefinedReport*> all;
  for (const Group& group : groups_)
    for (const DefinedReport& report : group.reports)
      all.try_emplace(report.name, FindIn(group, report.name));
  std::vector<const DefinedReport*> reports;
  reports.reserve(all.size());
  for (const auto& [name, report] : all) reports.push_back(report);
  return reports;
}

std::string DescriptionOf(const DefinedReport& report) {
  if (!report.description.empty()) return report.description;
  std::string labels;
  for (const ReportMetric& metric : report.metrics) {
    if (!labels.empty()) labels += ", ";
    labels += metric.label.empty() ? metric.metric : metric.label;
  }
  return labels;
}

ReportFile BuiltInReports() {
  return ParseReports(kBuiltInReports, kBuiltInName, [](const TextPlace&, const std::string&) {});
}

}  // namespace fdr
