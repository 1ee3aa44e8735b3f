// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words of a file of rules.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fdr/replay/rules/rule_macros.h"
#include "fdr/replay/rules/rule_tree.h"
#include "fdr/replay/rules/rule_units.h"

namespace fdr {

enum class RuleWord : std::uint8_t {
  kEnd,
  kName,      ///< of a metric, a host or an instance: `text`
  kNumber,    ///< `number`
  kVariable,  ///< $hour and the like
  kString,    ///< `text`, without quotes and escapes
  kUnit,      ///< `unit`
  kOperator,  ///< `op`, with `over` and `fold` where they apply
  kShare,     ///< %_inst and the like: `over`
  kAction,    ///< `action`
  kRuleset,
  kElse,
  kUnknown,
  kOtherwise,
  kArrow,
  kAmpersand,
  kBar,
  kAssign,
  kOpen,
  kClose,
  kSemicolon,
  kColon,
  kHash,
  kAt,
  kDots,
  kCaret,
};

struct RuleToken {
  RuleWord word = RuleWord::kEnd;
  std::size_t offset = 0;  ///< in the file
  std::string text;        ///< as it is written, or the content
  double number = 0;
  bool is_plain = true;  ///< false: a quoted name, which is no keyword, or the number of a macro
  RuleVariable variable = RuleVariable::kMinute;
  RuleUnit unit;
  RuleOp op = RuleOp::kNumber;
  RuleDimension over = RuleDimension::kInstances;
  RuleActionKind action = RuleActionKind::kPrint;
};

}  // namespace fdr
