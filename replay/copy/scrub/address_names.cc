// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/address_names.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace fdr {
namespace {

template <class Address>
std::string_view BytesOf(const Address& address) {
  return {reinterpret_cast<const char*>(address.data()), address.size()};
}

std::optional<MacAddress> MacOf(std::string_view text) {
  constexpr std::size_t kLength = 17;
  if (text.size() != kLength) return std::nullopt;
  MacAddress mac{};
  const char mark = text[2];
  if (mark != ':' && mark != '-') return std::nullopt;
  for (std::size_t i = 0; i < mac.size(); ++i) {
    const char* const at = text.data() + 3 * i;
    const auto read = std::from_chars(at, at + 2, mac[i], 16);
    if (read.ec != std::errc() || read.ptr != at + 2) return std::nullopt;
    if (i + 1 < mac.size() && at[2] != mark) return std::nullopt;
  }
  return mac;
}

// The digest of the first `bits` bits of an address.
std::uint64_t OfBeginning(const ScrubKey& key, std::string_view purpose, std::string_view bytes,
                          std::size_t bits) {
  std::string beginning(bytes.substr(0, bits / 8));
  if (bits % 8 != 0)
    beginning += static_cast<char>(static_cast<std::uint8_t>(bytes[bits / 8]) >> (8 - bits % 8));
  beginning += static_cast<char>(bits);
  return key.Number(purpose, beginning);
}

bool BitOf(std::string_view bytes, std::size_t bit) {
  return (static_cast<std::uint8_t>(bytes[bit / 8]) >> (7 - bit % 8) & 1) != 0;
}

// Each bit is turned over or not, as the bits before it decide.  The first four bits of an
// address only decide.
Ip4Address Of(const Ip4Address& address, const ScrubKey& key) {
  const std::string_view bytes = BytesOf(address);
  Ip4Address made{0xf0, 0, 0, 0};
  for (std::size_t bit = 4; bit < 32; ++bit) {
    const bool turned = (OfBeginning(key, "ip4", bytes, bit) & 1) != 0;
    if (BitOf(bytes, bit) != turned)
      made[bit / 8] = static_cast<std::uint8_t>(made[bit / 8] | 0x80 >> bit % 8);
  }
  return made;
}

// 64 bits of the network become 32; the rest is drawn.
Ip6Address Of(const Ip6Address& address, const ScrubKey& key) {
  const std::string_view bytes = BytesOf(address);
  Ip6Address made{0x20, 0x01, 0x0d, 0xb8};
  for (std::size_t bit = 0; bit < 32; ++bit)
    if ((OfBeginning(key, "ip6", bytes, 2 * bit + 2) & 1) != 0)
      made[4 + bit / 8] = static_cast<std::uint8_t>(made[4 + bit / 8] | 0x80 >> bit % 8);
  const ScrubKey::Digest digest = key.Of("ip6 host", bytes);
  std::copy_n(digest.begin(), 8, made.begin() + 8);
  return made;
}

MacAddress Of(const MacAddress& address, const ScrubKey& key) {
  const std::string_view bytes = BytesOf(address);
  const ScrubKey::Digest maker = key.Of("mac maker", bytes.substr(0, 3));
  const ScrubKey::Digest digest = key.Of("mac", bytes);
  return {0x02, maker[0], maker[1], digest[0], digest[1], digest[2]};
}

template <class Address>
bool IsAll(const Address& address, std::uint8_t byte) {
  return std::all_of(address.begin(), address.end(), [byte](auto b) { return b == byte; });
}

bool OfNobody(const Ip4Address& a) {
  return IsAll(a, 0) || IsAll(a, 0xff) || a == Ip4Address{127, 0, 0, 1};
}
bool OfNobody(const Ip6Address& a) {
  return std::all_of(a.begin(), a.end() - 1, [](auto b) { return b == 0; }) && a.back() <= 1;
}
bool OfNobody(const MacAddress& a) { return IsAll(a, 0) || IsAll(a, 0xff); }

}  // namespace

std::optional<NetworkAddress> AddressOf(std::string_view text) {
  constexpr std::size_t kLongest = 45;
  if (text.empty() || text.size() > kLongest || text.find('\0') != text.npos) return std::nullopt;
  if (const auto mac = MacOf(text)) return *mac;
  const std::string terminated(text);
  Ip4Address ip4{};
  if (inet_pton(AF_INET, terminated.c_str(), ip4.data()) == 1) return ip4;
  Ip6Address ip6{};
  if (inet_pton(AF_INET6, terminated.c_str(), ip6.data()) == 1) return ip6;
  return std::nullopt;
}

std::string TextOf(const NetworkAddress& address) {
  if (const auto* m = std::get_if<MacAddress>(&address))
    return fmt::format("{:02x}:{:02x}:{:02x}:{:02x}:{:02x}:{:02x}", (*m)[0], (*m)[1], (*m)[2],
                       (*m)[3], (*m)[4], (*m)[5]);
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (const auto* ip4 = std::get_if<Ip4Address>(&address))
    inet_ntop(AF_INET, ip4->data(), text.data(), text.size());
  else
    inet_ntop(AF_INET6, std::get<Ip6Address>(address).data(), text.data(), text.size());
  return text.data();
}

bool IsOfNobody(const NetworkAddress& address) {
  return std::visit([](const auto& a) { return OfNobody(a); }, address);
}

NetworkAddress PseudonymOf(const NetworkAddress& address, const ScrubKey& key, int attempt) {
  return std::visit(
      [&](const auto& a) -> NetworkAddress {
        auto made = Of(a, key);
        if (attempt == 1) return made;
        const std::uint64_t other = key.Number(fmt::format("address {}", attempt), BytesOf(a));
        made[made.size() - 2] = static_cast<std::uint8_t>(other >> 8);
        made[made.size() - 1] = static_cast<std::uint8_t>(other);
        return made;
      },
      address);
}

}  // namespace fdr
