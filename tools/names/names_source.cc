// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/names/names_source.h"

#include <set>
#include <utility>

#include "fdr/tools/live/live_source.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/metric_pattern.h"
#include "fdr/tools/options/named_archives.h"

namespace fdr::tools {

Result<void> NamesSource::OpenPlain(const NamesCommand& command, DamageReport& damage) {
  if (command.host || command.local) {
    Result<LiveSource> source = OpenLiveSource(command.host, command.common);
    if (!source) return Fail(source.error());
    plain_ = std::move(source->context);
    is_host_ = command.host.has_value();
    return {};
  }
  auto context = ArchiveContext::Open(command.archive, ContextOptions(command.common, damage));
  if (!context) return Fail(ExplainFile(command.archive, context.error()));
  archive_ = context->get();
  plain_ = std::move(*context);
  return {};
}

Result<void> NamesSource::Open(const NamesCommand& command, DamageReport& damage) {
  if (Result<void> opened = OpenPlain(command, damage); !opened) return opened;
  const Result<Context*> named = UnderNames(*plain_, command.names, named_);
  if (!named) return Fail(named.error());
  const Result<Context*> metrics = WithDerived(**named, command.derive, {}, derived_);
  if (!metrics) return Fail(metrics.error());
  metrics_ = *metrics;
  return {};
}

Result<std::vector<std::string>> NamesSource::Select(const std::vector<std::string>& patterns) {
  std::set<std::string> selected;
  if (patterns.empty()) {
    const Result<std::vector<std::string>> all = metrics_->Traverse("");
    if (!all) return Fail(all.error());
    selected.insert(all->begin(), all->end());
  }
  for (const std::string& pattern : patterns) {
    const Result<std::vector<std::string>> names = ExpandPattern(*metrics_, pattern);
    if (!names) return Fail(names.error());
    selected.insert(names->begin(), names->end());
  }
  return std::vector<std::string>(selected.begin(), selected.end());
}

}  // namespace fdr::tools
