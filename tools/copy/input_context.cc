// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/input_context.h"

#include <limits>
#include <memory>
#include <utility>

#include "fdr/tools/options/archive_options.h"

namespace fdr::tools {

Result<std::unique_ptr<ArchiveContext>> OpenInput(const ArchiveFiles& files, bool in_order,
                                                  const CommonOptions& common,
                                                  DamageReport& damage) {
  ReplayOptions options = ContextOptions(common, damage);
  options.on_damage = damage.Sink();
  Result<std::unique_ptr<Archive>> opened = Archive::Open(files, options.open);
  if (!opened) return Fail(opened.error());
  std::shared_ptr<Archive> archive = std::move(*opened);
  if (in_order)
    if (auto sorted = archive->Sorted(std::numeric_limits<std::uint64_t>::max())) {
      // It borrows from the other one.
      const auto both =
          std::make_shared<std::pair<std::shared_ptr<Archive>, std::shared_ptr<Archive>>>(
              archive, std::move(sorted));
      archive = {both, both->second.get()};
    }
  return ArchiveContext::Of(std::move(archive), std::move(options));
}

}  // namespace fdr::tools
