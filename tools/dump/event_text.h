// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An array of event records as text.

#pragma once

#include "fdr/archive/record/event_array.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/tools/dump/dump_context.h"

namespace fdr::tools {

/// Appends "2 event records", and each record on a line of its own.  `type` is the type of the
/// metric.
void AppendEvents(Type type, const ValueSet& set, std::uint32_t i, const DumpContext& dump);

}  // namespace fdr::tools
