// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/http_request.h"

#include <algorithm>

namespace fdr {

WorkLimit::WorkLimit(std::chrono::milliseconds most) : most_(most), until_(Clock::now() + most) {}

Result<void> WorkLimit::Check() const {
  if (IsCancelled()) return Fail(Errc::kCancelled, "the client has left");
  if (Clock::now() < until_) return {};
  return Fail(Errc::kTimeout, "the answer took longer than the limit of " +
                                  std::to_string(most_.count()) + " ms for one request");
}

std::string_view HttpRequest::Header(std::string_view name) const {
  const auto found = std::ranges::find(headers, name, [](const auto& one) { return one.first; });
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace fdr
