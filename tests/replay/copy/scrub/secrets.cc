// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/replay/copy/scrub/secrets.h"

#include <fmt/format.h>

#include <array>

#include "fdr/replay/text/ascii.h"

namespace fdr::test {
namespace {

constexpr std::size_t kLength = 10;

std::string HexOf(std::string_view text) {
  std::string hex;
  for (const char c : text) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return hex;
}

// The characters of base 64 that the text alone decides, if it begins at the place `at` of three.
std::string Base64Of(std::string_view text, std::size_t at) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::string all = std::string(at, '\0') + std::string(text);
  std::string encoded;
  std::uint32_t bits = 0;
  unsigned have = 0;
  for (const char c : all) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    for (have += 8; have >= 6; have -= 6) encoded += kDigits[bits >> (have - 6) & 63];
  }
  return encoded.substr((8 * at + 5) / 6);
}

// What stands around a secret, which is the "*".
constexpr std::array<std::string_view, 70> kDisguises = {
    "*",
    "/home/*/x",
    "/*",
    "/usr/bin/*",
    "/usr/*/bin",
    "/dev/*",
    "/dev/sda*",
    "/dev/mapper/vg-*",
    "/proc/*",
    "relative/*",
    "*/",
    "//*//",
    "*:/export",
    "server:/*",
    "*.example.com",
    "db1.*.example.com",
    "a.b.c.d.*",
    "localhost.*",
    "cpu*",
    "cpu0*",
    "cpu0 *",
    "*cpu0",
    "sda*",
    "sda1*",
    "nvme0n1p*",
    "dm-*",
    "eth*",
    "eth0.*",
    "lo*",
    "lo:*",
    "node0::*",
    "*::node0",
    "DMA::*::node0",
    "node*",
    "1 minute *",
    "*1 minute",
    "000042 *",
    "000042 bash *",
    "000042 /usr/bin/* -x",
    "000042 /*/bin/bash",
    "* 000042",
    "42 *",
    "[kworker/0:*]",
    "kworker/*",
    "kswapd*",
    "bash: *",
    "sshd: *@pts/0",
    "-*",
    "(*)",
    "5.10.0-*",
    "5.10.*-amd64",
    "*-amd64",
    "5.10.0 *",
    "Linux *",
    "Intel(R) Xeon(R) CPU *",
    "Intel * CPU @ 2.40GHz",
    "0-3,*",
    "*-3",
    "/system.slice/*.service",
    "/user.slice/user-*.slice",
    "/user.slice/user@*.service",
    "/docker/*",
    "/*.slice::cpu0",
    "/user.slice::*",
    "*@example.com",
    "me@*.com",
    "http://*:pass@host/x",
    "https://me:*@host:80/x",
    "http://host:80/*?q",
    "http://*/x?*#*",
};

// Not in JSON: these are JSON, or bytes that JSON does not have.
constexpr std::array<std::string_view, 14> kOddDisguises = {
    R"({"*":1})",
    R"({"a":"*"})",
    R"({"a":[{"b":{"*":["*"]}}]})",
    R"(["*",{"a":"\"*\""}])",
    R"({"a":"{\"b\":\"*\"}"})",
    R"({"hostname":"*","userid":"*"})",
    R"({"interval":"*"})",
    R"({"of":"kernel.all.*"})",
    R"({"broken":"*")",
    "\xff\xfe*\xff",
    "line\n*\nline",
    "\t*",
    "\x1b[31m*",
    "\xc3\xa4*\xc3\xb6",
};

std::string Around(std::string_view disguise, std::string_view secret) {
  std::string text;
  for (const char c : disguise) c == '*' ? text += secret : text += c;
  return text;
}

}  // namespace

std::string Secrets::Planted(std::string secret) {
  ++count_;
  const std::string lower = ToLower(secret);
  lower_[lower.size()].insert(lower);
  for (const std::string& form : {secret, lower}) {
    const std::string hex = HexOf(form);
    lower_[hex.size()].insert(hex);
    for (std::size_t at = 0; at < 3; ++at) {
      const std::string encoded = Base64Of(form, at);
      exact_[encoded.size()].insert(encoded);
    }
  }
  return secret;
}

std::string Secrets::Word() {
  std::string word;
  for (std::size_t i = 0; i < kLength; ++i)
    word += static_cast<char>((Below(4) == 0 ? 'A' : 'a') + static_cast<int>(Below(26)));
  return Planted(word);
}

std::string Secrets::Digits() {
  std::string digits(1, static_cast<char>('1' + static_cast<int>(Below(9))));
  while (digits.size() < kLength) digits += static_cast<char>('0' + static_cast<int>(Below(10)));
  return Planted(digits);
}

std::string Secrets::Address() {
  const auto part = [&] { return 100 + Below(100); };
  switch (Below(5)) {
    case 0:
      return Planted(fmt::format("{}.{}.{}.{}", part(), part(), part(), part()));
    case 1:
      return Planted(fmt::format("fd{:02x}:{:x}:{:x}:{:x}:{:x}:{:x}:{:x}:{:x}", Below(256),
                                 4096 + Below(60000), 4096 + Below(60000), 4096 + Below(60000),
                                 4096 + Below(60000), 4096 + Below(60000), 4096 + Below(60000),
                                 4096 + Below(60000)));
    case 2:  // a telephone number
      return Planted(
          fmt::format("0{}-{}-{}", 10 + Below(90), 100 + Below(900), 1000 + Below(9000)));
    case 3:  // a card
      return Planted(fmt::format("{}-{}-{}-{}", 1000 + Below(9000), 1000 + Below(9000),
                                 1000 + Below(9000), 1000 + Below(9000)));
    default:
      return Planted(fmt::format("{:02x}:{:02x}:{:02x}:{:02x}:{:02x}:{:02x}", 4 + Below(250),
                                 Below(256), Below(256), Below(256), Below(256), Below(256)));
  }
}

std::string Secrets::Text() {
  const std::uint32_t kind = Below(4);
  return kind < 2 ? Word() : kind == 2 ? Digits() : Address();
}

std::uint64_t Secrets::Number() {
  const std::uint64_t number = std::uint64_t{1 + Below(0x7ffffffe)} << 32 | Below(0xffffffff);
  std::byte bytes[8];
  StoreU64(bytes, number);
  exact_[8].insert(std::string(AsText(bytes)));
  ++count_;
  const std::string digits = std::to_string(number);
  lower_[digits.size()].insert(digits);
  return number;
}

std::string Secrets::Disguised() {
  const std::uint32_t which = Below(kDisguises.size() + kOddDisguises.size());
  if (which < kDisguises.size()) return Around(kDisguises[which], Text());
  return Around(kOddDisguises[which - kDisguises.size()], Text());
}

std::string Secrets::DisguisedForJson() {
  return Around(kDisguises[Below(kDisguises.size())], Text());
}

void Secrets::Look(std::string_view bytes,
                   const std::map<std::size_t, std::unordered_set<std::string>>& by,
                   std::vector<std::string>& found) const {
  std::string window;
  for (const auto& [length, secrets] : by)
    for (std::size_t at = 0; at + length <= bytes.size(); ++at) {
      window.assign(bytes, at, length);
      if (secrets.contains(window)) found.push_back(fmt::format("{} at {}", window, at));
    }
}

std::vector<std::string> Secrets::FoundIn(Bytes bytes) const {
  std::vector<std::string> found;
  Look(AsText(bytes), exact_, found);
  Look(ToLower(AsText(bytes)), lower_, found);
  return found;
}

}  // namespace fdr::test
