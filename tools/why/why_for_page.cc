// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/why/why_for_page.h"

#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/why/why_output.h"

namespace fdr::tools {
namespace {

Result<std::string> ExplainOne(ArchiveContext& archive, const std::string& name,
                               const CheckLimit& check) {
  const std::string zone_name = "archive";
  const Result<Zone> zone = ChooseZone(zone_name, archive.label());
  if (!zone) return Fail(zone.error());
  Result<void> limit;
  why::ExplainOptions options;
  options.go_on = [&](Timestamp) {
    if (limit) limit = check();
    return limit.has_value();
  };
  const Result<why::Explanation> explanation = why::Explain(archive, options);
  if (!limit) return Fail(limit.error());
  if (!explanation) return Fail(explanation.error());
  return WhyJson(*explanation,
                 {.archive = name, .zone = *zone, .zone_name = zone_name, .is_path = false});
}

}  // namespace

ExplainArchive WhyForPage() { return ExplainOne; }

}  // namespace fdr::tools
