// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Why a request to /pmapi has no answer, in the words of PCP, which clients search.

#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "fdr/archive/base/error.h"
#include "fdr/replay/serve/http/http_request.h"

namespace fdr {

struct WebFailure {
  std::string message;
  unsigned status = 400;
};

template <class T>
using Answered = tl::expected<T, WebFailure>;

inline tl::unexpected<WebFailure> Refuse(std::string message, unsigned status = 400) {
  return tl::unexpected<WebFailure>(WebFailure{std::move(message), status});
}

/// PCP's text for the error, or that of the operating system; `not_found` if nothing has the name.
std::string PcpTextOf(const Error& error, std::string_view not_found = "Unknown metric name");

/// The error of a source, or of the request's limit.
tl::unexpected<WebFailure> RefuseFor(const Error& error);

/// A parameter that the request must have.
Answered<std::string> Needed(const HttpRequest& request, std::string_view name);

}  // namespace fdr
