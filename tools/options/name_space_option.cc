// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/name_space_option.h"

#include "fdr/replay/name_space/load_name_space.h"
#include "fdr/tools/options/pcp_directory.h"

namespace fdr::tools {

Result<std::shared_ptr<const NameSpace>> ReadNameSpace(const std::optional<std::string>& path) {
  if (!path) return nullptr;
  Result<NameSpace> names = LoadNameSpace(*path, NameSpaceFileOptions(PcpVarDirectory()));
  if (!names) return Fail(std::move(names.error()));
  return std::make_shared<const NameSpace>(std::move(*names));
}

Result<Context*> UnderNames(Context& source, const std::optional<std::string>& path,
                            std::optional<NamedContext>& named) {
  const auto names = ReadNameSpace(path);
  if (!names) return Fail(names.error());
  if (!*names) return &source;
  Result<NameSpace> known = TrimmedTo(source, **names);
  if (!known) return Fail(std::move(known.error()));
  return &named.emplace(source, std::make_shared<const NameSpace>(std::move(*known)));
}

}  // namespace fdr::tools
