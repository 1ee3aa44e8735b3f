// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/error.h"

#include <fmt/format.h>

namespace fdr {

std::string Error::Message() const {
  if (file.empty()) return what;
  if (offset == 0) return fmt::format("{}: {}", file, what);
  return fmt::format("{}: {} at offset {}", file, what, offset);
}

}  // namespace fdr
