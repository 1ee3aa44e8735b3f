// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/high_value.h"

#include <array>
#include <cstddef>
#include <limits>

#include "fdr/replay/why/high_values.h"

namespace fdr::tools {
namespace {

// Larger values are high, in the order of HighValue.
constexpr std::array<double, static_cast<std::size_t>(HighValue::kValues)> kLimits = {
    std::numeric_limits<double>::infinity(),  // never
    why::kProcessorsFull,
    why::kLoad,
    1 - why::kLittleMemoryLeft,
    why::kDiskBusy,
    why::kFileSystemFull,
    why::kWaitingForProcessor,
    why::kWaitingForMemory,
    why::kWaitingForDisk,
};

}  // namespace

bool IsHigh(HighValue what, double part) { return part > kLimits[static_cast<std::size_t>(what)]; }

}  // namespace fdr::tools
