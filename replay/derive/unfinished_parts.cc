// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/unfinished_parts.h"

#include <string_view>

#include "fdr/replay/derive/functions.h"
#include "fdr/replay/derive/operators.h"

namespace fdr {
namespace {

std::string Follow(std::string_view what, std::string_view place) {
  return std::string(what).append(" expected to follow ").append(place);
}

std::string ComplaintOfFunction(Op op) {
  switch (op) {
    case Op::kMatch:
      return Follow("<expr>)", "matchinst(<filter>,");
    case Op::kInstant:
      return Follow("Metric name", "instant(");
    case Op::kRescale:
      return Follow("Arithmetic or relational or boolean operator", "rescale(");
    default:
      return Follow("<expr>", FindFunction(op)->name) + "(";
  }
}

}  // namespace

int LevelOf(const Waiting& waiting) {
  switch (waiting.kind) {
    case Waiting::kColon:
      return kTernaryLevel;
    case Waiting::kPrefix:
      return waiting.node.op == Op::kNot ? kNotLevel : kNegateLevel;
    case Waiting::kBinary:
      return FindOperator(waiting.node.op)->level;
    default:
      return 0;
  }
}

std::size_t OperandsOf(const Waiting& waiting) {
  if (waiting.kind == Waiting::kColon) return 3;
  return waiting.kind == Waiting::kBinary ? 2 : 1;
}

std::string Complaint(const Waiting& waiting) {
  constexpr std::string_view kNumber = "Arithmetic expression", kTruth = "Boolean expression";
  const Op op = waiting.node.op;
  switch (waiting.kind) {
    case Waiting::kAll:
      return "";
    case Waiting::kPrefix:
      return op == Op::kNot ? Follow(kTruth, "NOT") : Follow(kNumber, "NEG");
    case Waiting::kBinary:
      return Follow(IsBoolean(op) ? kTruth : kNumber, FindOperator(op)->name);
    case Waiting::kQuestion:
      return Follow(kNumber, "QUEST");
    case Waiting::kColon:
      return Follow(kNumber, "COLON");
    case Waiting::kOpen:
      return "Unexpected initial '('";
    case Waiting::kFunction:
      return ComplaintOfFunction(op);
    case Waiting::kUnits:
      return Follow("Units string", "rescale(<expr>,");
  }
  return "";  // not reached: all kinds are handled
}

std::string Expected(const Waiting& waiting, bool wants_operand) {
  if (waiting.kind == Waiting::kUnits) return "units in quotes, and ')'";
  if (wants_operand) return "a metric, a number, a function or '('";
  switch (waiting.kind) {
    case Waiting::kQuestion:
      return "an operator or ':'";
    case Waiting::kOpen:
      return "an operator or ')'";
    case Waiting::kFunction:
      return waiting.node.op == Op::kRescale ? "an operator or ','" : "an operator or ')'";
    default:
      return "an operator or the end";
  }
}

}  // namespace fdr
