// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Limits the memory for the metadata of a source.  A source that never stops sending must not take
// the memory of other recordings in the same process.

#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/instance.h"
#include "fdr/replay/context.h"

namespace fdr {

/// The memory for a metric of that name in all places, from the name space to the archive.
std::size_t MemoryForMetric(std::string_view name);
std::size_t MemoryFor(std::span<const std::string> names);
std::size_t MemoryFor(const std::string& text);
std::size_t MemoryFor(std::span<const NamedInstance> members);
std::size_t MemoryFor(std::span<const OwnedLabelSet> labels);

/// kTooLarge if `held` is more than `most`.
Result<void> CheckHeld(std::size_t held, std::size_t most);

}  // namespace fdr
