// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics of a machine that most people look for.  A search names them before others that have
// its words as well.

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace fdr {

/// The place among them, the first one most of all; nothing for other metrics.
std::optional<std::size_t> PlaceAmongFirst(std::string_view name);

}  // namespace fdr
