// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string_view>

#include "fdr/replay/copy/extract_specs.h"
#include "fdr/tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fdr;
  const std::string_view text = AsText(fuzz::Input(data, size));
  const std::size_t lines = 1 + static_cast<std::size_t>(std::ranges::count(text, '\n'));
  std::size_t words = 0;
  const auto read = ReadExtractSpecs(text, [&](const ExtractSpec& spec) {
    words += 1 + spec.instances.size();
    fuzz::Require(!spec.metric.empty(), "a metric has a name");
    fuzz::Require(spec.own_line <= spec.line && spec.line <= lines, "lines are those of the text");
  });
  fuzz::Require(words <= text.size(), "what comes out is in the text");
  if (!read)
    fuzz::Require(read.error().offset >= 1 && read.error().offset <= lines, "an error has a line");
  return 0;
}
