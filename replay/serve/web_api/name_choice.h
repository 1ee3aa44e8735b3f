// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which names a request means, with the parameter "match": exact, glob or regex.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fdr/replay/serve/web_api/web_failure.h"

namespace fdr {

/// Whether a name is one of those.
using NameChoice = std::function<bool(const std::string& name)>;

Answered<NameChoice> NameChoiceOf(const HttpRequest& request, std::vector<std::string> wanted);

}  // namespace fdr
