// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/http_tokens.h"

#include <openssl/evp.h>

#include <algorithm>
#include <charconv>

#include "fdr/replay/serve/http/internal/header_words.h"

namespace fdr {
namespace {

constexpr std::string_view kDigestMark = "sha256:";
constexpr std::size_t kMostAuthorization = 4096;

std::optional<HttpRole> RoleNamed(std::string_view name) {
  if (name == "read") return HttpRole::kRead;
  if (name == "store") return HttpRole::kStore;
  if (name == "admin") return HttpRole::kAdmin;
  return std::nullopt;
}

std::optional<Sha256Digest> DigestFromHex(std::string_view hex) {
  Sha256Digest digest{};
  if (hex.size() != 2 * digest.size()) return std::nullopt;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    const char* const byte = hex.data() + 2 * i;
    if (std::from_chars(byte, byte + 2, digest[i], 16).ptr != byte + 2) return std::nullopt;
  }
  return digest;
}

// "" if it is none.
std::string FromBase64(std::string_view text) {
  if (text.size() % 4 != 0 || text.size() > kMostAuthorization) return {};
  std::string decoded(text.size() / 4 * 3, '\0');
  const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(decoded.data()),
                                   reinterpret_cast<const unsigned char*>(text.data()),
                                   static_cast<int>(text.size()));
  if (size < 0) return {};
  const auto padding = std::min<std::size_t>(text.size() - text.find_last_not_of('=') - 1, 2);
  decoded.resize(static_cast<std::size_t>(size) - padding);
  return decoded;
}

Result<void> AddLine(std::string_view line, HttpTokens& tokens) {
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  const std::optional<HttpRole> role = RoleNamed(line.substr(0, end));
  if (!role) return Fail(Errc::kInvalidArgument, "a line begins with read, store or admin");
  const std::string_view token = Trimmed(line.substr(end));
  if (token.starts_with(kDigestMark)) {
    const auto digest = DigestFromHex(token.substr(kDigestMark.size()));
    if (!digest) return Fail(Errc::kInvalidArgument, "a digest has 64 hexadecimal digits");
    tokens.Add(*role, *digest);
    return {};
  }
  if (token.size() < HttpTokens::kLeastLength || token.find_first_of(" \t") != token.npos)
    return Fail(Errc::kInvalidArgument, "a token has at least " +
                                            std::to_string(HttpTokens::kLeastLength) +
                                            " characters, and no blanks");
  tokens.Add(*role, Sha256(token));
  return {};
}

}  // namespace

Result<HttpTokens> HttpTokens::Parse(std::string_view text, const std::string& file) {
  HttpTokens tokens;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    line = Trimmed(line);
    if (line.empty() || line.starts_with('#')) continue;
    if (const Result<void> added = AddLine(line, tokens); !added)
      return Fail(Errc::kInvalidArgument,
                  "line " + std::to_string(number) + ": " + added.error().what, file);
  }
  if (tokens.empty()) return Fail(Errc::kInvalidArgument, "there is no token", file);
  return tokens;
}

std::optional<HttpRole> HttpTokens::RoleOf(std::string_view token) const {
  const Sha256Digest digest = Sha256(token);
  std::optional<HttpRole> role;
  for (const auto& [one, known] : all_)
    if (IsSameSecret(known, digest)) role = std::max(role.value_or(one), one);
  return role;
}

std::string TokenOf(std::string_view authorization) {
  const std::size_t end = std::min(authorization.find(' '), authorization.size());
  const std::string_view value = Trimmed(authorization.substr(end));
  const std::string_view scheme = authorization.substr(0, end);
  if (IsSameWord(scheme, "Bearer")) return std::string(value);
  if (!IsSameWord(scheme, "Basic")) return {};
  const std::string pair = FromBase64(value);
  const std::size_t colon = pair.find(':');
  return colon == std::string::npos ? std::string() : pair.substr(colon + 1);
}

}  // namespace fdr
