// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The origin of a web page, as browsers write it: http://localhost:3000.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fdr::tools {

/// The origin of a URL: without a path, without a port that goes without saying, in lower case.
/// Nothing if the text is no URL of a web page.
std::optional<std::string> OriginInUrl(std::string_view url);

}  // namespace fdr::tools
