// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/input_context.h"

#include <string>

#include "fdr/tools/options/archive_options.h"

namespace fdr::tools {

// A comma would separate two names.
Result<std::unique_ptr<ArchiveContext>> OpenInput(const ArchiveFiles& files,
                                                  const CommonOptions& common,
                                                  DamageReport& damage) {
  ReplayOptions options = ContextOptions(common, damage);
  options.on_damage = damage.Sink();
  for (const std::string& name : {files.metadata, files.base}) {
    if (name.empty() || name.find(',') != std::string::npos) continue;
    auto context = ArchiveContext::Open(name, options);
    if (!context && context.error().code != Errc::kNotFound) return context;
    if (context && (*context)->timeline().size() == 1 &&
        (*context)->timeline().archive(0).files().metadata == files.metadata)
      return context;
  }
  return Fail(Errc::kUnsupportedFeature,
              "--hold and --user need a name that means this archive only: without a comma",
              files.base);
}

}  // namespace fdr::tools
