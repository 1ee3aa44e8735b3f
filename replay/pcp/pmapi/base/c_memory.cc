// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/base/c_memory.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace fdr::pmapi {
namespace {

/// Copies the text with a NUL; returns the place for the next text.
char* Put(std::string_view text, char* to) {
  std::memcpy(to, text.data(), text.size());
  to[text.size()] = '\0';
  return to + text.size() + 1;
}

}  // namespace

MallocPtr<void> Allocate(std::size_t size) {
  MallocPtr<void> block(std::malloc(std::max<std::size_t>(size, 1)));  // NOLINT
  if (!block) throw std::bad_alloc();
  return block;
}

char* NewString(std::string_view text) {
  MallocPtr<char> copy = AllocateArray<char>(text.size() + 1);
  Put(text, copy.get());
  return copy.release();
}

char** NewStrings(std::span<const std::string> texts) {
  std::size_t size = texts.size() * sizeof(char*);
  for (const std::string& text : texts) size += text.size() + 1;
  MallocPtr<void> block = Allocate(size);
  auto** const pointers = static_cast<char**>(block.release());
  char* at = reinterpret_cast<char*>(pointers + texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    pointers[i] = at;
    at = Put(texts[i], at);
  }
  return pointers;
}

}  // namespace fdr::pmapi
