// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Times on the screen, and times that people type.

#pragma once

#include <string>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/time/zone.h"

namespace fdr::tools {

bool OnSameDay(Timestamp a, Timestamp b, const Zone& zone);

/// "14:03:00", with the date before it on request; with milliseconds if the stamp is not a whole
/// second and `precise` is set.
std::string ClockText(Timestamp stamp, const Zone& zone, bool date, bool precise = false);

/// A time as -S takes it, and also "14:30" for "@14:30".
Result<Timestamp> ParseJump(const std::string& text, Timestamp log_start, Timestamp log_end,
                            const Zone& zone);

}  // namespace fdr::tools
