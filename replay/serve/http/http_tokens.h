// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The secrets by which the web server knows its clients.  The file: docs/web-access.md.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/serve/http/digest.h"
#include "fdr/replay/serve/http/http_request.h"

namespace fdr {

/// Keeps digests only.
class HttpTokens {
 public:
  static constexpr std::size_t kLeastLength = 16;

  /// Lines "ROLE TOKEN" or "ROLE sha256:DIGEST".  kInvalidArgument with the file and the line.
  static Result<HttpTokens> Parse(std::string_view text, const std::string& file);

  bool empty() const { return all_.empty(); }
  void Add(HttpRole role, const Sha256Digest& digest) { all_.emplace_back(role, digest); }
  /// Takes equally long for all tokens.
  std::optional<HttpRole> RoleOf(std::string_view token) const;

 private:
  std::vector<std::pair<HttpRole, Sha256Digest>> all_;
};

/// The token in "Authorization: Bearer TOKEN" or "Basic ...", where it is the password; "" without
/// one.
std::string TokenOf(std::string_view authorization);

}  // namespace fdr
