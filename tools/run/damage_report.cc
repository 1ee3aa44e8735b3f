// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/run/damage_report.h"

#include "fdr/tools/terminal/console.h"

namespace fdr::tools {

ProblemSink DamageReport::Sink() {
  return [this](const Problem& problem) { Add(problem); };
}

void DamageReport::Add(const Problem& problem) {
  const bool is_new = places_.insert(PlaceOf(problem)).second;
  const bool is_shortage = IsShortage(problem.system_error);
  is_short_ |= is_shortage;
  if (is_new && (is_shortage || !quiet_)) PrintProblem(problem);
}

Error DamageReport::Explain(Error error) const {
  if (any() && error.code == Errc::kNotFound)
    error.what += "; it may be among the data that are lost to damage, as fdr check shows";
  return error;
}

}  // namespace fdr::tools
