// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The options of `fdr copy --scrub`.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr::tools {

struct ScrubOptions {
  bool scrub = false;
  std::optional<std::string> key_file;
  std::optional<std::string> map_file;
  std::vector<std::string> kept;  ///< words of name_kinds.h
};

/// kInvalidArgument for the name of an archive that has the name of the host, as a word of its own.
/// Strangers will see it.
Result<void> CheckNamesNoHost(const std::string& base, std::string_view host);

}  // namespace fdr::tools
