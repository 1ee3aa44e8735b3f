// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The part of an archive that is explained.

#pragma once

#include <optional>
#include <string>

#include "fdr/replay/why/explain.h"
#include "fdr/tools/options/window_option.h"

namespace fdr::tools {

/// The time around `time`, or the window; without both, the whole archive.  kNotFound if nothing is
/// recorded there.
Result<why::ExplainOptions> ExplainWindow(const std::optional<std::string>& time,
                                          const WindowOptions& window, ArchiveContext& archive,
                                          const Zone& zone);

/// As --tz has it.
std::string ZoneName(const WindowOptions& window, const CommonOptions& common);

}  // namespace fdr::tools
