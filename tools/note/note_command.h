// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr note`: the annotations of an archive, which the page in the browser shows.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct NoteCommand {
  CommonOptions common;
  std::string archive;
  std::optional<std::string> time = {};  ///< without it, the notes are listed
  std::optional<std::string> to = {};    ///< the end of a window
  std::vector<std::string> words = {};   ///< the text
  std::optional<std::string> author = {};
  std::optional<std::string> remove = {};  ///< the identifier of a note
};

int Run(const NoteCommand& command);

}  // namespace fdr::tools
