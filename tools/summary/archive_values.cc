// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/archive_values.h"

#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/name_space_option.h"
#include "fdr/tools/options/named_archives.h"

namespace fdr::tools {

Result<void> ArchiveValues::Open(const ValuesChoice& choice, const CommonOptions& common,
                                 DamageReport& damage) {
  auto opened = ArchiveContext::Open(choice.archive, ContextOptions(common, damage));
  if (!opened) return Fail(ExplainFile(choice.archive, opened.error()));
  archive = std::move(*opened);
  const Result<Context*> under = UnderNames(*archive, choice.names, named);
  if (!under) return Fail(under.error());
  const Result<Context*> with = WithDerived(**under, choice.derive, choice.metrics, derived);
  if (!with) return Fail(with.error());
  values = *with;
  return {};
}

}  // namespace fdr::tools
