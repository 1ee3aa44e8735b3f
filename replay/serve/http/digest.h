// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Digests of texts: SHA-1 for the identifiers of series, SHA-256 for secrets.  And new secrets.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr {

using Sha1Digest = std::array<std::uint8_t, 20>;
using Sha256Digest = std::array<std::uint8_t, 32>;

Sha1Digest Sha1(std::string_view text);
Sha256Digest Sha256(std::string_view text);

/// With 40 and 64 digits, in small letters.
std::string Sha1Hex(std::string_view text);
std::string Sha256Hex(std::string_view text);

/// Takes equally long, wherever they differ.
bool IsSameSecret(const Sha256Digest& a, const Sha256Digest& b);

/// 32 random digits, in small letters.  Fails if the system has no random numbers.
Result<std::string> RandomSecret();

}  // namespace fdr
