// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/server_sockets.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "fdr/tools/serve/service_manager.h"
#include "fdr/tools/serve/socket_place.h"

namespace fdr::tools {
namespace {

constexpr std::uint16_t kPmcdPort = 44321;

struct Places {
  std::vector<std::uint16_t> ports;
  std::vector<std::string> addresses;  // none: loopback
  std::optional<std::string> socket;

  bool AreNamed() const { return !ports.empty() || !addresses.empty() || socket; }
};

constexpr const char* kIfInUse =
    "another collector listens there; -p 44322, or any other port, is free";

Error Explained(Error error, const char* if_in_use) {
  if (error.system_error == EADDRINUSE) error.what += std::string(": ") + if_in_use;
  return error;
}

bool IsAbsent(const Error& error) {
  return error.system_error == EADDRNOTAVAIL || error.system_error == EAFNOSUPPORT;
}

// "44321,44322".
Result<void> AddPorts(std::string_view list, std::vector<std::uint16_t>& ports) {
  while (!list.empty()) {
    const std::string_view text = list.substr(0, list.find(','));
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc() || end != text.data() + text.size() || port == 0)
      return Fail(Errc::kInvalidArgument, "PMCD_PORT: expected ports, such as 44321,44322, not \"" +
                                              std::string(text) + '"');
    if (std::ranges::find(ports, port) == ports.end()) ports.push_back(port);
    list.remove_prefix(std::min(text.size() + 1, list.size()));
  }
  return {};
}

// The variables are those of pmcd.
Result<Places> PlacesFor(const ServeCommand& command) {
  Places places{command.ports, command.addresses, command.socket};
  if (const char* const ports = std::getenv("PMCD_PORT"))
    if (const Result<void> added = AddPorts(ports, places.ports); !added)
      return Fail(added.error());
  const char* const socket = std::getenv("PMCD_SOCKET");
  if (!places.socket && socket != nullptr && *socket != '\0') places.socket = socket;
  const char* const is_local = std::getenv("PMCD_LOCAL");
  if (is_local == nullptr || std::string_view(is_local) != "1") return places;
  for (const std::string& address : places.addresses)
    if (!IsLoopback(address))
      return Fail(Errc::kInvalidArgument,
                  "-i " + address + ": PMCD_LOCAL=1 allows only programs on this machine");
  return places;
}

}  // namespace

Result<void> OpenAddresses(const std::vector<std::string>& addresses,
                           const std::vector<std::uint16_t>& ports, const char* if_in_use,
                           std::vector<ListeningSocket>& sockets) {
  const bool is_default = addresses.empty();
  const std::vector<std::string> chosen =
      is_default ? std::vector<std::string>{"127.0.0.1", "::1"} : addresses;
  for (const std::uint16_t port : ports) {
    for (const std::string& address : chosen) {
      Result<ListeningSocket> socket = ListeningSocket::AtAddress(address, port);
      if (socket)
        sockets.push_back(std::move(*socket));
      else if (!is_default || !IsAbsent(socket.error()))
        return Fail(Explained(socket.error(), if_in_use));
    }
  }
  return {};
}

Result<std::vector<ListeningSocket>> TakeInheritedSockets() {
  std::vector<ListeningSocket> sockets;
  for (const int fd : TakeInheritedDescriptors()) {
    Result<ListeningSocket> socket = ListeningSocket::Inherited(fd);
    if (!socket) return Fail(socket.error());
    sockets.push_back(std::move(*socket));
  }
  return sockets;
}

std::vector<std::string> NamesOf(const std::vector<ListeningSocket>& sockets) {
  std::vector<std::string> names;
  names.reserve(sockets.size());
  for (const ListeningSocket& socket : sockets) names.push_back(socket.name());
  return names;
}

Result<std::vector<ListeningSocket>> OpenSockets(const ServeCommand& command) {
  Result<std::vector<ListeningSocket>> inherited = TakeInheritedSockets();
  if (!inherited) return inherited;
  std::vector<ListeningSocket> sockets = std::move(*inherited);
  const Result<Places> places = PlacesFor(command);
  if (!places) return Fail(places.error());
  if (!sockets.empty() && !places->AreNamed()) return sockets;
  const std::vector<std::uint16_t> ports =
      places->ports.empty() ? std::vector{kPmcdPort} : places->ports;
  const Result<void> opened = OpenAddresses(places->addresses, ports, kIfInUse, sockets);
  if (!opened) return Fail(opened.error());
  if (places->socket) {
    Result<ListeningSocket> socket = ListeningSocket::AtPath(*places->socket);
    if (!socket) return Fail(Explained(socket.error(), kIfInUse));
    sockets.push_back(std::move(*socket));
  }
  return sockets;
}

}  // namespace fdr::tools
