// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/token_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <memory>

#include "fdr/replay/preprocessor/text_file.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kLargest = 1 << 20;

}  // namespace

// The mode is that of the file that is then read, whatever has its name meanwhile.
Result<HttpTokens> ReadTokenFile(const std::string& path) {
  const auto close = [](std::FILE* file) { std::fclose(file); };
  const std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(path.c_str(), "re"), close);
  if (!file) return FailSystem(errno, path);
  struct stat status {};
  if (::fstat(::fileno(file.get()), &status) != 0) return FailSystem(errno, path);
  if (S_ISREG(status.st_mode) && (status.st_mode & (S_IROTH | S_IWOTH)) != 0)
    return Fail(Errc::kInvalidArgument,
                "every user may read or write the tokens; chmod o= takes that away", path);
  const Result<std::string> text = ReadToEnd(file.get(), path, kLargest);
  if (!text) return Fail(text.error());
  if (text->size() > kLargest)
    return Fail(Errc::kTooLarge, "a file with tokens has at most 1 MiB", path);
  return HttpTokens::Parse(*text, path);
}

}  // namespace fdr::tools
