// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Mistakes in control lines, in the words of pmcpp.

#pragma once

#include <string>

#include "fdr/replay/pcp/pmapi/name_spaces/wrong_name_space.h"

namespace fdr::pmapi {

/// What the peer says behind the words of pmcpp.
inline constexpr std::string_view kPreprocessorFailed =
    "Error Parsing ASCII PMNS: pmcpp returned non-zero exit status\n";

/// Empty if pmcpp does not report the mistake.
std::string PreprocessorMistake(const WrongNameSpace& names, const Mistake& mistake);

}  // namespace fdr::pmapi
