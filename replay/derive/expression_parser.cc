// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Operator precedence with an explicit stack instead of recursion.  The stack holds unfinished
// parts; a word that does not fit is reported by the innermost of them.

#include "fdr/replay/derive/expression_parser.h"

#include <utility>

#include "fdr/replay/derive/constant_parser.h"
#include "fdr/replay/derive/functions.h"
#include "fdr/replay/derive/operators.h"
#include "fdr/replay/derive/quantity.h"
#include "fdr/replay/derive/unfinished_parts.h"
#include "fdr/replay/derive/words.h"
#include "fdr/replay/pattern/text_pattern.h"
#include "fdr/replay/units/units_parser.h"

namespace fdr {
namespace {

using Status = tl::expected<void, SyntaxError>;

constexpr const char* kValue = "something else: novalue() is a whole branch of '? :'";

// Whether this word ends a name.
bool MayFollowName(TokenKind kind) {
  return kind == TokenKind::kEnd || kind == TokenKind::kQuestion || kind == TokenKind::kColon ||
         kind == TokenKind::kOpen || kind == TokenKind::kClose || kind == TokenKind::kComma ||
         FindOperator(kind) != nullptr;
}

Node NodeOf(Op op) {
  Node node;
  node.op = op;
  return node;
}

Node NameNode(Op op, Token name) {
  Node node = NodeOf(op);
  node.text = std::move(name.text);
  return node;
}

class Parser {
 public:
  Parser(std::string_view text, DeriveRules rules) : words_(text, rules) {
    expression_.text = text;
    waiting_.emplace_back();
  }

  tl::expected<Expression, SyntaxError> Parse() {
    while (!done_)
      if (Status step = wants_operand_ ? TakeOperand() : TakeOperator(); !step)
        return tl::unexpected(std::move(step.error()));
    return std::move(expression_);
  }

 private:
  Status TakeOperand();
  Status TakeName();
  Status TakeFunction();
  Status TakeMetricOf(const Function& function);
  Status TakeDefined();
  Status TakeFilter();
  Status TakeNoValue();

  Status TakeOperator();
  Status TakeColon();
  Status TakeComma();
  Status TakeClose();

  Status Misfit() const {
    return words_.Fail(InnermostComplaint(), Expected(waiting_.back(), wants_operand_));
  }
  std::string InnermostComplaint() const;
  Status MisfitAtStart();
  Status MisfitBehindAll();

  void WaitFor(Waiting::Kind kind, Node node = {});
  void Complete(int level);
  void Add(Node node, std::size_t operand_count);
  Status AddLeaf(tl::expected<Node, SyntaxError> leaf);

