// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr find`: the stretches of time in which an expression over metrics is true.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/options/common_options.h"
#include "fdr/tools/options/derive_option.h"

namespace fdr::tools {

struct FindCommand {
  CommonOptions common;
  std::string archive;
  std::vector<std::string> host_directories;  ///< of several hosts, which are searched in turn
  std::string where;                    ///< the expression; "" with rules
  std::optional<std::string> rules;     ///< a file of rules, instead
  bool values = false;                  ///< show also what each rule evaluates to
  bool check = false;                   ///< only read the rules
  std::optional<std::string> shortest;  ///< how long it must be true at least
  std::optional<std::string> names;     ///< the file of a name space
  DeriveOptions derive;

  bool csv = false;
  bool csv_safe = false;

  std::optional<std::string> start, finish, origin, align;
  std::optional<std::string> interval;
  std::optional<std::string> zone;  ///< as in TZ; instead of common.zone
  bool archive_zone = false;

  std::optional<std::string> cut;           ///< a directory for archives of the stretches
  std::string before = "1m", after = "1m";  ///< with this much time around each

  /// A table, not JSON or CSV.
  bool IsForPeople() const { return !common.json && !csv && !csv_safe; }
};

int Run(const FindCommand& command);

}  // namespace fdr::tools
