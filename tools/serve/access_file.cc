// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/access_file.h"

#include "fdr/replay/preprocessor/text_file.h"
#include "fdr/replay/serve/access/system_names.h"

namespace fdr::tools {

Result<AccessControl> ReadAccess(const std::optional<std::string>& path) {
  constexpr std::size_t kLargest = 1 << 20;
  if (!path) return AccessControl();
  const Result<std::string> text = ReadTextFile(*path, kLargest);
  if (!text) return Fail(text.error());
  if (text->size() > kLargest)
    return Fail(Errc::kTooLarge, "a file with rules of access has at most 1 MiB", *path);
  const Result<std::vector<AccessStatement>> statements = ParseAccess(*text, *path);
  if (!statements) return Fail(statements.error());
  return AccessControl::Make(*statements, SystemNames());
}

}  // namespace fdr::tools
