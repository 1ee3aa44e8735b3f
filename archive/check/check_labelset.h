// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Checks one record of label sets by itself.

#pragma once

#include <cstdint>

#include "fdr/archive/check/check_report.h"
#include "fdr/archive/record/labelset_record.h"

namespace fdr {

void CheckLabelSets(const LabelSetRecord& record, std::uint64_t offset, FileReport& report);

}  // namespace fdr
