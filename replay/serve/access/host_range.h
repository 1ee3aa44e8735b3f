// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A host, or many: "10.1.2.3", "10.1.*", "fe80::1", "fe80:*", ".*", ":*", "unix:".

#pragma once

#include <netinet/in.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fdr {

/// Where a client connects from.
struct HostAddress {
  enum class Kind : std::uint8_t { kUnix, kIpv4, kIpv6 };

  Kind kind = Kind::kUnix;
  std::array<std::uint8_t, 16> bytes = {};  ///< the first four of kIpv4

  /// Without a wildcard.
  static std::optional<HostAddress> Parse(std::string_view text);
  static HostAddress OfIpv4(const in_addr& address);
  /// A socket of IPv6 may show an IPv4 address in the form ::ffff:10.1.2.3; that is one of IPv4.
  static HostAddress OfIpv6(const in6_addr& address);

  friend bool operator==(const HostAddress&, const HostAddress&) = default;
};

/// The addresses that begin with the same bits.
struct HostRange {
  HostAddress first;
  unsigned bits = 0;  ///< how many count

  static HostRange Of(const HostAddress& one);
  /// Everything but the names of hosts, and "*".
  static std::optional<HostRange> Parse(std::string_view text);

  bool Covers(const HostAddress& address) const;

  friend bool operator==(const HostRange&, const HostRange&) = default;
};

}  // namespace fdr
