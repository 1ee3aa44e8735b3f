// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Findings in plain words, and the commands that show more.

#pragma once

#include <string>
#include <vector>

#include "fdr/tools/why/why_output.h"

namespace fdr::tools {

/// "98.2 %", "877 MiB/s".
std::string AmountText(const why::Amount& amount);
/// What a culprit is ranked by, for a table: "1.4 CPUs", "877 MiB/s", "32 % of the time".
std::string UseText(const why::Culprit& culprit, const why::Finding& finding);
/// The sentence with its numbers; without a stop at its end.
std::string SentenceOf(const why::Evidence& evidence, const why::Finding& finding);
/// "`bash` of user mail (6508) wrote 877 MiB/s of 901 MiB/s"
std::string CulpritText(const why::Culprit& culprit, const why::Finding& finding);
/// "From 07:26:29 to 07:26:56 the disk vda was busy 98 % of the time. `bash` of user mail
/// (6508) wrote 877 MiB/s of 901 MiB/s."
std::string VerdictOf(const why::Finding& finding, const why::Explanation& all,
                      const WhyStyle& style);
/// The same without the time: "the disk vda was busy 98 % of the time. `bash` ..."
std::string TimelessVerdictOf(const why::Finding& finding, const why::Explanation& all);
/// "At the same time the processors were busy, and processes were blocked."; "" if nothing else
/// happened.
std::string OthersOf(const why::Finding& finding);

/// A command that shows the metric of the evidence at that time.
std::string CommandFor(const why::Evidence& evidence, const why::Finding& finding,
                       const WhyStyle& style);
/// Commands that show the stretch.
std::vector<std::string> CommandsFor(const why::Finding& finding, const why::Explanation& all,
                                     const WhyStyle& style);

/// "a, b and c"
std::string ListText(const std::vector<std::string>& words);

}  // namespace fdr::tools
