// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr dump`: all that an archive holds, as text or as JSON.
//
// Options and text are those of PCP's dumper.  The text is the same, byte for byte, except for the
// differences listed in docs/compatibility.md ("Dumping").

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/dump/sections.h"
#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct DumpCommand {
  CommonOptions common;
  std::string archive;
  std::vector<std::string> metrics;  ///< names, full or partial ones; none: all
  std::optional<std::string> names;  ///< the file of a name space, instead of the archive's names

  Sections sections;  ///< none: the values
  bool all = false;   ///< all but labelsets, texts and stored_indoms, and sizes

  int detail = 0;  ///< of time stamps: see StampPrinter
  bool reverse = false;
  bool sizes = false;
  bool marks = false;
  bool archive_zone = false;
  std::optional<std::string> zone;  ///< as in TZ; instead of common.zone
  std::optional<std::string> start, finish;

  std::string raw_file;  ///< if not empty: dump the bytes of this file, and nothing else
};

int Run(const DumpCommand& command);

}  // namespace fdr::tools
