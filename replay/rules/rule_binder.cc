// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_binder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "fdr/replay/rules/rule_keywords.h"
#include "fdr/replay/rules/rule_ring.h"
#include "fdr/replay/rules/rule_shapes.h"

namespace fdr {
namespace {

constexpr std::int64_t kMostKept = 1 << 29;  // bytes
// Of a sample: itself, and what the memory for its values takes beside them.
constexpr std::int64_t kSampleBytes = sizeof(RuleSample) + 32;
constexpr std::int64_t kValueBytes = sizeof(RuleTextValue);
constexpr double kNanosPerSecondReal = 1e9;

bool IsUsable(Type type) { return IsNumeric(type) || type == Type::kString; }

class Binder {
 public:
  Binder(const RuleText& text, Context& source, std::int64_t delta)
      : text_(text), source_(source), delta_(delta), host_(source.HostName()) {}

  Result<BoundRules> All(std::vector<ParsedRule> rules);

 private:
  // False if the source does not have what the rule needs.
  Result<bool> One(BoundRule& rule);
  Result<bool> BindMetric(const RuleNode& node, BoundRuleNode& bound);
  Result<bool> ChooseInstances(const RuleNode& node, BoundRuleNode& bound);
  Result<void> CheckTypes(const BoundRule& rule, std::uint32_t node);
  Result<void> CheckConditions(const BoundRule& rule);
  Result<void> CheckSize(const BoundRule& rule);
  bool LeaveOut(const RuleNode& node, const std::string& why);
  const std::vector<NamedInstance>& AllOf(InDomId indom);

  const RuleText& text_;
  Context& source_;
  std::int64_t delta_;
  std::string host_;
  std::map<InDomId, std::vector<NamedInstance>> instances_;
  std::vector<std::string> left_out_;
  std::int64_t kept_ = 0;  // bytes
};

// "instant" reaches down to the metrics.
void MarkInstant(const std::vector<RuleNode>& nodes, std::vector<BoundRuleNode>& bound) {
  std::vector<bool> is_instant(nodes.size());
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const RuleNode& node = nodes[i];
    if (node.op == RuleOp::kMetric) {
      if (is_instant[i]) bound[i].is_rate = false;
      continue;
    }
    if (node.op < RuleOp::kNegate || (!is_instant[i] && node.op != RuleOp::kInstant)) continue;
    is_instant[node.left] = true;
    if (HasTwoOperands(node.op)) is_instant[node.right] = true;
  }
}

bool Binder::LeaveOut(const RuleNode& node, const std::string& why) {
  left_out_.push_back(text_.file() + ':' + std::to_string(text_.PlaceOf(node.offset).line) + ": " +
                      why);
  return false;
}

const std::vector<NamedInstance>& Binder::AllOf(InDomId indom) {
  const auto [at, is_new] = instances_.try_emplace(indom);
  if (is_new) at->second = source_.AllInstances(indom).value_or(std::vector<NamedInstance>());
  return at->second;
}

Result<bool> Binder::ChooseInstances(const RuleNode& node, BoundRuleNode& bound) {
  if (bound.desc.indom.IsNull()) {
    bound.shape.instances = 1;
    if (node.metric.instances.empty()) return true;
    return LeaveOut(node, "metric " + node.metric.name + " has no instances");
  }
  const std::vector<NamedInstance>& all = AllOf(bound.desc.indom);
  if (all.empty()) return LeaveOut(node, "metric " + node.metric.name + " has no instances");
  bound.shape.instances = static_cast<std::int32_t>(
      node.metric.instances.empty() ? all.size() : node.metric.instances.size());
  for (const std::string& name : node.metric.instances) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const NamedInstance& instance) {
      const bool is_first_word =
          instance.name.size() > name.size() && instance.name[name.size()] == ' ';
      return instance.name.starts_with(name) &&
             (is_first_word || instance.name.size() == name.size());
    });
    if (found == all.end())
      return LeaveOut(node, "metric " + node.metric.name + " has no instance \"" + name + '"');
    bound.chosen.push_back(*found);
  }
  return true;
}

Result<bool> Binder::BindMetric(const RuleNode& node, BoundRuleNode& bound) {
  const RuleMetric& metric = node.metric;
  for (const std::string& host : metric.hosts)
    if (host != host_)
      return text_.Complain(node.offset, "the source is of host " + host_ + ", not of " + host);
  const Result<MetricId> id = source_.Find(metric.name);
  if (!id) return LeaveOut(node, "there is no metric " + metric.name);
  const Result<Desc> desc = source_.DescOf(*id);
  if (!desc) return LeaveOut(node, "metric " + metric.name + " has no descriptor");
  if (!IsUsable(desc->type))
    return LeaveOut(node, "the values of " + metric.name + " are neither numbers nor texts");
  bound.metric = *id;
  bound.desc = *desc;
  bound.has_metric = true;
  bound.is_text = desc->type == Type::kString;
  bound.is_rate = desc->semantics == Semantics::kCounter && !bound.is_text;
  bound.factor = CanonicalFactor(desc->units);
  bound.shape.hosts = 1;
  bound.shape.samples = static_cast<std::int32_t>(metric.last_sample - metric.first_sample + 1);
  return ChooseInstances(node, bound);
}

