// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The program and the libraries that it was linked with, as the loader sees them.

#pragma once

#include <link.h>

#include <functional>
#include <string_view>
#include <vector>

namespace fdr::libpcp {

/// The program first.  Without what was loaded later, with dlopen(3).
std::vector<const link_map*> ProgramObjects();

/// Calls `tell` with the name of every symbol that the object takes from others, until it returns
/// false.
void ForEachNeededSymbol(const link_map& object,
                         const std::function<bool(std::string_view symbol)>& tell);

}  // namespace fdr::libpcp
