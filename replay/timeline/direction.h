// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which way time runs.

#pragma once

#include <cstdint>

namespace fdr {

enum class Direction : std::uint8_t { kForward, kBackward };

}  // namespace fdr
