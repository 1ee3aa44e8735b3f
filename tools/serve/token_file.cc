// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/token_file.h"

#include "fdr/replay/text/text_file.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kLargest = 1 << 20;

Result<void> CheckMode(const struct stat& status) {
  if (S_ISREG(status.st_mode) && (status.st_mode & (S_IROTH | S_IWOTH)) != 0)
    return Fail(Errc::kInvalidArgument,
                "every user may read or write the tokens; chmod o= takes that away");
  return {};
}

}  // namespace

Result<HttpTokens> ReadTokenFile(const std::string& path) {
  const Result<std::string> text = ReadTextFile(path, kLargest, CheckMode);
  if (!text) return Fail(text.error());
  if (text->size() > kLargest)
    return Fail(Errc::kTooLarge, "a file with tokens has at most 1 MiB", path);
  return HttpTokens::Parse(*text, path);
}

}  // namespace fdr::tools
