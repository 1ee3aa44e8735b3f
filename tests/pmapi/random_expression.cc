// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/pmapi/random_expression.h"

#include <gtest/gtest.h>

#include "fdr/replay/derive/expression_parser.h"

namespace fdr::test {
namespace {

constexpr int kDepth = 4;
constexpr int kTries = 6;  // to find an expression that makes sense

}  // namespace

RandomExpressions::RandomExpressions(Context& context, const std::vector<std::string>& names,
                                     bool some_are_full, std::uint64_t seed) {
  dice_.Seed(seed);
  for (const std::string& name : names) {
    const Result<MetricId> id = context.Find(name);
    const Result<Desc> desc = id ? context.DescOf(*id) : Result<Desc>(Fail(id.error()));
    if (!desc) {
      ADD_FAILURE() << name << ": " << desc.error().Message();
      continue;
    }
    operands_.push_back({name, *desc, some_are_full && name.starts_with("full.")});
    facts_[name] = {true, false, *desc};
  }
}

// Whether the part makes sense.  Sets its descriptor then.
bool RandomExpressions::Settle(Part& part) const {
  const auto parsed = ParseExpression(part.text, DeriveRules::kPcp6);
  if (!parsed) return false;
  const auto bound = BindExpression(*parsed, facts_, DeriveRules::kPcp6);
  if (!bound) return false;
  part.desc = bound->desc();
  return true;
}

std::string RandomExpressions::Draw() {
  for (;;) {
    Part part = DrawPart(static_cast<int>(1 + dice_.Below(kDepth)));
    if (part.has_metric) return part.text;
  }
}

// Now and then, draws a part that makes no sense.
RandomExpressions::Part RandomExpressions::DrawPart(int depth) {
  Part part;
  for (int i = 0; i < kTries; ++i) {
    const std::uint64_t way = depth <= 0 ? 0 : dice_.Below(12);
    if (way < 2)
      part = DrawLeaf();
    else if (way < 7)
      part = DrawBinary(depth);
    else if (way < 8)
      part = DrawUnary(depth);
    else if (way < 9)
      part = DrawTernary(depth);
    else
      part = DrawFunction(depth);
    if (Settle(part)) break;
  }
  return part;
}

RandomExpressions::Part RandomExpressions::DrawLeaf() {
  const std::uint64_t way = dice_.Below(10);
  if (way < 2) return DrawNumber();
  if (way < 5) return DrawMetric();
  return way < 7 ? DrawAggregate() : DrawChange();
}

RandomExpressions::Part RandomExpressions::DrawNumber() {
  static const std::vector<std::string> kNumbers = {
      "0",
      "1",
      "2",
      "10",
      "4294967295",
      "0.5",
      "2.25",
      ".",
      "1000000.",
      "mkconst(3, type=32)",
      "mkconst(7, type=u64, semantics=instant)",
      "mkconst(2.5, type=float, units=\"Kbyte\")",
      "mkconst(100, units=sec)",
      "mkconst(1, semantics=counter)",
      "mkconst(12, type=double, units=\"count / min\")"};
  return {dice_.Pick(kNumbers), {}, true, false, true};
}

RandomExpressions::Part RandomExpressions::DrawMetric() {
  const Operand& operand = dice_.Pick(operands_);
  if (operand.desc.type == Type::kString && !dice_.OneIn(8)) return DrawNumber();
  Part part{operand.name, operand.desc, operand.is_full, true};
  static const std::vector<std::string> kInstances = {"[eth0]", "[lo]", "[blue]", "[nobody]"};
  if (!operand.desc.indom.IsNull() && dice_.OneIn(8)) {
    part.text += dice_.Pick(kInstances);
    part.is_full = false;
  }
  return part;
}

// The peer makes up a minimum and a maximum if there are no values.
RandomExpressions::Part RandomExpressions::DrawAggregate() {
  const Operand& operand = dice_.Pick(operands_);
  static const std::vector<std::string> kAny = {"sum", "avg", "count"};
  static const std::vector<std::string> kFull = {"min", "max"};
  const std::string& function = dice_.Pick(operand.is_full && dice_.OneIn(2) ? kFull : kAny);
  return {function + "(" + operand.name + ")", {}, operand.is_full, true};
}

RandomExpressions::Part RandomExpressions::DrawChange() {
  static const std::vector<std::string> kFunctions = {"delta", "rate", "instant"};
  return {dice_.Pick(kFunctions) + "(" + dice_.Pick(operands_).name + ")", {}, false, true};
}

// The peer's result of ! has only 32 bits.
RandomExpressions::Part RandomExpressions::DrawUnary(int depth) {
  Part part = DrawPart(depth - 1);
  const bool is_word = part.desc.type == Type::k32 || part.desc.type == Type::kU32;
  if (is_word && dice_.OneIn(2))
    part.text = "(!(" + part.text + "))";
  else
    part.text = "-(" + part.text + ")";
  part.is_constant = false;
  return part;
}

RandomExpressions::Part RandomExpressions::DrawBinary(int depth) {
  static const std::vector<std::string> kOperators = {"+", "-", "*",  "/",  "+",  "-",  "*",  "/",
                                                      "<", ">", "<=", ">=", "==", "!=", "&&", "||"};
  const Part left = DrawPart(depth - 1), right = DrawPart(depth - 1);
  const std::string open = dice_.OneIn(2) ? "(" : "", close = open.empty() ? "" : ")";
  return {open + left.text + " " + dice_.Pick(kOperators) + " " + right.text + close,
          {},
          left.is_full && right.is_full,
          left.has_metric || right.has_metric};
}

// If the instances differ, the peer chooses values by their order.  Texts kill the peer.
bool RandomExpressions::IsSafeTernary(const Part& guard, const Part& yes, const Part& no) const {
  if (yes.desc.type == Type::kString || no.desc.type == Type::kString) return false;
  const auto is_set = [](const Part& part) { return !part.desc.indom.IsNull(); };
  const int sets = is_set(guard) + is_set(yes) + is_set(no);
  return sets < 2 || ((guard.is_full || !is_set(guard)) && (yes.is_full || !is_set(yes)) &&
                      (no.is_full || !is_set(no)));
}

RandomExpressions::Part RandomExpressions::DrawTernary(int depth) {
  const Part guard = DrawPart(depth - 1), yes = DrawPart(depth - 1);
  const Part no = dice_.OneIn(3) ? yes : DrawPart(depth - 1);
  if (!IsSafeTernary(guard, yes, no)) return yes;
  return {"((" + guard.text + ") ? " + yes.text + " : " + no.text + ")",
          {},
          guard.is_full && yes.is_full && no.is_full,
          guard.has_metric || yes.has_metric || no.has_metric};
}

// scalar() without values kills the peer, and so does matchinst() of texts.
RandomExpressions::Part RandomExpressions::DrawFunction(int depth) {
  static const std::vector<std::string> kUnits = {"Mbyte", "byte", "hour",         "microsec",
                                                  "count", "",     "count x 10^2", "byte / min"};
  static const std::vector<std::string> kFilters = {"/eth/", "!/^(lo)|(x)/", "/sky/", "//",
                                                    "/part one/"};
  Part part = DrawPart(depth - 1);
  part.is_constant = false;
  if (part.desc.type == Type::kString) return part;
  switch (dice_.Below(3)) {
    case 0:
      part.text = "rescale(" + part.text + ", \"" + dice_.Pick(kUnits) + "\")";
      break;
    case 1:
      if (part.is_full && part.has_metric) part.text = "scalar(" + part.text + ")";
      break;
    default:
      // A slash behind the pattern would begin another pattern.
      if (part.text.find('/') != std::string::npos) break;
      part.text = "matchinst(" + dice_.Pick(kFilters) + ", " + part.text + ")";
      part.is_full = false;
  }
  return part;
}

}  // namespace fdr::test
