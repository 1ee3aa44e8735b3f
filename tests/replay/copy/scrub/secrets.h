// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Secrets for a test of scrubbing: texts and numbers that nothing else has, in the disguises in
// which names come into archives; and a search for them in bytes.

#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "fdr/archive/base/byte_order.h"

namespace fdr::test {

/// The same seed gives the same secrets.
class Secrets {
 public:
  explicit Secrets(std::uint32_t seed) : random_(seed) {}

  /// A new secret: letters, digits, or an address.  Ten characters or more.
  std::string Text();
  /// Letters only.
  std::string Word();
  std::string Digits();
  /// A new secret number that takes most of 64 bits.
  std::uint64_t Number();
  /// A new secret in a text that looks like anything in an archive: a path, a process, a disc,
  /// JSON.
  std::string Disguised();
  /// The same without quotes, control characters and backslashes, for JSON.
  std::string DisguisedForJson();

  std::uint32_t Below(std::uint32_t end) {
    return std::uniform_int_distribution<std::uint32_t>(0, end - 1)(random_);
  }

  std::size_t size() const { return count_; }
  /// All secrets that are in the bytes: as they are, in other cases of letters, in hexadecimal
  /// digits and in base 64.
  std::vector<std::string> FoundIn(Bytes bytes) const;

 private:
  std::string Address();
  std::string Planted(std::string secret);
  void Look(std::string_view bytes,
            const std::map<std::size_t, std::unordered_set<std::string>>& by,
            std::vector<std::string>& found) const;

  std::mt19937 random_;
  std::size_t count_ = 0;
  // By length: in small letters, and as they are.
  std::map<std::size_t, std::unordered_set<std::string>> lower_, exact_;
};

}  // namespace fdr::test
