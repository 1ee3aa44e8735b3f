// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/socket_place.h"

#include <charconv>
#include <optional>

#include "fdr/replay/serve/access/host_range.h"

namespace fdr::tools {
namespace {

// "127.0.0.1" of "127.0.0.1:8080", "::1" of "[::1]:8080".
std::string AddressIn(const std::string& socket) {
  const std::string address = socket.substr(0, socket.rfind(':'));
  if (address.starts_with('[')) return address.substr(1, address.size() - 2);
  return address;
}

tl::unexpected<Error> FailReach(const std::string& where, const std::string& guard) {
  return Fail(Errc::kInvalidArgument, "Other machines could connect to " + where + "; " + guard +
                                          " names those who may, and --no-auth lets everyone");
}

}  // namespace

Result<SocketPlace> ParseSocketPlace(std::string_view text, const std::string& option,
                                     const std::string& example) {
  SocketPlace place;
  std::string_view port = text;
  if (const std::size_t colon = text.rfind(':'); colon != std::string_view::npos) {
    std::string_view address = text.substr(0, colon);
    port = text.substr(colon + 1);
    if (address.starts_with('[') && address.ends_with(']'))
      address = address.substr(1, address.size() - 2);
    place.addresses = {std::string(address)};
  }
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), place.port);
  if (error != std::errc() || end != port.data() + port.size())
    return Fail(Errc::kInvalidArgument, option + ": expected PORT or ADDRESS:PORT, such as " +
                                            example + " or 0.0.0.0:" + example + ", not \"" +
                                            std::string(text) + '"');
  return place;
}

bool IsLoopback(const std::string& address) {
  for (const char* loopback : {"127.*", "::1"}) {
    const std::optional<HostAddress> host = HostAddress::Parse(address);
    if (host && HostRange::Parse(loopback)->Covers(*host)) return true;
  }
  return false;
}

Result<void> CheckAddresses(const std::vector<std::string>& addresses, bool is_guarded,
                            const std::string& option, const std::string& guard) {
  for (const std::string& address : addresses) {
    if (!HostAddress::Parse(address))
      return Fail(Errc::kInvalidArgument,
                  option + ": expected an address, such as 127.0.0.1, ::1 or 0.0.0.0, not \"" +
                      address + '"');
    if (!is_guarded && !IsLoopback(address)) return FailReach(address, guard);
  }
  return {};
}

Result<void> CheckReach(const std::vector<std::string>& sockets, bool is_guarded,
                        const std::string& guard) {
  if (is_guarded) return {};
  for (const std::string& socket : sockets)
    if (!socket.starts_with("unix:") && !IsLoopback(AddressIn(socket)))
      return FailReach(socket, guard);
  return {};
}

}  // namespace fdr::tools
