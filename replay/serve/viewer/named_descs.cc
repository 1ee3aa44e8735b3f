// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/named_descs.h"

namespace fdr {

Result<std::vector<Result<Desc>>> NamedDescs(Context& context, std::span<const std::string> names) {
  const auto found = context.Find(names);
  if (!found) return Fail(found.error());
  std::vector<MetricId> ids;
  for (const Result<MetricId>& id : *found) ids.push_back(id.value_or(MetricId()));
  return context.Descs(ids);
}

}  // namespace fdr
