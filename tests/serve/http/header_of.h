// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A header of a response that was made without a server.

#pragma once

#include <string>
#include <string_view>

#include "fdr/replay/serve/http/http_response.h"

namespace fdr::test {

/// "" without such a header.
inline std::string HeaderOf(const HttpResponse& response, std::string_view name) {
  for (const auto& [one, value] : response.headers)
    if (one == name) return value;
  return {};
}

}  // namespace fdr::test
