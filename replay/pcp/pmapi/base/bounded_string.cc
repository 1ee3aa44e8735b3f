// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmsprintf, pmstrlen, pmstrncpy, pmstrncat, pmfstring: strings of limited length.

#include <pcp/pmapi.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <string>

#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/text/ascii.h"

// Returns the length of the text in `str`.  A text that cannot be formatted counts as too long.
int pmsprintf(char* str, size_t size, const char* format, ...) {
  if (size == 0) return 0;
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(str, size, format, arguments);
  va_end(arguments);
  if (length >= 0 && static_cast<std::size_t>(length) < size) return length;
  str[size - 1] = '\0';
  return static_cast<int>(size - 1);
}

size_t pmstrlen(const char* str) { return str != nullptr ? std::strlen(str) : 0; }

int pmstrncpy(char* dest, size_t destlen, const char* src) {
  if (destlen == 0) return -1;
  const std::size_t length = std::strlen(src), fits = std::min(length, destlen - 1);
  std::memcpy(dest, src, fits);
  dest[fits] = '\0';
  return fits == length ? 0 : -1;
}

int pmstrncat(char* dest, size_t destlen, const char* src) {
  const std::size_t used = std::strlen(dest);
  if (used < destlen) return pmstrncpy(dest + used, destlen - used, src);
  return *src == '\0' ? 0 : -1;
}

// Takes a word, and the character after it, from the file.
ssize_t pmfstring(FILE* f, char** str) {
  constexpr int kNoMemory = -2;
  int c = std::fgetc(f);
  while (c != EOF && c != '\n' && fdr::IsSpace(static_cast<char>(c))) c = std::fgetc(f);
  if (c == EOF) return -1;
  if (c == '\n') return 0;
  ssize_t length = 0;
  const int sts = fdr::pmapi::Guarded([&] {
    std::string word;
    for (; c != EOF && !fdr::IsSpace(static_cast<char>(c)); c = std::fgetc(f))
      word += static_cast<char>(c);
    *str = fdr::pmapi::NewString(word);
    length = static_cast<ssize_t>(word.size());
    return 0;
  });
  return sts < 0 ? kNoMemory : length;
}
