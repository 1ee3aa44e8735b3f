// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Files of tokens, and the header in which clients show one.

#include "fdr/replay/serve/http/http_tokens.h"

#include "fdr/tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using fdr::fuzz::Require;
  const std::string_view text = fdr::AsText(fdr::fuzz::Input(data, size));
  const std::string token = fdr::TokenOf(text);
  Require(token.size() <= text.size(), "a token does not grow");
  const auto tokens = fdr::HttpTokens::Parse(text, "file");
  if (!tokens) {
    Require(!tokens.error().what.empty(), "a mistake has a message");
    return 0;
  }
  Require(!tokens->empty(), "a file has a token");
  Require(!tokens->RoleOf("short"), "a short token is none");
  return 0;
}
