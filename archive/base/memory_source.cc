// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/base/memory_source.h"

#include <algorithm>

namespace fdr {

Result<std::size_t> MemorySource::ReadAt(std::uint64_t offset, std::span<std::byte> out) const {
  if (offset >= bytes_.size()) return 0;
  const auto from = static_cast<std::size_t>(offset);
  const std::size_t n = std::min(out.size(), bytes_.size() - from);
  std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(from), n, out.begin());
  return n;
}

}  // namespace fdr
