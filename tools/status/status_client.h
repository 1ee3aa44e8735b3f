// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Asks a recorder about itself.

#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/replay/sources/net/unique_fd.h"

namespace fdr::tools {

/// Sends the line, and waits for the whole answer.  kTimeout if that takes longer than `at_most`,
/// kTooLarge if the answer is longer than any of a recorder.
Result<std::string> AskRecorder(const local::UniqueFd& recorder, std::string_view request,
                                std::chrono::milliseconds at_most);

}  // namespace fdr::tools
