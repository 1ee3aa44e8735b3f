// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a string in JSON means.

#pragma once

#include <string>
#include <string_view>

namespace fdr {

/// The text of a JSON string with its quotes.  A text that is no JSON stays as it is.
std::string UnquotedJson(std::string_view json);

}  // namespace fdr
