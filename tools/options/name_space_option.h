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

/// None where none is asked for.
Result<std::shared_ptr<const NameSpace>> ReadNameSpace(const std::optional<std::string>& path);

/// The source under those names, as far as it has metrics for them; that is then made in `named`.
/// The source itself where none are asked for.
Result<Context*> UnderNames(Context& source, const std::optional<std::string>& path,
                            std::optional<NamedContext>& named);

}  // namespace fdr::tools
