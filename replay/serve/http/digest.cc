// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/digest.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

namespace fdr {
namespace {

template <class Digest>
Digest DigestOf(std::string_view text, const EVP_MD* kind) {
  Digest digest{};
  EVP_Digest(text.data(), text.size(), digest.data(), nullptr, kind, nullptr);
  return digest;
}

template <class Digest>
std::string InHex(const Digest& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * digest.size());
  for (const std::uint8_t byte : digest) {
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

}  // namespace

Sha1Digest Sha1(std::string_view text) { return DigestOf<Sha1Digest>(text, EVP_sha1()); }
Sha256Digest Sha256(std::string_view text) { return DigestOf<Sha256Digest>(text, EVP_sha256()); }

std::string Sha1Hex(std::string_view text) { return InHex(Sha1(text)); }
std::string Sha256Hex(std::string_view text) { return InHex(Sha256(text)); }

bool IsSameSecret(const Sha256Digest& a, const Sha256Digest& b) {
  return CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

Result<std::string> RandomSecret() {
  std::array<std::uint8_t, 16> secret{};
  if (RAND_bytes(secret.data(), secret.size()) != 1)
    return Fail(Errc::kIo, "the system has no random numbers");
  return InHex(secret);
}

}  // namespace fdr
