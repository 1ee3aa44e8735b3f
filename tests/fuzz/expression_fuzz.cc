// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/expression_parser.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace {

void Check(const fdr::Expression& expression, std::size_t size) {
  fdr::fuzz::Require(!expression.nodes.empty(), "an expression is something");
  fdr::fuzz::Require(expression.nodes.size() <= size, "no nodes come from nowhere");
  fdr::fuzz::Require(expression.nodes.back().first == 0, "the last node is all of it");
  for (std::size_t i = 0; i < expression.nodes.size(); ++i)
    fdr::fuzz::Require(expression.nodes[i].first <= i, "operands come first");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fdr::AsText(fdr::fuzz::Input(data, size));
  for (const fdr::DeriveRules rules :
       {fdr::DeriveRules::kNewest, fdr::DeriveRules::kPcp6, fdr::DeriveRules::kQuantities}) {
    const auto parsed = fdr::ParseExpression(text, rules);
    if (parsed)
      Check(*parsed, size);
    else
      fdr::fuzz::Require(parsed.error().offset <= size, "the trouble is in the text");
  }
  return 0;
}
