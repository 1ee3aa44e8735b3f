// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/catalog/host_names.h"

#include <algorithm>
#include <array>

#include "fdr/replay/pattern/glob.h"
#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

constexpr std::string_view kArchive = "archive:", kPcp = "pcp://", kUsualPort = ":44321";

bool IsThisMachine(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames = {"",    "localhost", "127.0.0.1",
                                                      "::1", "[::1]",     "local:"};
  return std::ranges::find(kNames, name) != kNames.end();
}

std::string WithPort(const std::string& glob) {
  // The colons of an IPv6 address lie within brackets.
  const std::size_t colon = glob.rfind(':');
  const bool has_port = colon != std::string::npos && glob.find(']', colon) == std::string::npos;
  return ToLower(has_port ? glob : glob + std::string(kUsualPort));
}

}  // namespace

ClientHost ParseClientHost(std::string_view text, std::string_view own_name) {
  ClientHost host;
  const std::size_t mark = std::min(text.find('?'), text.size());
  host.name = text.substr(0, mark);
  host.attributes = text.substr(std::min(mark + 1, text.size()));
  if (host.name.starts_with(kArchive)) {
    host.kind = ClientHost::Kind::kArchive;
    host.name.remove_prefix(kArchive.size());
    return host;
  }
  if (host.name.starts_with(kPcp)) host.name.remove_prefix(kPcp.size());
  const bool is_own = IsThisMachine(host.name) || (!own_name.empty() && host.name == own_name);
  host.kind = is_own ? ClientHost::Kind::kDefault : ClientHost::Kind::kOther;
  return host;
}

bool IsAllowedHost(const HostSpec& host, const std::vector<std::string>& globs) {
  if (host.transport != HostSpec::Transport::kTcp || host.host.empty() || host.secure ||
      !host.proxies.empty())
    return false;
  const std::string name =
      ToLower(host.host.find(':') == std::string::npos ? host.host : '[' + host.host + ']');
  std::vector<std::string> places;
  for (const std::uint16_t port : host.ports) places.push_back(name + ':' + std::to_string(port));
  if (places.empty()) places.push_back(name + std::string(kUsualPort));
  return std::ranges::all_of(places, [&](const std::string& place) {
    return std::ranges::any_of(
        globs, [&](const std::string& glob) { return MatchesGlob(WithPort(glob), place); });
  });
}

}  // namespace fdr
