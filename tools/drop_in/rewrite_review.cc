// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/rewrite_review.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <set>
#include <utility>

#include "fdr/replay/units/same_dimensions.h"
#include "fdr/replay/values/type_name.h"

namespace fdr::tools {
namespace {

constexpr std::uint32_t kDynamicDomain = 511;

std::string TextOf(const MetricPattern& metric) {
  const auto part = [](const std::optional<std::uint32_t>& number) {
    return number ? std::to_string(*number) : "*";
  };
  return fmt::format("{}.{}.{}", metric.domain, part(metric.cluster), part(metric.item));
}

std::string_view WordOf(MetricClause::Kind kind) {
  constexpr std::array<std::string_view, 8> kWords = {"delete", "name",  "pmid",  "sem",
                                                      "type",   "indom", "units", "value"};
  return kWords[static_cast<std::size_t>(kind)];
}

std::string PeerName(Type type) { return fmt::format("PM_TYPE_{}", TypeName(type)); }

}  // namespace

RewriteReview::RewriteReview(const RewriteRules& rules, const Metadata& metadata,
                             const LabelRecord& label)
    : rules_(rules), metadata_(metadata), label_(label) {
  for (const Desc& desc : metadata_.metrics())
    clusters_[{desc.id.domain(), desc.id.cluster()}].push_back(&desc);
}

std::string RewriteReview::NameOf(MetricId id) const {
  const auto names = metadata_.NamesOf(id);
  return names.empty() ? ToString(id) : std::string(names.back());
}

// Warns if there are none.
std::vector<const Desc*> RewriteReview::MetricsOf(const MetricPattern& metric, ClausePlace place) {
  std::vector<const Desc*> found;
  if (!metric.name.empty()) {
    if (const auto id = metadata_.FindMetric(metric.name))
      found.push_back(metadata_.FindDesc(*id));
    else
      Warn(place, fmt::format("Metric: {}: Unknown metric name", metric.name));
    return found;
  }
  if (metric.domain == kDynamicDomain)
    Warn(place, fmt::format("Dynamic metric domain field ({}) for pmid", kDynamicDomain));
  if (!metric.cluster) {
    for (const Desc& desc : metadata_.metrics())
      if (metric.Matches(desc.id)) found.push_back(&desc);
  } else if (const auto cluster = clusters_.find({metric.domain, *metric.cluster});
             cluster != clusters_.end()) {
    for (const Desc* const desc : cluster->second)
      if (metric.Matches(desc->id)) found.push_back(desc);
  }
  if (found.empty() && metric.cluster && metric.item)
    Warn(place,
         fmt::format("Metric {} pmNameID: Unknown or illegal metric identifier", TextOf(metric)));
  return found;
}

void RewriteReview::ReviewGlobal() {
  const GlobalRules& global = rules_.global;
  const auto same = [this](const std::optional<PlacedText>& text, const LabelText& now,
                           std::string_view what) {
    if (text && text->text == now.view())
      Warn(text->place, fmt::format("Global {} ({}): No change", what, text->text));
  };
  same(global.host, label_.host, "hostname");
  same(global.timezone, label_.timezone, "timezone");
  same(global.zoneinfo, label_.zoneinfo, "zoneinfo");
  if (global.shift && global.shift->first == 0)
    Warn(global.shift->second, "Global time: No change");
  else if (global.shift && std::abs(global.shift->first) < kNanosPerSecond)
    notes_.push_back(
        fmt::format("Note: all times move by {} ns; PCP's pmlogrewrite ignores a shift "
                    "of less than a second",
                    global.shift->first));
}

void RewriteReview::ReviewName(const MetricClause& clause, const Desc& desc) {
  const auto taken = metadata_.FindMetric(clause.name);
  if (taken && *taken != desc.id && !clause.name_may_exist)
    Conflict(clause.place, fmt::format("Metric name {} already assigned for PMID {}", clause.name,
                                       ToString(*taken)));
}

void RewriteReview::ReviewType(const MetricClause& clause, const Desc& desc) {
  if (clause.if_type && *clause.if_type != desc.type)
    Warn(clause.place,
         fmt::format("Metric: {} ({}): type: {}: No conditional change to {}", NameOf(desc.id),
                     ToString(desc.id), PeerName(desc.type), PeerName(clause.type)));
  else if (!IsNumeric(desc.type))
    Conflict(clause.place, fmt::format("Old type ({}) must be numeric", PeerName(desc.type)));
}

void RewriteReview::ReviewInDom(const MetricClause& clause, const Desc& desc) {
  const bool computes = clause.output && clause.output->kind >= OutputChoice::Kind::kMin &&
                        clause.output->kind <= OutputChoice::Kind::kAverage;
  if (computes && !IsNumeric(desc.type))
    Conflict(clause.place,
             fmt::format("OUTPUT option MIN, MAX, AVG or SUM requires type to be numeric, not {}",
                         PeerName(desc.type)));
}

// Says that a clause does nothing, or not all.
void RewriteReview::WarnOfNoChange(const MetricClause& clause, const Desc& desc) {
  if (!on_warning_) return;
  const auto warn = [&](std::string_view what) {
    Warn(clause.place,
         fmt::format("Metric: {} ({}): {}: No change", NameOf(desc.id), ToString(desc.id), what));
  };
  const InDomId indom = clause.indom ? clause.indom->Of(desc.indom) : InDomId{};
  if (clause.kind == Kind::kName && clause.name == NameOf(desc.id)) warn("name");
  if (clause.kind == Kind::kId && clause.id.Of(desc.id) == desc.id) warn("pmid");
  if (clause.kind == Kind::kSemantics && clause.semantics == desc.semantics)
    warn("sem: " + ToString(desc.semantics));
  if (clause.kind == Kind::kType && clause.type == desc.type)
    warn(fmt::format("type: {}", PeerName(desc.type)));
  if (clause.kind == Kind::kInDom && indom == desc.indom)
    warn(fmt::format("indom: {}", desc.indom.IsNull() ? "PM_INDOM_NULL" : ToString(desc.indom)));
  if (clause.kind != Kind::kUnits) return;
  if (clause.units == desc.units) warn("units: " + ToString(desc.units));
  if ((clause.rescale || rules_.rescales_all) && !KeepDimensions(clause.units, desc.units))
    Warn(clause.place, fmt::format("Metric: {} ({}): Dimension changed, cannot rescale",
                                   NameOf(desc.id), ToString(desc.id)));
}

void RewriteReview::Review(const MetricClause& clause, const Desc& desc) {
  auto& seen = metrics_[desc.id].clauses;
  const bool is_delete = clause.kind == Kind::kDelete;
  if (!is_delete && seen.contains(Kind::kDelete))
    return Conflict(clause.place, fmt::format("Conflicting {} clause for deleted metric {}",
                                              WordOf(clause.kind), NameOf(desc.id)));
  if (is_delete && !seen.empty() && !seen.contains(Kind::kDelete))
    return Conflict(clause.place, fmt::format("Conflicting delete and other clauses for metric {}",
                                              NameOf(desc.id)));
  const auto same = seen.find(clause.kind);
  const bool may_repeat =
      is_delete || clause.kind == Kind::kValue || (clause.kind == Kind::kType && clause.if_type);
  if (same != seen.end() && !may_repeat && !same->second->if_type)
    return Conflict(clause.place, fmt::format("Duplicate {} clause for metric {}",
                                              WordOf(clause.kind), NameOf(desc.id)));
  if (clause.kind == Kind::kType) ReviewType(clause, desc);
  if (clause.kind == Kind::kType && clause.if_type && *clause.if_type != desc.type) return;
  if (same == seen.end()) seen.emplace(clause.kind, &clause);
  if (clause.kind == Kind::kName) ReviewName(clause, desc);
  if (clause.kind == Kind::kInDom) ReviewInDom(clause, desc);
  WarnOfNoChange(clause, desc);
}

void RewriteReview::Review(const MetricRule& rule) {
  for (const Desc* desc : MetricsOf(rule.metric, rule.place))
    for (const MetricClause& clause : rule.clauses) Review(clause, *desc);
}

const RewriteReview::Members& RewriteReview::MembersOf(const InDomHistory& history) {
  std::optional<Members>& members = domains_[history.id()].members;
  if (members) return *members;
  members.emplace().all = history.AllInstances();
  for (const auto& [id, name] : members->all) {
    members->names.emplace(id, name);
    members->numbers[FirstWordOf(name)].push_back(id);
  }
  return *members;
}

// An instance that the clause names.
void RewriteReview::ReviewInstance(const InDomClause& clause, const InDomHistory& history,
                                   Instance instance) {
  const bool by_number = clause.kind == InDomClause::Kind::kNumber;
  InstanceChange& change = domains_[history.id()].instances[instance.id];
  const bool deletes = by_number ? !clause.new_number : !clause.new_name;
  const bool has_other = change.has_number || change.has_name;
  if (change.is_deleted || (deletes && has_other) ||
      (by_number ? change.has_number : change.has_name))
    return Conflict(clause.place,
                    fmt::format("Duplicate or conflicting clauses for instance [{}] \"{}\" of "
                                "indom {}",
                                instance.id, instance.name, ToString(history.id())));
  (by_number ? change.has_number : change.has_name) = true;
  change.is_deleted = deletes;
  if (by_number) change.new_number = clause.new_number;
  if (!by_number) change.new_name = clause.new_name;
  const bool is_same =
      by_number ? clause.new_number == instance.id : clause.new_name == instance.name;
  if (!deletes && is_same)
    Warn(clause.place,
         fmt::format(
             "Instance domain {}: Instance: {}: No change", ToString(history.id()),
             by_number ? std::to_string(instance.id) : fmt::format("\"{}\"", instance.name)));
}

void RewriteReview::ReviewInstance(const InDomClause& clause, const InDomHistory& history) {
  const Members& members = MembersOf(history);
  if (clause.kind == InDomClause::Kind::kNumber) {
    if (const auto name = members.names.find(clause.old_number); name != members.names.end())
      return ReviewInstance(clause, history, {clause.old_number, name->second});
    return Warn(clause.place, fmt::format("Unknown instance {} in inst clause for indom {}",
                                          clause.old_number, ToString(history.id())));
  }
  const auto numbers = members.numbers.find(FirstWordOf(clause.old_name));
  if (numbers == members.numbers.end())
    return Warn(clause.place, fmt::format("Unknown instance \"{}\" in iname clause for indom {}",
                                          clause.old_name, ToString(history.id())));
  for (const InstanceId number : numbers->second) {
    ReviewInstance(clause, history, {number, members.names.at(number)});
    if (conflict_) return;
  }
}

void RewriteReview::Review(const InDomClause& clause, const InDomHistory& history) {
  using DomainKind = InDomClause::Kind;
  if (clause.kind == DomainKind::kNumber || clause.kind == DomainKind::kName)
    return ReviewInstance(clause, history);
  if (clause.kind != DomainKind::kMove && clause.kind != DomainKind::kDuplicate) return;
  auto& moved = domains_[history.id()].moved;
  if (moved)
    return Conflict(clause.place,
                    fmt::format("Duplicate indom clause for indom {}", ToString(history.id())));
  moved = clause.target.Of(history.id());
  if (*moved == history.id())
    Warn(clause.place, fmt::format("Instance domain {}: No change", ToString(history.id())));
}

void RewriteReview::Review(const InDomRule& rule) {
  bool is_known = false;
  for (const InDomHistory& history : metadata_.indoms()) {
    if (!rule.indom.Matches(history.id())) continue;
    is_known = true;
    for (const InDomClause& clause : rule.clauses) Review(clause, history);
  }
  if (!is_known && rule.indom.serial)
    Warn(rule.place, fmt::format("Instance domain {}.{}: Instance domain identifier not defined in "
                                 "the PCP archive log",
                                 rule.indom.domain, *rule.indom.serial));
}

void RewriteReview::ReviewText(const TextRule& rule) {
  if (rule.is_of_metric) MetricsOf(rule.metric, rule.place);
}

void RewriteReview::Review(const LabelRule& rule) {
  std::size_t made = 0;
  for (const LabelClause& clause : rule.clauses)
    if (clause.kind == LabelClause::Kind::kNew && (rule.name || rule.value || made++ > 0))
      Warn(clause.place,
           "The target label name and value must both not be specified for a NEW "
           "label and will be ignored");
}

// What the metrics of a domain have in the end.
InDomId RewriteReview::FinalDomain(InDomId before) const {
  const auto domain = domains_.find(before);
  return domain == domains_.end() ? before : domain->second.moved.value_or(before);
}

// An instance gets the number that another one gives away.
void RewriteReview::NoteChain(const InDomHistory& history, const Domain& domain) {
  const bool has_chain = std::ranges::any_of(domain.instances, [&](const auto& one) {
    const auto& number = one.second.new_number;
    const auto other = number ? domain.instances.find(*number) : domain.instances.end();
    return other != domain.instances.end() && other->first != one.first && other->second.has_number;
  });
  if (has_chain)
    notes_.push_back(
        fmt::format("Note: the instances of indom {} change all at once; PCP's "
                    "pmlogrewrite gives two of them one number",
                    ToString(history.id())));
}

void RewriteReview::ReviewMembers(const InDomHistory& history, const Domain& domain) {
  if (!domain.members) return;  // no rule is about them
  std::map<InstanceId, std::string> numbers;
  std::map<std::string, std::pair<std::string, InstanceId>> names;  // by their first words
  for (const auto& [id, name] : domain.members->all) {
    const auto found = domain.instances.find(id);
    const InstanceChange change =
        found == domain.instances.end() ? InstanceChange() : found->second;
    if (change.is_deleted) continue;
    const InstanceId number = change.new_number.value_or(id);
    const std::string text = change.new_name.value_or(std::string(name));
    const auto [other, is_new] = numbers.emplace(number, text);
    if (!is_new && !domain.instances.empty())
      return Conflict({}, fmt::format("Duplicate instance id {} (\"{}\" and \"{}\") for indom {}",
                                      number, other->second, text, ToString(history.id())));
    const auto [same, is_only] = names.emplace(FirstWordOf(text), std::pair(text, number));
    if (!is_only && !domain.instances.empty())
      return Conflict({}, fmt::format("Duplicate instance name \"{}\" ({}) and \"{}\" ({}) for "
                                      "indom {}",
                                      same->second.first, same->second.second, text, number,
                                      ToString(history.id())));
  }
}

// Rules that fit only together.
void RewriteReview::ReviewDomains() {
  std::set<InDomId> present;
  for (const InDomHistory& history : metadata_.indoms()) present.insert(FinalDomain(history.id()));
  for (const Desc& desc : metadata_.metrics()) {
    const auto found = metrics_.find(desc.id);
    if (found == metrics_.end() || !found->second.clauses.contains(Kind::kInDom)) continue;
    const MetricClause& clause = *found->second.clauses.at(Kind::kInDom);
    if (!clause.indom) continue;
    const InDomId target = clause.indom->Of(desc.indom), moved = FinalDomain(desc.indom);
    if (moved != desc.indom && target != moved && target != desc.indom)
      return Conflict({}, fmt::format("Conflicting indom change for metric {} ({} from metric "
                                      "clause, {} from indom clause)",
                                      NameOf(desc.id), ToString(target), ToString(moved)));
    if (!present.contains(target))
      return Conflict({}, fmt::format("New indom ({}) for metric {} is not in the output archive",
                                      ToString(target), NameOf(desc.id)));
  }
  for (const InDomHistory& history : metadata_.indoms())
    if (const auto domain = domains_.find(history.id()); domain != domains_.end()) {
      NoteChain(history, domain->second);
      ReviewMembers(history, domain->second);
    }
}

void RewriteReview::Run() {
  ReviewGlobal();
  struct Step {
    ClausePlace place;
    std::function<void()> run;
  };
  std::vector<Step> steps;
  for (const MetricRule& rule : rules_.metrics)
    steps.push_back({rule.place, [this, &rule] { Review(rule); }});
  for (const InDomRule& rule : rules_.indoms)
    steps.push_back({rule.place, [this, &rule] { Review(rule); }});
  for (const LabelRule& rule : rules_.labels)
    steps.push_back({rule.place, [this, &rule] { Review(rule); }});
  for (const TextRule& rule : rules_.texts)
    steps.push_back({rule.place, [this, &rule] { ReviewText(rule); }});
  std::ranges::stable_sort(steps, [](const Step& a, const Step& b) {
    return std::pair(a.place.file, a.place.offset) < std::pair(b.place.file, b.place.offset);
  });
  for (const Step& step : steps) {
    step.run();
    if (conflict_) return;
  }
  ReviewDomains();
}

}  // namespace fdr::tools
