// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr dump`: all that an archive holds, as text or as JSON.
//
// Options and text are those of PCP's dumper; the text is the same, byte for byte, but for what
// docs/compatibility.md argues ("Dumping").

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/common_options.h"

namespace fdr::tools {

struct DumpCommand {
  CommonOptions common;
  std::string archive;
  std::vector<std::string> metrics;  ///< names, full or partial ones; none: all

  bool all = false;  ///< everything below down to `values`, but labelsets, texts and stored_indoms
  bool label = false;
  bool full_label = false;
  bool descs = false;
  bool labelsets = false;
  bool texts = false;
  bool stored_indoms = false;
  bool indoms = false;
  bool index = false;
  bool values = false;

  int detail = 0;  ///< of time stamps: see StampText
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
