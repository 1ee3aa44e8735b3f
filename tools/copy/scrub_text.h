// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What `fdr copy --scrub` reports, as text and as JSON.

#pragma once

#include <string>

#include "fdr/replay/copy/scrub/scrub_report.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr::tools {

/// A line for names that were replaced, one for values that were left out, one for names that stay.
std::string ScrubLines(const ScrubReport& report);

/// An object.
void AppendJson(const ScrubReport& report, JsonWriter& json);

}  // namespace fdr::tools
