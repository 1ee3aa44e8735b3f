// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A source whose large domains have only the members that lived in some windows.  A day of
// recording has many thousand processes, and a comparison looks at few minutes of it.

#pragma once

#include <map>
#include <vector>

#include "fdr/replay/forwarding_context.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/statistics/series_statistics.h"

namespace fdr::tools {

class LivingMembers final : public ForwardingContext {
 public:
  /// Borrows both.  The values of `source` come from the archive.
  LivingMembers(Context& source, const ArchiveContext& archive,
                std::vector<StatisticsWindow> windows)
      : ForwardingContext(source), archive_(archive), windows_(std::move(windows)) {}

  /// All members of a small domain, and one at least of any.
  Result<std::vector<NamedInstance>> AllInstances(InDomId indom) override;

 private:
  bool LivesInAny(const InstanceLifetime& life) const;
  void KeepLiving(InDomId indom, std::vector<NamedInstance>& members) const;

  const ArchiveContext& archive_;
  const std::vector<StatisticsWindow> windows_;
  std::map<InDomId, std::vector<NamedInstance>> known_;
};

}  // namespace fdr::tools