  Words words_;
  Expression expression_;
  std::vector<Waiting> waiting_;
  bool wants_operand_ = true;
  bool takes_instance_ = false;  // [...] may follow
  bool done_ = false;
};

// Appends a node; its operands are the subexpressions completed last.
void Parser::Add(Node node, std::size_t operand_count) {
  node.first = static_cast<std::uint32_t>(expression_.nodes.size());
  for (std::size_t i = operand_count; i-- > 0;) {
    node.operands[i] = node.first - 1;
    node.first = expression_.nodes[node.operands[i]].first;
  }
  expression_.nodes.push_back(std::move(node));
  wants_operand_ = false;
  takes_instance_ = false;
}

Status Parser::AddLeaf(tl::expected<Node, SyntaxError> leaf) {
  if (!leaf) {
    if (leaf.error().text.empty()) leaf.error().text = InnermostComplaint();
    return tl::unexpected(std::move(leaf.error()));
  }
  Add(std::move(*leaf), 0);
  return {};
}

void Parser::WaitFor(Waiting::Kind kind, Node node) {
  waiting_.push_back({kind, std::move(node)});
  wants_operand_ = true;
}

// Completes the waiting parts that bind at least this tightly: their last operand is there.
void Parser::Complete(int level) {
  while (LevelOf(waiting_.back()) >= level) {
    Waiting ended = std::move(waiting_.back());
    waiting_.pop_back();
    Add(std::move(ended.node), OperandsOf(ended));
  }
}

Status Parser::TakeOperand() {
  switch (words_.current().kind) {
    case TokenKind::kInteger:
    case TokenKind::kReal:
      return AddLeaf(ParseQuantity(words_));
    case TokenKind::kName:
      return TakeName();
    case TokenKind::kFunction:
      return TakeFunction();
    case TokenKind::kOpen:
      words_.Take();
      WaitFor(Waiting::kOpen);
      return {};
    case TokenKind::kMinus:
    case TokenKind::kNot:
      WaitFor(Waiting::kPrefix,
              NodeOf(words_.Take().kind == TokenKind::kMinus ? Op::kNegate : Op::kNot));
      return {};
    default:
      return waiting_.size() == 1 ? MisfitAtStart() : Misfit();
  }
}

Status Parser::TakeName() {
  Add(NameNode(Op::kMetric, words_.Take()), 0);
  takes_instance_ = true;
  if (words_.Is(TokenKind::kInstance) || MayFollowName(words_.current().kind)) return {};
  return words_.Fail("Arithmetic or relational or boolean operator expected to follow NAME", "");
}

Status Parser::TakeFunction() {
  const Function& function = *FindFunction(words_.current().text, words_.rules());
  if (function.op == Op::kMatch) return TakeFilter();
  if (function.op == Op::kNoValue) return TakeNoValue();
  words_.Take();
  switch (function.op) {
    case Op::kConstant:
      return AddLeaf(ParseConstant(words_));
    case Op::kAnon:
      return AddLeaf(ParseAnonymous(words_));
    case Op::kDefined:
      return TakeDefined();
    default:
      break;
  }
  if (function.argument == Argument::kMetric) return TakeMetricOf(function);
  WaitFor(Waiting::kFunction, NodeOf(function.op));
  return {};
}

// Takes "NAME)".
Status Parser::TakeMetricOf(const Function& function) {
  const auto wrong = [&] {
    return words_.Fail("Metric name expected to follow " + std::string(function.name) + "(",
                       words_.Is(TokenKind::kName) ? "" : "the name of a metric, and ')'");
  };
  if (!words_.Is(TokenKind::kName)) return wrong();
  Token name = words_.Take();
  if (!words_.Is(TokenKind::kClose)) return wrong();
  words_.Take();
  Add(NameNode(Op::kMetric, std::move(name)), 0);
  Add(NodeOf(function.op), 1);
  return {};
}

Status Parser::TakeDefined() {
  const auto wrong = [&] {
    return words_.Fail(InnermostComplaint(), "the name of a metric, and ')'");
  };
  if (!words_.Is(TokenKind::kName)) return wrong();
  Token name = words_.Take();
  if (!words_.Is(TokenKind::kClose)) return wrong();
  words_.Take();
  Add(NameNode(Op::kDefined, std::move(name)), 0);
  return {};
}

// Takes "matchinst(!/.../,".
Status Parser::TakeFilter() {
  constexpr const char* kFilter = "a pattern between slashes, perhaps behind '!'";
  words_.TakeBefore(true);
  Node node = NodeOf(Op::kMatch);
  node.inverted = words_.TakeIf(TokenKind::kNot);
  if (!words_.Is(TokenKind::kPattern))
    return words_.Fail("<filter>, <expr>) expected to follow matchinst(", kFilter);
  auto pattern = TextPattern::Posix(words_.current().text);
  if (!pattern) return words_.Fail("bad regular expression: '" + pattern.error().what + "'", "");
  node.pattern = std::make_shared<const TextPattern>(std::move(*pattern));
  // Version 6 also takes a slash in the second argument as the start of a pattern.
  words_.TakeBefore(words_.rules() == DeriveRules::kPcp6);
  if (!words_.Is(TokenKind::kComma))
    return words_.Fail(", <expr>) expected to follow matchinst(<filter>", "','");
  words_.Take();
  WaitFor(Waiting::kFunction, std::move(node));
  return {};
}

// novalue() must be a whole branch, and no part of an expression.
Status Parser::TakeNoValue() {
  const Waiting::Kind kind = waiting_.back().kind;
  if (kind != Waiting::kQuestion && kind != Waiting::kColon)
    return words_.Fail(InnermostComplaint(), kValue);
  if (kind == Waiting::kColon && expression_.nodes.back().op == Op::kNoValue)
    return words_.Fail("novalue() may appear at most once in a ternary expression", "");
  words_.Take();
  return AddLeaf(ParseNoValue(words_));
}

Status Parser::TakeOperator() {
  const TokenKind kind = words_.current().kind;
  if (kind == TokenKind::kInstance && takes_instance_) {
    Node node = NodeOf(Op::kInstance);
    node.text = words_.Take().text;
    Add(std::move(node), 1);
    return {};
  }
  if (const Operator* const found = FindOperator(kind)) {
    if (expression_.nodes.back().op == Op::kNoValue)
      return words_.Fail(InnermostComplaint(), "':' or the end behind novalue()");
    Complete(found->level);
    words_.Take();
    WaitFor(Waiting::kBinary, NodeOf(found->op));
    return {};
  }
  Complete(kTernaryLevel);  // no operator can follow any of the words below
  switch (kind) {
    case TokenKind::kQuestion:
      words_.Take();
      WaitFor(Waiting::kQuestion);
      return {};
    case TokenKind::kColon:
      return TakeColon();
    case TokenKind::kComma:
      return TakeComma();
    case TokenKind::kClose:
      return TakeClose();
    case TokenKind::kEnd:
      if (waiting_.size() > 1) return Misfit();
      done_ = true;
      return {};
    default:
      return waiting_.size() > 1 ? Misfit() : MisfitBehindAll();
  }
}

Status Parser::TakeColon() {
  if (waiting_.back().kind != Waiting::kQuestion) return Misfit();
  words_.Take();
  waiting_.pop_back();
  WaitFor(Waiting::kColon, NodeOf(Op::kTernary));
  return {};
}

// After the first argument of rescale().
Status Parser::TakeComma() {
  Waiting& waiting = waiting_.back();
  if (waiting.kind != Waiting::kFunction || waiting.node.op != Op::kRescale) return Misfit();
  words_.Take();
  waiting.kind = Waiting::kUnits;
  if (!words_.Is(TokenKind::kString)) return Misfit();
  waiting.node.text = words_.Take().text;
  if (!words_.Is(TokenKind::kClose)) return Misfit();
  const auto units = ParseUnits(waiting.node.text);
  if (!units) return words_.Fail("Illegal units: '" + std::string(units.error()) + "'", "");
  waiting.node.tags.units = units->units;
  return TakeClose();
}

Status Parser::TakeClose() {
  const Waiting::Kind kind = waiting_.back().kind;
  const bool is_half = kind == Waiting::kFunction && waiting_.back().node.op == Op::kRescale;
  if (kind == Waiting::kAll) return MisfitBehindAll();
  if (kind == Waiting::kQuestion || is_half) return Misfit();
  Waiting closed = std::move(waiting_.back());
  waiting_.pop_back();
  if (kind == Waiting::kOpen) {
    words_.Take();
    takes_instance_ = true;
    return {};
  }
  if (closed.node.op == Op::kMatch)
    words_.TakeBefore(false);
  else
    words_.Take();
  Add(std::move(closed.node), 1);
  return {};
}

// An opening parenthesis reports the error only if it is the outermost part.
std::string Parser::InnermostComplaint() const {
  std::size_t i = waiting_.size() - 1;
  while (i > 1 && waiting_[i].kind == Waiting::kOpen) --i;
  return Complaint(waiting_[i]);
}

// PCP reports a word that cannot begin an expression only at the next word.
Status Parser::MisfitAtStart() {
  const TokenKind kind = words_.current().kind;
  const bool is_operator = FindOperator(kind) != nullptr || kind == TokenKind::kClose ||
                           kind == TokenKind::kQuestion || kind == TokenKind::kColon;
  if (!is_operator) return Misfit();
  const std::string text = words_.Take().text;
  return words_.Fail("Unexpected initial '" + text + "'", Expected(waiting_.back(), true));
}

Status Parser::MisfitBehindAll() {
  const TokenKind kind = words_.current().kind;
  if (kind != TokenKind::kOpen && kind != TokenKind::kClose) return Misfit();
  const std::string text = words_.Take().text;
  return words_.Fail("Unexpected '" + text + "'", "");
}

}  // namespace

tl::expected<Expression, SyntaxError> ParseExpression(std::string_view text, DeriveRules rules) {
  return Parser(text, rules).Parse();
}

}  // namespace fdr
