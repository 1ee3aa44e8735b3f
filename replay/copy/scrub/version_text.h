// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Versions and models: texts of short numbers and known words that have no room for a name.

#pragma once

#include <string>
#include <string_view>

#include "fdr/replay/copy/scrub/name_keeper.h"

namespace fdr {

/// "5.10.0-8-amd64" stays; "5.10.0-acme" -> "5.10.0-text-...".
std::string ScrubbedVersion(std::string_view version, NameKeeper& keeper);

/// "Intel(R) Xeon(R) CPU E5-2620 v3 @ 2.40GHz" stays.  Other words, or more numbers, lead to a
/// pseudonym.
std::string ScrubbedModel(std::string_view model, NameKeeper& keeper);

}  // namespace fdr
