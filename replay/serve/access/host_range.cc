// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/access/host_range.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace fdr {
namespace {

using HostKind = HostAddress::Kind;

constexpr unsigned kBitsOfByte = 8, kBitsOfGroup = 16;

unsigned BitsOf(HostKind kind) {
  switch (kind) {
    case HostKind::kUnix:
      return 0;
    case HostKind::kIpv4:
      return 32;
    case HostKind::kIpv6:
      return 128;
  }
  return 0;
}

std::optional<HostAddress> ParseIpv4(const std::string& text) {
  in_addr address{};
  if (::inet_pton(AF_INET, text.c_str(), &address) != 1) return std::nullopt;
  return HostAddress::OfIpv4(address);
}

std::optional<HostAddress> ParseIpv6(const std::string& text) {
  in6_addr address{};
  if (::inet_pton(AF_INET6, text.c_str(), &address) != 1) return std::nullopt;
  return HostAddress::OfIpv6(address);
}

std::optional<HostRange> Shortened(const std::optional<HostAddress>& first, unsigned bits) {
  if (!first || bits > BitsOf(first->kind)) return std::nullopt;
  return HostRange{*first, bits};
}

// "10.1." of "10.1.*".
std::optional<HostRange> ParseIpv4Beginning(std::string text) {
  const auto count = static_cast<unsigned>(std::ranges::count(text, '.'));
  if (count > 3) return std::nullopt;
  for (unsigned i = count; i < 4; ++i) text += i + 1 < 4 ? "0." : "0";
  return Shortened(ParseIpv4(text), count * kBitsOfByte);
}

// "fe80:" of "fe80:*".  With two colons in a row, only the last 16 bits are missing.
std::optional<HostRange> ParseIpv6Beginning(std::string text) {
  const bool has_gap = text.find("::") != std::string::npos;
  if (has_gap) return Shortened(ParseIpv6(text + '0'), BitsOf(HostKind::kIpv6) - kBitsOfGroup);
  const auto count = static_cast<unsigned>(std::ranges::count(text, ':'));
  if (count > 7) return std::nullopt;
  for (unsigned i = count; i < 8; ++i) text += i + 1 < 8 ? "0:" : "0";
  return Shortened(ParseIpv6(text), count * kBitsOfGroup);
}

}  // namespace

std::optional<HostAddress> HostAddress::Parse(std::string_view text) {
  const std::string copy(text);
  const std::optional<HostAddress> four = ParseIpv4(copy);
  return four ? four : ParseIpv6(copy);
}

HostAddress HostAddress::OfIpv4(const in_addr& address) {
  HostAddress four{HostKind::kIpv4, {}};
  std::memcpy(four.bytes.data(), &address, sizeof address);
  return four;
}

HostAddress HostAddress::OfIpv6(const in6_addr& address) {
  if (IN6_IS_ADDR_V4MAPPED(&address)) {
    in_addr last{};
    std::memcpy(&last, address.s6_addr + sizeof address - sizeof last, sizeof last);
    return OfIpv4(last);
  }
  HostAddress six{HostKind::kIpv6, {}};
  std::memcpy(six.bytes.data(), &address, sizeof address);
  return six;
}

HostRange HostRange::Of(const HostAddress& one) { return {one, BitsOf(one.kind)}; }

std::optional<HostRange> HostRange::Parse(std::string_view text) {
  if (text == "unix:" || text == "unix:*") return HostRange{};
  if (text == ".*") return HostRange{{HostKind::kIpv4, {}}, 0};
  if (text == ":*") return HostRange{{HostKind::kIpv6, {}}, 0};
  if (text.ends_with(".*")) return ParseIpv4Beginning(std::string(text.substr(0, text.size() - 1)));
  if (text.ends_with(":*")) return ParseIpv6Beginning(std::string(text.substr(0, text.size() - 1)));
  const std::optional<HostAddress> address = HostAddress::Parse(text);
  if (!address) return std::nullopt;
  return Of(*address);
}

bool HostRange::Covers(const HostAddress& address) const {
  if (address.kind != first.kind) return false;
  const unsigned whole = bits / kBitsOfByte;  // all ranges end with a byte
  return std::memcmp(address.bytes.data(), first.bytes.data(), whole) == 0;
}

}  // namespace fdr
