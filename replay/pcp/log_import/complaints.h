// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What PCP's library writes to standard error, besides returning an error.

#pragma once

#include <string>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"

namespace fdr::log_import {

/// A record's stamp goes backwards.
void ComplainOfStamp(Timestamp stamp, Timestamp last);
/// The archive BASE cannot be made.
void ComplainOfFile(const std::string& base, const Error& error);

/// "14:05:00.123000000", in the zone in which libpcp shows times.
std::string ClockTime(Timestamp stamp);

/// The error that the C API returns for a failed write.
int StatusOf(const Error& error);

}  // namespace fdr::log_import
