// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// PCP's numbers for the errors of a source: those of PcpErrorNumber(), but for two kinds.  A client
// has asked for a metric or an instance, not for a file.  And if the connection to the source is
// lost, that of the client is not: a number of a lost connection would make it close that.

#pragma once

#include <cstdint>

#include "fdr/archive/base/error.h"

namespace fdr {

/// `not_found`: the number if what a client asks for does not exist.
std::int32_t ErrorNumber(const Error& error, std::int32_t not_found);

}  // namespace fdr
