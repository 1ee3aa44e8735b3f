// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The secret on which all pseudonyms rest: HMAC-SHA-256 with it makes digests of names.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr {

/// A value.  Share it between threads.
class ScrubKey {
 public:
  using Digest = std::array<std::uint8_t, 32>;

  static constexpr std::size_t kFewestBytes = 16;
  static constexpr std::size_t kMostBytes = 64 << 10;

  /// A key from the random numbers of the system.
  static Result<ScrubKey> Random();
  /// All bytes of the file are the key.  kInvalidArgument if another user owns it or has any
  /// rights on it, and if it has fewer than kFewestBytes or more than kMostBytes.
  static Result<ScrubKey> FromFile(const std::string& path);
  /// Writes a random key to a new file that only its owner may read; kExists.
  static Result<ScrubKey> MakeFile(const std::string& path);

  explicit ScrubKey(std::string secret) : secret_(std::move(secret)) {}

  /// Digests for different purposes say nothing of each other.
  Digest Of(std::string_view purpose, std::string_view text) const;
  /// The first eight bytes of that.
  std::uint64_t Number(std::string_view purpose, std::string_view text) const;

 private:
  std::string secret_;
};

}  // namespace fdr
