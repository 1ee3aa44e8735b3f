// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What searches of a timeline remember for one another.

#pragma once

#include <memory>
#include <utility>

#include "fdr/archive/block_cache.h"
#include "fdr/replay/known_layouts.h"
#include "fdr/replay/record_numbers.h"

namespace fdr {

/// Serves many threads at once.  What is found does not depend on it.
struct SearchMemory {
  explicit SearchMemory(std::shared_ptr<BlockCache> cache) : numbers(std::move(cache)) {}

  KnownLayouts layouts;
  RecordNumbers numbers;
};

}  // namespace fdr
