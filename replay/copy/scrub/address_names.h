// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Addresses of the network and their pseudonyms.
//
//   192.0.2.17         -> 247.19.120.3         in 240.0.0.0/4, which is not in use
//   fe80::1            -> 2001:db8:94:2b::7    in 2001:db8::/32, which is for documents
//   52:54:00:1a:2b:3c  -> 02:4f:00:13:37:ab    locally administered
//
// Addresses that begin alike have pseudonyms that begin alike: IPv4 by the bit, IPv6 by two bits
// of the network, MACs by the maker.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "fdr/replay/copy/scrub/scrub_key.h"

namespace fdr {

using Ip4Address = std::array<std::uint8_t, 4>;
using Ip6Address = std::array<std::uint8_t, 16>;
using MacAddress = std::array<std::uint8_t, 6>;
using NetworkAddress = std::variant<Ip4Address, Ip6Address, MacAddress>;

/// The address that the whole text is; nothing for any other text.  MACs have colons or dashes.
std::optional<NetworkAddress> AddressOf(std::string_view text);

/// In its usual form: small letters, MACs with colons.
std::string TextOf(const NetworkAddress& address);

/// Says nothing of anybody: "127.0.0.1", "0.0.0.0", "255.255.255.255", "::", "::1", MACs of zeros.
bool IsOfNobody(const NetworkAddress& address);

/// The pseudonym.  If another address has it, the next attempt gives another, whose last bytes
/// differ.
NetworkAddress PseudonymOf(const NetworkAddress& address, const ScrubKey& key, int attempt);

}  // namespace fdr
