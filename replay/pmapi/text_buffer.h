// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Texts that go to a buffer of the caller, or, for functions without one, to one of the thread.

#pragma once

#include <algorithm>
#include <string_view>

#include "fdr/replay/pmapi/error_code.h"

namespace fdr::pmapi {

/// As much of `text` as fits, with a NUL behind it, as snprintf(3) writes.  Returns `buf`.
inline char* PutText(std::string_view text, char* buf, int buflen) {
  if (buflen <= 0) return buf;
  const std::size_t length = std::min(text.size(), static_cast<std::size_t>(buflen) - 1);
  *std::copy_n(text.data(), length, buf) = '\0';
  return buf;
}

/// Likewise what `compose()` returns; an empty text if there is no memory for it.
template <class Compose>
char* PutComposed(Compose compose, char* buf, int buflen) {
  PutText({}, buf, buflen);
  Guarded([&] {
    PutText(compose(), buf, buflen);
    return 0;
  });
  return buf;
}

/// What `write(buffer, length)` returns.  The buffer belongs to the caller (each has a `Write` of
/// its own) in this thread.
template <int kLength, class Write>
char* InOwnBuffer(Write write) {
  thread_local char buffer[kLength];
  return write(buffer, kLength);
}

}  // namespace fdr::pmapi
