// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/scrub_options.h"

#include <fmt/format.h>

#include <filesystem>

#include "fdr/replay/text/ascii.h"

namespace fdr::tools {
namespace {

bool IsPartOfWord(char c) { return IsAlpha(c) || IsDigit(c); }

bool HasWord(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !IsPartOfWord(text[at - 1])) &&
        (end == text.size() || !IsPartOfWord(text[end])))
      return true;
  }
  return false;
}

}  // namespace

Result<void> CheckNamesNoHost(const std::string& base, std::string_view host) {
  const std::string name = ToLower(std::filesystem::path(base).filename().string());
  const std::string own = ToLower(host.substr(0, host.find('.')));
  if (own.empty() || own == "localhost" || !HasWord(name, own)) return {};
  return Fail(Errc::kInvalidArgument,
              fmt::format("The name of the new archive would tell that of the host, {}", own),
              base);
}

}  // namespace fdr::tools
