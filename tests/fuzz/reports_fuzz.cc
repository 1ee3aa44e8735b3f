// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/reports/instance_filter.h"
#include "fdr/replay/reports/report_library.h"
#include "fdr/replay/reports/report_parser.h"
#include "fdr/tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fdr::AsText(fdr::fuzz::Input(data, size));
  fdr::ReportFile file =
      fdr::ParseReports(text, "file", [](const fdr::TextPlace& place, const std::string& what) {
        fdr::fuzz::Require(place.line > 0 && !what.empty(), "complaints have a place");
      });
  for (const fdr::DefinedReport& report : file.reports)
    for (const fdr::ReportMetric& metric : report.metrics) {
      fdr::fuzz::Require(!metric.metric.empty(), "metrics have names");
      if (const auto filter = fdr::InstanceFilter::Parse(metric.instances))
        static_cast<void>(filter->Matches("0001 /bin/x"));
    }
  const std::size_t reports = file.reports.size();
  fdr::ReportLibrary library;
  library.Add({std::move(file)});
  const auto all = library.All();
  fdr::fuzz::Require(all.size() <= reports, "reports have names");
  for (const fdr::DefinedReport* report : all) {
    const auto chosen = library.Find(report->name);
    fdr::fuzz::Require(chosen.has_value(), "all reports are found");
    static_cast<void>(fdr::MetricsOf(*chosen));
  }
  return 0;
}
