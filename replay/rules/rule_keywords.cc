// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_keywords.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace fdr {
namespace {

struct OperatorWord {
  std::string_view word;
  RuleOp op;
};

// With _inst, _host or _sample behind them.
constexpr std::array<OperatorWord, 7> kFolds = {{{"sum", RuleOp::kSum},
                                                 {"avg", RuleOp::kAverage},
                                                 {"min", RuleOp::kMinimum},
                                                 {"max", RuleOp::kMaximum},
                                                 {"count", RuleOp::kCount},
                                                 {"some", RuleOp::kSome},
                                                 {"all", RuleOp::kAll}}};

constexpr std::array<OperatorWord, 6> kPlainOperators = {{{"rising", RuleOp::kRising},
                                                          {"falling", RuleOp::kFalling},
                                                          {"rate", RuleOp::kRate},
                                                          {"instant", RuleOp::kInstant},
                                                          {"match_inst", RuleOp::kMatch},
                                                          {"nomatch_inst", RuleOp::kNoMatch}}};

constexpr std::array<OperatorWord, 12> kSignWords = {{{"-", RuleOp::kNegate},
                                                      {"+", RuleOp::kAdd},
                                                      {"-", RuleOp::kSubtract},
                                                      {"*", RuleOp::kMultiply},
                                                      {"/", RuleOp::kDivide},
                                                      {"==", RuleOp::kEqual},
                                                      {"!=", RuleOp::kNotEqual},
                                                      {"<", RuleOp::kLess},
                                                      {"<=", RuleOp::kLessEqual},
                                                      {">", RuleOp::kGreater},
                                                      {">=", RuleOp::kGreaterEqual},
                                                      {"!", RuleOp::kNot}}};

struct ActionWord {
  std::string_view word;
  RuleActionKind kind;
};

constexpr std::array<ActionWord, 5> kActions = {{{"print", RuleActionKind::kPrint},
                                                 {"shell", RuleActionKind::kShell},
                                                 {"alarm", RuleActionKind::kAlarm},
                                                 {"syslog", RuleActionKind::kSyslog},
                                                 {"stomp", RuleActionKind::kStomp}}};

struct ClauseWord {
  std::string_view word;
  RuleWord kind;
};

constexpr std::array<ClauseWord, 4> kClauses = {{{"ruleset", RuleWord::kRuleset},
                                                 {"else", RuleWord::kElse},
                                                 {"unknown", RuleWord::kUnknown},
                                                 {"otherwise", RuleWord::kOtherwise}}};

struct DimensionWord {
  std::string_view word;
  RuleDimension over;
};

constexpr std::array<DimensionWord, 3> kDimensions = {{{"_inst", RuleDimension::kInstances},
                                                       {"_host", RuleDimension::kHosts},
                                                       {"_sample", RuleDimension::kSamples}}};

template <class Table>
auto FindIn(const Table& table, std::string_view word) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [word](const auto& entry) { return entry.word == word; });
  return found == table.end() ? nullptr : &*found;
}

bool FindFold(RuleToken& token) {
  const std::string_view word = token.text;
  const std::size_t at = word.find('_');
  if (at == word.npos) return false;
  const OperatorWord* const fold = FindIn(kFolds, word.substr(0, at));
  const DimensionWord* const dimension = FindIn(kDimensions, word.substr(at));
  if (fold == nullptr || dimension == nullptr) return false;
  token.word = RuleWord::kOperator;
  token.op = fold->op;
  token.over = dimension->over;
  return true;
}

}  // namespace

void FindKeyword(RuleToken& token) {
  if (FindFold(token)) return;
  if (const OperatorWord* const plain = FindIn(kPlainOperators, token.text)) {
    token.word = RuleWord::kOperator;
    token.op = plain->op;
  } else if (const ActionWord* const action = FindIn(kActions, token.text)) {
    token.word = RuleWord::kAction;
    token.action = action->kind;
  } else if (const ClauseWord* const clause = FindIn(kClauses, token.text)) {
    token.word = clause->kind;
  } else if (const auto unit = FindRuleUnit(token.text)) {
    token.word = RuleWord::kUnit;
    token.unit = *unit;
  }
}

bool FindShare(RuleToken& token) {
  const DimensionWord* const dimension = FindIn(kDimensions, token.text);
  if (dimension == nullptr) return false;
  token.word = RuleWord::kShare;
  token.op = RuleOp::kShare;
  token.over = dimension->over;
  return true;
}

std::string NameOf(RuleOp op, RuleDimension over) {
  const auto has_op = [op](const OperatorWord& entry) { return entry.op == op; };
  if (Folds(op)) {
    const auto fold = std::find_if(kFolds.begin(), kFolds.end(), has_op);
    const auto dimension =
        std::find_if(kDimensions.begin(), kDimensions.end(),
                     [over](const DimensionWord& entry) { return entry.over == over; });
    return std::string(fold == kFolds.end() ? "%" : fold->word).append(dimension->word);
  }
  const auto plain = std::find_if(kPlainOperators.begin(), kPlainOperators.end(), has_op);
  if (plain != kPlainOperators.end()) return std::string(plain->word);
  const auto sign = std::find_if(kSignWords.begin(), kSignWords.end(), has_op);
  if (sign != kSignWords.end()) return std::string(sign->word);
  return op == RuleOp::kAnd ? "&&" : "||";
}

const char* NameOf(RuleActionKind kind) {
  const auto found = std::find_if(kActions.begin(), kActions.end(),
                                  [kind](const ActionWord& entry) { return entry.kind == kind; });
  return found->word.data();
}

}  // namespace fdr
