// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Defaults of options, which users set once for all command lines: in files such as
//
//     tz = utc                # of every verb that has --tz
//     [replay]
//     interval = 10s          # fdr replay --interval=10s
//     csv-safe = yes
//
// and in variables of the environment: FDR_REPLAY_INTERVAL=10s.  See fdr(1).

#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr::tools {

struct Setting {
  std::string verb;    ///< empty: every verb that has the option
  std::string option;  ///< the long name, without dashes
  std::string value;
  std::string place;  ///< FILE:LINE, or the name of the variable
};

/// The settings of one file, or of the environment, in their order.
using Settings = std::vector<Setting>;

/// Parses the text of a file.  An error names the file and the line.
Result<Settings> ParseSettings(std::string_view text, const std::string& file);

using GetVariable = std::function<const char*(const char* name)>;

/// The user's directory for files of fdr: $XDG_CONFIG_HOME/fdr or ~/.config/fdr; "" if the user has
/// none.
std::string ConfigDirectory(const GetVariable& get_variable);

/// The settings of the system, then the user's, then those of the environment for this verb: later
/// ones count more.  A file that does not exist or must not be read is empty, but not the file that
/// $FDR_CONFIG names.  `environment` has texts NAME=VALUE.
Result<std::vector<Settings>> ReadSettings(std::string_view verb,
                                           std::span<const std::string_view> environment,
                                           const GetVariable& get_variable);

}  // namespace fdr::tools
