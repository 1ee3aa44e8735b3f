// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/pseudonyms.h"

#include <fmt/format.h>

#include <charconv>

namespace fdr {
namespace {

constexpr std::uint64_t kLastOfSystem = 999;
constexpr std::uint64_t kNobody = 65534;
constexpr std::uint64_t kFirstNumber = 100'000;
constexpr std::uint64_t kEndOfNumbers = std::uint64_t{1} << 31;

// In base 32, without upper case, since names of hosts have none.
std::string DigitsOf(const ScrubKey::Digest& digest, std::size_t count) {
  constexpr std::string_view kDigits = "abcdefghijklmnopqrstuvwxyz234567";
  std::string text;
  std::uint32_t bits = 0;
  unsigned have = 0;
  for (const std::uint8_t byte : digest) {
    bits = (bits << 8 | byte) & 0xfff;
    for (have += 8; have >= 5; have -= 5) {
      if (text.size() == count) return text;
      text += kDigits[bits >> (have - 5) & 31];
    }
  }
  return text;
}

}  // namespace

void Pseudonyms::NoteKept(KeptFor reason, std::string_view text) {
  const std::size_t hash = std::hash<std::string_view>()(text) + static_cast<std::size_t>(reason);
  if (kept_texts_.size() < kMostRemembered && kept_texts_.insert(hash).second)
    ++report_.Kept(reason);
}

template <class Make>
std::string Pseudonyms::Unique(NameKind kind, std::string_view name, bool always, Make make) {
  if (IsKept(kind) && !always) {
    NoteKept(KeptFor::kWish, name);
    return std::string(name);
  }
  const std::uint64_t digest = key_.Number("identity", name);
  for (int attempt = 1;; ++attempt) {
    std::string pseudonym = make(attempt);
    const auto taken = taken_.find(pseudonym);
    if (taken != taken_.end() && taken->second != digest) continue;
    if (taken != taken_.end()) return pseudonym;
    if (taken_.size() < kMostRemembered) taken_.emplace(pseudonym, digest);
    ++report_.Names(kind);
    if (on_new_) on_new_(kind, pseudonym, name);
    return pseudonym;
  }
}

// A further attempt has all digits, so that there are few.
std::string Pseudonyms::Made(NameKind kind, std::string_view name, char mark, bool always) {
  if (name.empty()) return {};
  return Unique(kind, name, always, [&](int attempt) {
    std::string pseudonym = std::string(WordOf(kind)) + mark;
    pseudonym += attempt == 1 ? DigitsOf(key_.Of("name", name), digits_)
                              : DigitsOf(key_.Of(fmt::format("name {}", attempt), name), kDigits);
    return pseudonym;
  });
}

std::string Pseudonyms::Of(const NetworkAddress& address) {
  if (IsOfNobody(address)) {
    NoteKept(KeptFor::kKnownWord, TextOf(address));
    return TextOf(address);
  }
  return Unique(NameKind::kAddress, TextOf(address), false,
                [&](int attempt) { return TextOf(PseudonymOf(address, key_, attempt)); });
}

std::uint64_t Pseudonyms::Of(std::uint64_t identifier) {
  if (identifier <= kLastOfSystem || identifier == kNobody) {
    NoteKept(KeptFor::kKnownWord, std::to_string(identifier));
    return identifier;
  }
  const std::string name = std::to_string(identifier);
  const std::string made = Unique(NameKind::kNumber, name, false, [&](int attempt) {
    const std::uint64_t drawn = key_.Number(fmt::format("number {}", attempt), name);
    return std::to_string(kFirstNumber + drawn % (kEndOfNumbers - kFirstNumber));
  });
  std::uint64_t number = 0;
  std::from_chars(made.data(), made.data() + made.size(), number);
  return number;
}

}  // namespace fdr
