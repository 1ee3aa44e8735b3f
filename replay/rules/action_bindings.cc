// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/action_bindings.h"

#include "fdr/replay/rules/rule_value_text.h"
#include "fdr/replay/rules/syslog_options.h"
#include "fdr/replay/text/utf8.h"

namespace fdr {
namespace {

// Looks for bindings in the nodes of a rule.
class Finder {
 public:
  explicit Finder(const RuleEvaluator& evaluator)
      : evaluator_(evaluator), rule_(evaluator.rule()), nodes_(rule_.rule.nodes) {}

  RuleBindings Find(std::uint32_t condition) const;

 private:
  bool HasInstances(std::uint32_t node) const { return rule_.nodes[node].shape.instances >= 0; }
  std::uint32_t FirstWithMetric(std::uint32_t node) const;
  std::uint32_t Deciding(std::uint32_t condition) const;
  std::uint32_t ValueOf(std::uint32_t node) const;
  std::optional<std::uint32_t> ExtremeOf(std::uint32_t node) const;
  void BindTrue(std::uint32_t deciding, RuleBindings& bindings) const;
  void BindExtreme(std::uint32_t extreme, RuleBindings& bindings) const;

  const RuleEvaluator& evaluator_;
  const BoundRule& rule_;
  const std::vector<RuleNode>& nodes_;
};

std::uint32_t Finder::FirstWithMetric(std::uint32_t node) const {
  const RuleNode& op = nodes_[node];
  return HasTwoOperands(op.op) && !rule_.nodes[op.left].has_metric ? op.right : op.left;
}

// The first truths, from the whole to its parts, that are about instances; or a comparison.
std::uint32_t Finder::Deciding(std::uint32_t condition) const {
  std::uint32_t node = condition;
  while (!HasInstances(node) && !IsRelation(nodes_[node].op)) node = FirstWithMetric(node);
  return node;
}

// The numbers or texts that truths are about.
std::uint32_t Finder::ValueOf(std::uint32_t node) const {
  while (IsTruth(nodes_[node].op)) node = rule_.nodes[node].shaped_by;
  return node;
}

// max_inst and min_inst are about one instance.
std::optional<std::uint32_t> Finder::ExtremeOf(std::uint32_t node) const {
  while (nodes_[node].op >= RuleOp::kNegate) {
    const RuleNode& op = nodes_[node];
    if (op.op == RuleOp::kMinimum || op.op == RuleOp::kMaximum) {
      if (op.over == RuleDimension::kInstances) return node;
      return std::nullopt;
    }
    if (op.op != RuleOp::kNegate && !HasTwoOperands(op.op)) return std::nullopt;
    node = FirstWithMetric(node);
  }
  return std::nullopt;
}

void Finder::BindTrue(std::uint32_t deciding, RuleBindings& bindings) const {
  const std::uint32_t value = ValueOf(deciding);
  const RuleRing& ring = evaluator_.ring(deciding);
  const std::size_t count = ring.is_valid() ? ring.newest().size() : 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (ring.newest().TruthAt(i) != Truth::kTrue) continue;
    const std::size_t place = evaluator_.CountOf(value) > 1 ? i : 0;
    bindings.all.push_back(
        {evaluator_.InstanceOf(deciding, i), RuleValueText(evaluator_, value, place)});
  }
}

void Finder::BindExtreme(std::uint32_t extreme, RuleBindings& bindings) const {
  const std::uint32_t of = nodes_[extreme].left;
  const RuleRing &ring = evaluator_.ring(extreme), &values = evaluator_.ring(of);
  if (!ring.is_valid() || !values.is_valid()) return;
  for (std::size_t i = 0; i < values.newest().size(); ++i) {
    if (values.newest().numbers[i] != ring.newest().numbers[0]) continue;
    bindings.all.push_back({evaluator_.InstanceOf(of, i), RuleValueText(evaluator_, of, i)});
    return;
  }
}

RuleBindings Finder::Find(std::uint32_t condition) const {
  RuleBindings bindings;
  bindings.has_metric = rule_.nodes[condition].has_metric;
  if (!bindings.has_metric) {
    bindings.all.push_back({std::nullopt, "true"});
    return bindings;
  }
  const std::uint32_t deciding = Deciding(condition);
  if (HasInstances(deciding)) {
    BindTrue(deciding, bindings);
    return bindings;
  }
  const std::uint32_t value = FirstWithMetric(deciding);
  if (const auto extreme = ExtremeOf(value))
    BindExtreme(*extreme, bindings);
  else
    bindings.all.push_back({std::nullopt, RuleValueText(evaluator_, value, 0)});
  return bindings;
}

bool IsFull(const std::string& text) { return text.size() >= kLongestActionText; }

// Not within a character.
void CutToLongest(std::string& text) {
  if (text.size() <= kLongestActionText) return;
  std::size_t end = kLongestActionText;
  while (end > 0 && ContinuesCharacter(text[end])) --end;
  text.resize(end);
}

bool HasSelector(const std::string& text) {
  for (const char* selector : {"%h", "%c", "%i", "%v"})
    if (text.find(selector) != text.npos) return true;
  return false;
}

// Replaces the selectors; "%d" and "%%" are what they are.
void AppendSelected(const std::string& text, const RuleBinding& binding, bool has_metric,
                    const RuleOrigin& origin, std::string& out) {
  for (std::size_t i = 0; i < text.size() && !IsFull(out); ++i) {
    const char selector = text[i] == '%' && i + 1 < text.size() ? text[i + 1] : '\0';
    if (selector == 'v')
      out += binding.value;
    else if (selector == 'i')
      out += binding.instance.value_or("<%i undefined>");
    else if (selector == 'h')
      out += has_metric ? origin.host : "<%h undefined>";
    else if (selector == 'c')
      out += has_metric ? origin.connection : "<%c undefined>";
    else {
      out += text[i];
      continue;
    }
    ++i;
  }
}

}  // namespace

RuleBindings FindBindings(const RuleEvaluator& evaluator, std::uint32_t condition) {
  return Finder(evaluator).Find(condition);
}

std::string ActionText(const RuleAction& action, const RuleBindings& bindings,
                       const RuleOrigin& origin) {
  std::string text;
  for (std::size_t i = SyslogOptionsOf(action).arguments;
       i < action.arguments.size() && !IsFull(text); ++i) {
    const std::string& argument = action.arguments[i];
    if (!HasSelector(argument)) {
      text += argument;
      continue;
    }
    for (const RuleBinding& binding : bindings.all) {
      if (IsFull(text)) break;
      AppendSelected(argument, binding, bindings.has_metric, origin, text);
    }
  }
  CutToLongest(text);
  return text;
}

}  // namespace fdr
