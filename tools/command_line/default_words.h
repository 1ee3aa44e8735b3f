// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Adds the defaults that users have set (tools/options/user_defaults.h) to a command line.  Only
// for the sources in this folder.

#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/tools/options/user_defaults.h"

namespace fdr::tools {

/// Where the values of options come from that are not on the command line.
using DefaultPlaces = std::map<const CLI::Option*, Setting>;

/// Whether any verb has an option of that long name.
using IsOption = std::function<bool(const std::string& name)>;

/// Puts options behind the verb, words[0], for settings that the command line does not override: by
/// the same option, or by one that excludes it or lacks a necessary one.  `verb` describes the
/// options.  An error names the place of the setting.
Result<DefaultPlaces> AddDefaultWords(const CLI::App& verb, const std::vector<Settings>& settings,
                                      const IsOption& is_option, std::vector<std::string>& words);

}  // namespace fdr::tools
