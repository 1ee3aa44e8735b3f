// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes texts to a buffer of the caller, or to a buffer of the thread.

#pragma once

#include <algorithm>
#include <string_view>

#include "fdr/replay/pcp/pmapi/base/error_code.h"

namespace fdr::pmapi {

/// Writes as much of `text` as fits, with a NUL, like snprintf(3).  Returns `buf`.
inline char* PutText(std::string_view text, char* buf, int buflen) {
  if (buflen <= 0) return buf;
  const std::size_t length = std::min(text.size(), static_cast<std::size_t>(buflen) - 1);
  *std::copy_n(text.data(), length, buf) = '\0';
  return buf;
}

/// The same for the result of `compose()`; an empty text if there is no memory for it.
template <class Compose>
char* PutComposed(Compose compose, char* buf, int buflen) {
  PutText({}, buf, buflen);
  Guarded([&] {
    PutText(compose(), buf, buflen);
    return 0;
  });
  return buf;
}

/// Returns the result of `write(buffer, length)`.  Each caller (each type `Write`) has its own
/// buffer in each thread.
template <int kLength, class Write>
char* InOwnBuffer(Write write) {
  thread_local char buffer[kLength];
  return write(buffer, kLength);
}

}  // namespace fdr::pmapi
