// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/request_guard.h"

#include "fdr/replay/serve/http/internal/header_words.h"
#include "fdr/replay/serve/http/internal/request_site.h"

namespace fdr {
namespace {

constexpr std::string_view kTicket = "token";

HttpResponse Unknown(std::string_view why) {
  HttpResponse response = FailedResponse(401, why);
  response.headers.emplace_back("WWW-Authenticate", "Basic realm=\"fdr\", charset=\"UTF-8\"");
  return response;
}

HttpResponse ToThePage() {
  HttpResponse response{.status = 303};
  response.headers = {{"Location", "/"}, {"Cache-Control", "no-store"}};
  return response;
}

std::string CookieOf(const HttpRequest& request, const std::string& name) {
  std::string value;
  AnyWord(request.Header("cookie"), ';', [&](std::string_view word) {
    const bool is_it =
        word.size() > name.size() && word.starts_with(name) && word[name.size()] == '=';
    if (is_it) value = word.substr(name.size() + 1);
    return is_it;
  });
  return value;
}

}  // namespace

Result<std::string> RequestGuard::MakeTicket(HttpRole role) {
  Result<std::string> ticket = RandomSecret();
  if (!ticket) return ticket;
  ticket_ = {role, Sha256(*ticket)};
  has_tickets_ = true;
  return ticket;
}

std::optional<HttpResponse> RequestGuard::Check(HttpRequest& request) {
  const bool is_open = tokens_.empty() && !has_tickets_;
  const bool shows_ticket = !is_open && request.path == "/" && request.parameters.Has(kTicket);
  const std::optional<HttpRole> role = is_open ? HttpRole::kAdmin : RoleOf(request);
  if (!role) return shows_ticket ? TakeTicket(request) : Unknown("a token is needed");
  // Browsers add passwords, and the rights of this machine, to requests that a stranger has made.
  request.role = MayBeOfOtherSite(request, cookies_.is_secure) ? HttpRole::kRead : *role;
  return shows_ticket ? std::optional(ToThePage()) : std::nullopt;
}

std::optional<HttpRole> RequestGuard::RoleOf(const HttpRequest& request) const {
  if (const std::string_view given = request.Header("authorization"); !given.empty())
    return tokens_.RoleOf(TokenOf(given));
  const std::string cookie = CookieOf(request, cookies_.name);
  return cookie.empty() ? std::nullopt : sessions_.RoleOf(cookie);
}

std::optional<HttpResponse> RequestGuard::TakeTicket(const HttpRequest& request) {
  if (!ticket_ || !IsSameSecret(ticket_->second, Sha256(request.parameters.Get(kTicket))))
    return Unknown("the token is wrong, or was used before");
  const Result<std::string> session = RandomSecret();
  if (!session) return FailedResponse(503, session.error().what);
  sessions_.Add(ticket_->first, Sha256(*session));
  ticket_.reset();
  HttpResponse response = ToThePage();
  response.headers.emplace_back("Set-Cookie", cookies_.name + "=" + *session +
                                                  "; HttpOnly; SameSite=Strict; Path=/" +
                                                  (cookies_.is_secure ? "; Secure" : ""));
  return response;
}

}  // namespace fdr
