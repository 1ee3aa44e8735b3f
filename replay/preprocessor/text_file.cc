// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/preprocessor/text_file.h"

#include <array>
#include <cerrno>
#include <memory>

namespace fdr {

Result<std::string> ReadToEnd(std::FILE* file, const std::string& name, std::size_t limit) {
  std::string text;
  std::array<char, 65536> part;
  while (text.size() <= limit) {
    errno = 0;
    const std::size_t size = std::fread(part.data(), 1, part.size(), file);
    text.append(part.data(), size);
    if (size == 0) break;
  }
  if (std::ferror(file) != 0) return FailSystem(errno, name);
  return text;
}

Result<std::string> ReadTextFile(const std::string& path, std::size_t limit) {
  const auto close = [](std::FILE* file) { std::fclose(file); };
  const std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(path.c_str(), "re"), close);
  if (!file) return FailSystem(errno, path);
  return ReadToEnd(file.get(), path, limit);
}

}  // namespace fdr
