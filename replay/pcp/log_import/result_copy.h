// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Results that a program has built itself, as records.

#pragma once

#include <pcp/pmapi.h>

#include <span>

#include "fdr/archive/record/result_encoder.h"

namespace fdr::log_import {

/// Fills in the sets of a record, each ascending by instance.  `encoder` has begun the record.
/// Returns 0; PM_ERR_CONV for blocks whose length does not fit their type; PMI_ERR_BADTYPE for
/// events, since no metric of an imported archive has any.
int CopySets(std::span<pmValueSet* const> sets, ResultEncoder& encoder);

}  // namespace fdr::log_import
