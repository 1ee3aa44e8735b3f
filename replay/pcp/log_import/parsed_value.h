// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Values from text, as programs put them.

#pragma once

#include "fdr/replay/pcp/log_import/pending_values.h"

namespace fdr::log_import {

/// Fills in the number or the string.  Returns 0, PM_ERR_CONV for what is no number as a whole, or
/// PM_ERR_TOOBIG for a string that no record can hold.  As with PCP, an empty text is 0, and a
/// number that is too large for the metric's type loses its upper bits.
int ParseValue(int type, const char* text, PendingValue& value);

}  // namespace fdr::log_import
