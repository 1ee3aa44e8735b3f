// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the client of a request may do: by a token, or by a ticket for one visit.

#pragma once

#include <optional>
#include <string>
#include <utility>

#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/http/http_tokens.h"

namespace fdr {

/// Without tokens and tickets, every client may do everything.  Pages of other sites may only read.
class RequestGuard {
 public:
  struct Cookies {
    /// Each server needs a name of its own: a browser knows only one set of cookies for all ports
    /// of a machine.
    std::string name = "fdr";
    bool is_secure = false;  ///< to be sent through TLS only
  };

  explicit RequestGuard(HttpTokens tokens) : tokens_(std::move(tokens)) {}

  void SetTokens(HttpTokens tokens) { tokens_ = std::move(tokens); }
  void SetCookies(Cookies cookies) { cookies_ = std::move(cookies); }

  /// For "/?token=TICKET".  The first browser that asks with it gets a cookie, by which it is known
  /// from then on.
  Result<std::string> MakeTicket(HttpRole role);

  /// Sets the role.  Returns the answer if no service may give one.
  std::optional<HttpResponse> Check(HttpRequest& request);

 private:
  std::optional<HttpRole> RoleOf(const HttpRequest& request) const;
  std::optional<HttpResponse> TakeTicket(const HttpRequest& request);

  HttpTokens tokens_;
  Cookies cookies_;
  std::optional<std::pair<HttpRole, Sha256Digest>> ticket_;
  HttpTokens sessions_;
  bool has_tickets_ = false;  // now or before
};

}  // namespace fdr
