// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the options of `fdr find` mean, for expressions and for rules.

#pragma once

#include "fdr/tools/find/cut_out.h"
#include "fdr/tools/find/find_command.h"
#include "fdr/tools/replay/plan.h"
#include "fdr/tools/replay/replay_command.h"

namespace fdr::tools {

ReplayCommand WindowOf(const FindCommand& command);
/// The times of a table, with the decimals that differ between multiples of `step`, as in the
/// tables of fdr replay.  0: times of records.
TimeStyle TableTimes(const Plan& plan, const Zone& zone, std::int64_t step);
/// The interval of an option; an empty one is 0.
Result<std::int64_t> LengthOf(const char* option, const std::optional<std::string>& text);
/// For --cut.
Result<CutOptions> CutOptionsOf(const FindCommand& command, const Zone& zone);

}  // namespace fdr::tools
