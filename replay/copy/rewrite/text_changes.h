// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What rewriting rules do to help texts, which follow their metrics and instance domains.

#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/archive/record/text_record.h"
#include "fdr/replay/copy/rewrite/rule_table.h"

namespace fdr {

/// One thread at a time.
class TextChanges {
 public:
  /// Borrows both.
  TextChanges(const RewriteRules& rules, const RuleTable& table) : rules_(rules), table_(table) {}

  /// The records that come from this one: none, one, or two for a domain that is duplicated.
  /// kInvalidArgument if something would have two texts of a kind.  They borrow from this object
  /// until the next call.
  Result<std::vector<TextRecord>> Change(const TextRecord& record);
  /// Whether the rule is about this text.
  bool Fits(const TextRule& rule, const TextRecord& record) const;

 private:
  std::vector<std::uint32_t> TargetsOf(const TextRecord& record) const;
  Result<void> Claim(TextKind kind, std::uint32_t target, std::uint32_t original);

  const RewriteRules& rules_;
  const RuleTable& table_;
  std::unordered_map<std::uint64_t, std::uint32_t> owners_;  // by kind and new identifier
};

}  // namespace fdr
