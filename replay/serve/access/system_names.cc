// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/access/system_names.h"

#include <grp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace fdr {
namespace {

// The text that belongs to an entry of a database may be of any size.
template <class Entry, class Ask>
std::optional<Entry> EntryOf(std::vector<char>& text, Ask ask) {
  constexpr std::size_t kFirst = 1024, kMost = 1 << 20;
  Entry entry{};
  Entry* found = nullptr;
  int error = ERANGE;
  for (std::size_t size = kFirst; error == ERANGE && size <= kMost; size *= 2) {
    text.resize(size);
    error = ask(&entry, text.data(), text.size(), &found);
  }
  if (error != 0 || found == nullptr) return std::nullopt;
  return entry;
}

std::optional<std::uint32_t> UserNamed(const std::string& name) {
  std::vector<char> text;
  const auto user =
      EntryOf<passwd>(text, [&](auto... to) { return ::getpwnam_r(name.c_str(), to...); });
  if (!user) return std::nullopt;
  return user->pw_uid;
}

std::optional<std::uint32_t> GroupNamed(const std::string& name) {
  std::vector<char> text;
  const auto group =
      EntryOf<::group>(text, [&](auto... to) { return ::getgrnam_r(name.c_str(), to...); });
  if (!group) return std::nullopt;
  return group->gr_gid;
}

std::vector<std::uint32_t> GroupsOf(std::uint32_t id) {
  std::vector<char> text;
  const auto user = EntryOf<passwd>(text, [&](auto... to) { return ::getpwuid_r(id, to...); });
  if (!user) return {};
  int count = 64;
  std::vector<gid_t> groups(static_cast<std::size_t>(count));
  while (::getgrouplist(user->pw_name, user->pw_gid, groups.data(), &count) < 0)
    groups.resize(static_cast<std::size_t>(count));
  return {groups.begin(), groups.begin() + count};
}

std::optional<HostAddress> AddressIn(const addrinfo& found) {
  if (found.ai_family == AF_INET)
    return HostAddress::OfIpv4(reinterpret_cast<const sockaddr_in*>(found.ai_addr)->sin_addr);
  if (found.ai_family == AF_INET6)
    return HostAddress::OfIpv6(reinterpret_cast<const sockaddr_in6*>(found.ai_addr)->sin6_addr);
  return std::nullopt;
}

Result<std::vector<HostAddress>> AddressesOf(const std::string& host) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  const int status = ::getaddrinfo(host.c_str(), nullptr, &hints, &list);
  if (status != 0) return Fail(Errc::kNotFound, ::gai_strerror(status), host);
  std::vector<HostAddress> addresses;
  for (const addrinfo* one = list; one != nullptr; one = one->ai_next)
    if (const std::optional<HostAddress> address = AddressIn(*one)) addresses.push_back(*address);
  ::freeaddrinfo(list);
  return addresses;
}

}  // namespace

AccessNames SystemNames() { return {AddressesOf, UserNamed, GroupNamed, GroupsOf}; }

}  // namespace fdr
