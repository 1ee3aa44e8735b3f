// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/remote_read/remote_labels.h"
#include "fdr/replay/serve/remote_read/snappy_body.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace {

constexpr std::size_t kMost = 1 << 20;

void Decode(std::string_view message) {
  fdr::Result<std::vector<fdr::RemoteQuery>> queries = fdr::DecodeReadRequest(message);
  if (!queries) return;
  for (fdr::RemoteQuery& query : *queries) {
    const auto matchers = fdr::RemoteMatchers::Compile(std::move(query.matchers));
    if (matchers) static_cast<void>(matchers->Choose({{"__name__", "a_b"}, {"instname", "sda"}}));
  }
}

}  // namespace

// The input is a message as it is, and as it is compressed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fdr::AsText(fdr::fuzz::Input(data, size));
  Decode(text);
  const fdr::Result<std::string> content = fdr::FromSnappy(text, kMost);
  if (!content) return 0;
  fdr::fuzz::Require(content->size() <= kMost, "the limit holds");
  std::string compressed;
  fdr::BeginSnappy(content->size(), compressed);
  fdr::AppendSnappy(*content, compressed);
  const auto again = fdr::FromSnappy(compressed, kMost);
  fdr::fuzz::Require(again && *again == *content, "what is compressed comes back");
  Decode(*content);
  return 0;
}
