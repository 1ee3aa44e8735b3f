// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The options of `fdr copy --scrub`.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/copy/scrub/scrub_key.h"

namespace fdr::tools {

struct ScrubOptions {
  bool scrub = false;
  std::optional<std::string> key_file;
  std::optional<std::string> map_file;
  std::vector<std::string> kept;  ///< words of name_kinds.h
  std::optional<ScrubKey> key;    ///< that of the run, without `key_file`
};

/// Where the copies go.
struct ScrubPlace {
  bool in_place = false;
  bool each = false;
  std::size_t archives = 0;
};

/// kInvalidArgument if the map of pseudonyms would be that of no archive, or of several.
Result<void> CheckScrubOptions(const ScrubOptions& options, const ScrubPlace& place);

/// kInvalidArgument for the name of an archive that has a part of the name of the host as a word
/// (TellingPartsOf).  Strangers will see it.
Result<void> CheckNamesNoHost(const std::string& base, std::string_view host);

}  // namespace fdr::tools
