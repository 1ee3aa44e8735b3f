// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// PCP's numbers for the errors of a source.

#pragma once

#include <cstdint>

#include "fdr/archive/base/error.h"

namespace fdr {

/// `not_found`: the number if what a client asks for does not exist.
std::int32_t ErrorNumber(const Error& error, std::int32_t not_found);

}  // namespace fdr
