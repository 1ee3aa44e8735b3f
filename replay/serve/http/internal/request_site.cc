// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/request_site.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "fdr/replay/serve/http/internal/header_words.h"
#include "fdr/replay/serve/http/internal/host_port.h"

namespace fdr {
namespace {

constexpr std::string_view kPlain = "http://", kEncrypted = "https://";

// What a header says of the page.
enum class Says : std::uint8_t { kNothing, kOwn, kOther };

// Browsers send each of these headers once.
template <class IsOwn>
Says SaysOf(const HttpRequest& request, std::string_view name, IsOwn is_own) {
  Says says = Says::kNothing;
  for (const auto& [header, value] : request.headers) {
    if (header != name) continue;
    if (says != Says::kNothing || !is_own(std::string_view(value))) return Says::kOther;
    says = Says::kOwn;
  }
  return says;
}

// Behind a proxy that encrypts, a page has "https" though the server is plain.
bool IsOwnOrigin(std::string_view origin, std::string_view host, bool is_encrypted) {
  const bool is_secure = origin.starts_with(kEncrypted);
  if (!is_secure && (is_encrypted || !origin.starts_with(kPlain))) return false;
  origin.remove_prefix(is_secure ? kEncrypted.size() : kPlain.size());
  const std::optional<HostPort> page = HostPort::Parse(origin), own = HostPort::Parse(host);
  const std::uint16_t usual = is_secure ? 443 : 80;
  return page && own && IsSameWord(page->name, own->name) &&
         page->port.value_or(usual) == own->port.value_or(usual);
}

// "http://host:80" of "http://host:80/path?query".
std::string_view OriginIn(std::string_view url) {
  const std::size_t host = url.find("://");
  if (host == url.npos) return {};
  return url.substr(0, url.find_first_of("/?#", host + 3));
}

bool IsBrowser(const HttpRequest& request) {
  return request.Header("user-agent").starts_with("Mozilla/") ||
         std::ranges::any_of(request.headers,
                             [](const auto& one) { return one.first.starts_with("sec-fetch-"); });
}

}  // namespace

bool MayBeOfOtherSite(const HttpRequest& request, bool is_encrypted) {
  const auto is_own = [&](std::string_view origin) {
    return IsOwnOrigin(origin, request.Header("host"), is_encrypted);
  };
  const Says fetch = SaysOf(request, "sec-fetch-site", [](std::string_view site) {
    return site == "same-origin" || site == "none";
  });
  Says page = SaysOf(request, "origin", is_own);
  if (page == Says::kNothing)
    page = SaysOf(request, "referer", [&](std::string_view url) { return is_own(OriginIn(url)); });
  if (fetch == Says::kOther || page == Says::kOther) return true;
  // A page can forbid the browser to tell where it is from.
  return fetch == Says::kNothing && page == Says::kNothing && IsBrowser(request);
}

}  // namespace fdr
