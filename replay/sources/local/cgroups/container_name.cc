// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/cgroups/container_name.h"

namespace fdr::local {

std::string_view ContainerOf(std::string_view group) {
  constexpr std::size_t kDigits = 64;
  std::size_t run = 0;
  for (std::size_t i = 0; i < group.size(); ++i) {
    const char c = group[i];
    run = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') ? run + 1 : 0;
    if (run == kDigits) return group.substr(i + 1 - kDigits, kDigits);
  }
  return {};
}

}  // namespace fdr::local
