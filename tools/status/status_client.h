// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Asks a recorder about itself.

#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/replay/local/unique_fd.h"

namespace fdr::tools {

/// Sends the line, and waits for the whole of the answer: kTimeout if it takes longer than that,
/// kTooLarge if it is longer than a recorder's can be.
Result<std::string> AskRecorder(const local::UniqueFd& recorder, std::string_view request,
                                std::chrono::milliseconds at_most);

}  // namespace fdr::tools
