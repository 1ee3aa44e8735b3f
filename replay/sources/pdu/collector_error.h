// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The meaning of PCP's error numbers in the answers of a collector.

#pragma once

#include <cstdint>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/replay/pcp_error_codes.h"

namespace fdr {

/// kNotFound if nothing has that name or number; kNotAMetric; otherwise kRefused.  The message is
/// PCP's text for the error.
Error CollectorError(std::int32_t code);

/// Adds the subject of the question to an error of the collector.
Error About(std::string_view what, Error error);

}  // namespace fdr
