// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a client calls a host, and how it wants an archive to be played.

#include <algorithm>
#include <cmath>
#include <string>

#include "fdr/replay/serve/catalog/host_names.h"
#include "fdr/replay/serve/catalog/tape_words.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

// Views point into the text.
void RequirePart(std::string_view part, std::string_view text) {
  Require(part.empty() || (part.data() >= text.data() &&
                           part.data() + part.size() <= text.data() + text.size()),
          "a part is of the text");
}

void Check(std::string_view text) {
  const ClientHost client = ParseClientHost(text, "db1");
  RequirePart(client.name, text);
  RequirePart(client.attributes, text);
  Require(client.kind != ClientHost::Kind::kArchive || text.starts_with("archive:"),
          "an archive is called one");
  if (const auto wish = ParseTapeWish(client.attributes)) {
    Require(std::isfinite(wish->rate), "a rate is a number");
    Require(!wish->start || wish->start->size() <= text.size(), "a time does not grow");
  }
  if (client.kind != ClientHost::Kind::kOther) return;
  const auto host = HostSpec::Parse(client.name);
  if (!host) return;
  Require(!IsAllowedHost(*host, {}), "without globs, no host is allowed");
  if (IsAllowedHost(*host, {"*"}))
    Require(std::ranges::all_of(host->ports, [](std::uint16_t port) { return port == 44321; }),
            "a glob allows the usual port alone");
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fdr::fuzz::Check(fdr::AsText(fdr::fuzz::Input(data, size)));
  return 0;
}
