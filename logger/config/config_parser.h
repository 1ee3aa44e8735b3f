// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "fdr/archive/base/error.h"
#include "fdr/logger/config/logger_config.h"
#include "fdr/replay/preprocessor/preprocessor.h"

namespace fdr {

/// The longest time between two samples, in nanoseconds: about 74.5 hours.
inline constexpr std::int64_t kMaxLogInterval = std::int64_t{0x0fffffff} * 1'000'000;

/// Errors are kInvalidArgument, with the place and the expected text.
Result<LoggerConfig> ParseLoggerConfig(const PreprocessedText& text);

/// Calls PreprocessFile() and ParseLoggerConfig().
Result<LoggerConfig> LoadLoggerConfig(const std::string& path, const PreprocessorOptions& options);

}  // namespace fdr
