// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_parser.h"

#include "fdr/tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fdr::AsText(fdr::fuzz::Input(data, size));
  const fdr::RuleText file("file", std::string(text));
  const auto rules = fdr::ParseRules(file);
  if (!rules) {
    fdr::fuzz::Require(rules.error().file.starts_with("file:"), "complaints have a place");
    return 0;
  }
  for (const fdr::ParsedRule& rule : *rules) {
    fdr::fuzz::Require(!rule.nodes.empty(), "a rule has a value");
    for (std::uint32_t i = 0; i < rule.nodes.size(); ++i) {
      const fdr::RuleNode& node = rule.nodes[i];
      if (node.op < fdr::RuleOp::kNegate) continue;
      fdr::fuzz::Require(node.left < i, "operands stand before their operator");
      fdr::fuzz::Require(!HasTwoOperands(node.op) || node.right < i, "so do the right ones");
    }
    for (const fdr::RuleClause& clause : rule.clauses)
      fdr::fuzz::Require(clause.condition < rule.nodes.size(), "a condition is a node");
  }
  return 0;
}
