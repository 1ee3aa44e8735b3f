// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/web_api/web_failure.h"

#include <system_error>

#include "fdr/replay/pcp_error_text.h"

namespace fdr {

std::string PcpTextOf(const Error& error, std::string_view not_found) {
  if (error.pcp_error != 0) return PcpErrorText(error.pcp_error);
  if (error.system_error != 0) return std::generic_category().message(error.system_error);
  if (error.code == Errc::kNotFound || error.code == Errc::kNotAMetric)
    return std::string(not_found);
  return error.what;
}

tl::unexpected<WebFailure> RefuseFor(const Error& error) {
  const bool is_limit = error.code == Errc::kTimeout || error.code == Errc::kCancelled ||
                        error.code == Errc::kTooLarge;
  return Refuse(PcpTextOf(error), is_limit && error.pcp_error == 0 ? 503 : 400);
}

Answered<std::string> Needed(const HttpRequest& request, std::string_view name) {
  const std::string* const value = request.parameters.Find(name);
  if (value == nullptr || value->empty())
    return Refuse("missing parameter '" + std::string(name) + "'");
  return *value;
}

}  // namespace fdr
