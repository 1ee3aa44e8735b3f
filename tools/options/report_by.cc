// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/report_by.h"

#include <algorithm>
#include <array>

namespace fdr::tools {
namespace {

struct ReportBy {
  std::string_view argument, by, report;
};

// The names of the reports are known, too: they have no other form in a configuration.
constexpr std::array kReports = {
    ReportBy{":ps", "program", ":ps-by-program"},
    ReportBy{":ps", "user", ":ps-by-user"},
    ReportBy{":ps", "unit", ":ps-by-unit"},
    ReportBy{":ps", "cgroup", ":cgroups"},
};

}  // namespace

Result<void> ChooseReportsBy(std::vector<std::string>& arguments, std::optional<std::string>& by,
                             bool has_top) {
  if (!by) return {};
  bool is_chosen = false;
  for (std::string& argument : arguments) {
    const auto report = std::ranges::find_if(
        kReports, [&](const ReportBy& one) { return one.argument == argument && one.by == *by; });
    if (report == kReports.end()) continue;
    argument = report->report;
    is_chosen = true;
  }
  if (is_chosen) by.reset();
  if (is_chosen || has_top) return {};
  return Fail(
      Errc::kInvalidArgument,
      "--by " + *by + ": a metric needs --top; program, user, unit and cgroup need the report :ps");
}

std::string FormOfReport(std::string_view name) {
  for (const ReportBy& one : kReports)
    if (one.report.substr(1) == name && name.starts_with(one.argument.substr(1)))
      return std::string(one.argument.substr(1)) + " --by " + std::string(one.by);
  return std::string(name);
}

std::vector<std::string> WordsOfBy() {
  std::vector<std::string> words;
  for (const ReportBy& one : kReports) words.emplace_back(one.by);
  return words;
}

}  // namespace fdr::tools
