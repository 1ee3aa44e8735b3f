// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Standard output whose reader may have stopped: a write would wait for it, whatever signal comes.

#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace fdr::tools {

/// What a pipe takes at once if it takes anything; not within a character.
std::string_view NextPart(std::string_view text);

/// Waits until standard output takes a part.  False after a signal that CatchInterrupts() catches,
/// and after `patience`, if there is any.
bool WaitForReader(std::optional<std::chrono::nanoseconds> patience = std::nullopt);

/// WriteOutput(), but false after such a signal, too.
bool WriteUntilInterrupted(std::string_view text);

}  // namespace fdr::tools
