// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Text in sections of keys and values, as Python's configparser and so PCP's pmrep.conf(5) have it:
//
//     # Memory in use
//     [memory]
//     width = 9
//     used.formula =
//       mem.physmem
//       - mem.util.free            a value goes on in lines that are indented deeper
//
// "%%" stands for a percent sign, and "%(key)s" for the value of another key.  Keys of [DEFAULT]
// are in every section.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/reports/complaint.h"

namespace fdr {

struct IniEntry {
  std::string key;
  std::string value;  ///< without blanks around it; its lines are joined by blanks
  TextPlace place;
};

struct IniSection {
  std::string name;
  std::string comment;  ///< the lines directly above, without their signs; joined by blanks
  TextPlace place;
  std::vector<IniEntry> entries;  ///< in the order of the file; keys differ
};

/// Sections with equal names are one.  If entries have equal keys, the last one is kept.
std::vector<IniSection> ParseIni(std::string_view text, const std::string& file,
                                 const OnReportComplaint& complain);

}  // namespace fdr
