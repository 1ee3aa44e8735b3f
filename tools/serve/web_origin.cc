// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/web_origin.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "fdr/replay/text/ascii.h"

namespace fdr::tools {
namespace {

// "::1" of "0:0:0:0:0:0:0:1".
std::optional<std::string> Ipv6Address(std::string_view text) {
  in6_addr address{};
  char shortest[INET6_ADDRSTRLEN] = "";
  if (::inet_pton(AF_INET6, std::string(text).c_str(), &address) != 1 ||
      ::inet_ntop(AF_INET6, &address, shortest, sizeof shortest) == nullptr)
    return std::nullopt;
  return shortest;
}

bool IsInHostName(char c) { return IsAlpha(c) || IsDigit(c) || c == '-' || c == '.' || c == '_'; }

std::optional<std::string> Host(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) {
    const auto address = Ipv6Address(text.substr(1, text.size() - 2));
    if (!address) return std::nullopt;
    return '[' + *address + ']';
  }
  if (text.empty() || !std::ranges::all_of(text, IsInHostName)) return std::nullopt;
  return ToLower(text);
}

// ":3000", or "" for the usual port.
std::optional<std::string> Port(std::string_view text, std::uint16_t usual) {
  if (text.empty()) return "";
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return port == usual ? "" : ':' + std::to_string(port);
}

}  // namespace

std::optional<std::string> OriginInUrl(std::string_view url) {
  const std::size_t slashes = url.find("://");
  if (slashes == std::string_view::npos) return std::nullopt;
  const std::string scheme = ToLower(url.substr(0, slashes));
  if (scheme != "http" && scheme != "https") return std::nullopt;
  const std::string_view rest = url.substr(slashes + 3);
  const std::string_view place = rest.substr(0, rest.find_first_of("/?#"));
  const std::size_t colon = place.rfind(':');
  const bool has_port = colon != std::string_view::npos && !place.ends_with(']');
  const auto host = Host(has_port ? place.substr(0, colon) : place);
  const auto port = Port(has_port ? place.substr(colon + 1) : "", scheme == "http" ? 80 : 443);
  if (!host || !port) return std::nullopt;
  return scheme + "://" + *host + *port;
}

}  // namespace fdr::tools
