// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The name space that the option -n names.

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/name_space/named_context.h"

namespace fdr::tools {

/// Null without a path.
Result<std::shared_ptr<const NameSpace>> ReadNameSpace(const std::optional<std::string>& path);

/// Puts `source` under the names of that file; only metrics that the source has are listed.
/// Returns `named`, which holds the result, or `source` without a path.
Result<Context*> UnderNames(Context& source, const std::optional<std::string>& path,
                            std::optional<NamedContext>& named);

}  // namespace fdr::tools