// Texts are only compared, and only to texts.
Result<void> Binder::CheckTypes(const BoundRule& rule, std::uint32_t node) {
  const RuleNode& op = rule.rule.nodes[node];
  const bool left = rule.nodes[op.left].is_text;
  const bool right = HasTwoOperands(op.op) && rule.nodes[op.right].is_text;
  if (!left && !right) return {};
  if (op.op != RuleOp::kEqual && op.op != RuleOp::kNotEqual)
    return text_.Complain(op.offset, NameOf(op.op, op.over) + " needs numbers, not texts");
  if (left != right) return text_.Complain(op.offset, "a text is compared to a number");
  return {};
}

Result<void> Binder::CheckConditions(const BoundRule& rule) {
  for (const RuleClause& clause : rule.rule.clauses) {
    if (clause.when != RuleClause::When::kTrue) continue;
    const RuleShape& shape = rule.nodes[clause.condition].shape;
    if (shape.Values() == 1) continue;
    return text_.Complain(rule.rule.nodes[clause.condition].offset,
                          "the condition of a rule is one truth, but this has " +
                              std::to_string(shape.Values()) +
                              " values: some_inst, all_inst, some_sample and the like make one");
  }
  return {};
}

// Samples times instances may be more than any memory has.
Result<void> Binder::CheckSize(const BoundRule& rule) {
  for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
    const BoundRuleNode& node = rule.nodes[i];
    // Samples from earlier times pass all that lies between.
    const std::int64_t samples = std::int64_t{node.ring} + rule.rule.nodes[i].metric.first_sample;
    kept_ += samples * (kSampleBytes + kValueBytes * std::max(node.shape.instances, 1));
    if (kept_ > kMostKept)
      return text_.Complain(rule.rule.nodes[i].offset,
                            "with all rules before, these are too many values to keep");
  }
  return {};
}

Result<bool> Binder::One(BoundRule& rule) {
  const std::vector<RuleNode>& nodes = rule.rule.nodes;
  rule.nodes.resize(nodes.size());
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const RuleNode& node = nodes[i];
    if (node.op == RuleOp::kMetric) {
      const Result<bool> found = BindMetric(node, rule.nodes[i]);
      if (!found || !*found) return found;
    } else if (node.op == RuleOp::kString) {
      rule.nodes[i].is_text = true;
    } else if (node.op >= RuleOp::kNegate) {
      if (const Result<void> checked = CheckTypes(rule, i); !checked) return Fail(checked.error());
      if (const auto misfit = SetShape(nodes, rule.nodes, i))
        return text_.Complain(node.offset, *misfit);
    }
  }
  MarkInstant(nodes, rule.nodes);
  SetRings(nodes, rule.nodes);
  if (const Result<void> checked = CheckConditions(rule); !checked) return Fail(checked.error());
  if (const Result<void> checked = CheckSize(rule); !checked) return Fail(checked.error());
  return true;
}

Result<BoundRules> Binder::All(std::vector<ParsedRule> rules) {
  BoundRules bound;
  std::set<std::string> names;
  std::size_t unnamed = 0;
  for (ParsedRule& parsed : rules) {
    BoundRule rule{.rule = std::move(parsed)};
    const Result<bool> kept = One(rule);
    if (!kept) return Fail(kept.error());
    if (!*kept) continue;
    rule.name = rule.rule.name.empty() ? "expr_" + std::to_string(++unnamed) : rule.rule.name;
    if (!names.insert(rule.name).second)
      return text_.Complain(rule.rule.offset, "there is another rule with the name " + rule.name);
    if (rule.rule.clauses.empty() && rule.rule.root().is_constant) continue;
    rule.delta =
        rule.rule.delta > 0
            ? static_cast<std::int64_t>(std::llround(rule.rule.delta * kNanosPerSecondReal))
            : delta_;
    bound.rules.push_back(std::move(rule));
  }
  bound.left_out = std::move(left_out_);
  return bound;
}

}  // namespace

Result<BoundRules> BindRules(const RuleText& text, std::vector<ParsedRule> rules, Context& source,
                             std::int64_t delta) {
  return Binder(text, source, delta).All(std::move(rules));
}

}  // namespace fdr
