// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// PCP's number for an error of the engine.  See docs/errors.md.

#pragma once

#include <cstdint>

#include "fdr/archive/base/error.h"

namespace fdr {

/// One of PCP's own, or a negated one of <errno.h>.
std::int32_t PcpErrorNumber(const Error& error);

}  // namespace fdr
