// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/derived_context.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "fdr/archive/base/domains.h"
#include "fdr/replay/derive/depth_first.h"
#include "fdr/replay/derive/derived_fetch.h"
#include "fdr/replay/pcp_error_codes.h"

namespace fdr {
namespace {

// A name that the source does not know as a metric may be a derived metric.
bool MayBeDerived(const Error& error) {
  return error.code == Errc::kNotFound || error.code == Errc::kNotAMetric || error.pcp_error != 0;
}

// The definitions have changed meanwhile, so the plan is void.
tl::unexpected<Error> Overtaken() {
  return Fail(Errc::kCancelled, "The definitions of derived metrics have changed");
}

}  // namespace

DerivedContext::DerivedContext(Context& source, DerivedTable definitions, OnSemanticError on_error,
                               OnBound on_bound)
    : ForwardingContext(source),
      definitions_(std::move(definitions)),
      own_(definitions_.rules(), DerivedTable::Scope::kContext),
      bound_(std::make_unique<BoundMetrics>(
          source, definitions_, [this](std::string_view name) { return Definition(name); },
          std::move(on_error), std::move(on_bound))) {
  own_.options().InheritContextLimit(definitions_.options(), definitions_.rules());
  SetProfile(source.profile());
}

DerivedContext::DerivedContext(std::unique_ptr<Context> source, DerivedTable definitions,
                               OnSemanticError on_error, OnBound on_bound)
    : DerivedContext(*source, std::move(definitions), std::move(on_error), std::move(on_bound)) {
  owned_ = std::move(source);
}

void DerivedContext::Rebind() { bound_->ForgetAll(); }

tl::expected<MetricId, SyntaxError> DerivedContext::Add(std::string_view name,
                                                        std::string_view expression) {
  return own_.Add(name, expression);
}

bool DerivedContext::Remove(std::string_view name) {
  const bool own = own_.Remove(name), global = definitions_.Remove(name);
  bound_->ForgetAll();
  return own || global;
}

void DerivedContext::Extend(DerivedTable definitions) {
  const bool has_all = std::ranges::all_of(definitions_.metrics(), [&](const auto& metric) {
    return definitions.Find(metric->id) == metric;
  });
  definitions_ = std::move(definitions);
  has_all ? bound_->ForgetPlans() : bound_->ForgetAll();
}

void DerivedContext::Rebind(DerivedTable definitions) {
  definitions_ = std::move(definitions);
  bound_->ForgetAll();
}

std::shared_ptr<const DerivedMetric> DerivedContext::Definition(std::string_view name) const {
  auto own = own_.Find(name);
  return own ? own : definitions_.Find(name);
}

std::shared_ptr<const DerivedMetric> DerivedContext::Definition(MetricId id) const {
  auto own = own_.Find(id);
  return own ? own : definitions_.Find(id);
}

// An archive may have labels for metrics that were derived when it was recorded.
bool DerivedContext::IsOfDerived(LabelLevel level, std::uint32_t id) const {
  const MetricId metric{id};
  switch (level) {
    case LabelLevel::kDomain:
      return id == kDerivedDomain;
    case LabelLevel::kCluster:
    case LabelLevel::kItem:
      return metric.domain() == kDerivedDomain &&
             ((metric.cluster() & 2048) == 0 || IsDerived(metric));
    default:
      return false;
  }
}

// Without global ones that this context hides.
DerivedMetrics DerivedContext::DefinitionsBelow(std::string_view name) const {
  DerivedMetrics below;
  for (const auto& metric : definitions_.metrics())
    if (IsAtOrBelow(metric->name, name) && !own_.Find(metric->name)) below.push_back(metric);
  for (const auto& metric : own_.metrics())
    if (IsAtOrBelow(metric->name, name)) below.push_back(metric);
  return below;
}

DerivedMetrics DerivedContext::DefinitionsOf(std::span<const MetricId> ids) const {
  DerivedMetrics derived;
  for (const MetricId id : ids)
    if (IsDerivedId(id))
      if (auto metric = Definition(id)) derived.push_back(std::move(metric));
  return derived;
}

std::vector<std::string> DerivedContext::Sensible(const DerivedMetrics& metrics) {
  std::vector<std::string> names;
  for (const auto& metric : metrics)
    if (const BoundMetric* const bound = bound_->Find(metric->id); bound && !bound->error)
      names.push_back(metric->name);
  return names;
}

Result<Desc> DerivedContext::DescOfBound(MetricId id) {
  const BoundMetric* const bound = bound_->Find(id);
  if (bound == nullptr) return Fail(Errc::kNotFound, "Unknown metric " + ToString(id));
  if (!bound->error) return bound->desc();
  Error error{Errc::kInvalidArgument,
              "Cannot compute " + bound->metric->name + ": " + bound->error->Message(),
              {},
              0};
  error.pcp_error = kPcpBadDerive;
  return Fail(std::move(error));
}

Result<void> DerivedContext::SetMode(Mode mode, std::optional<Timestamp> origin,
                                     std::int64_t delta) {
  Result<void> set = source().SetMode(mode, origin, delta);
  if (set) bound_->ForgetValues();
  return set;
}

void DerivedContext::Start(Question question) {
  std::visit([this](auto& asked) { Take(std::move(asked)); }, question);
}

void DerivedContext::Take(FindQuestion asked) {
  if (!HasAny()) return source().Start(std::move(asked));
  const std::span<const std::string> names = asked.names;
  source().StartFind(names, [this, names, done = std::move(asked.done)](auto found) {
    for (std::size_t i = 0; found && i < names.size(); ++i) {
      Result<MetricId>& id = (*found)[i];
      if (id || !MayBeDerived(id.error())) continue;
      if (const auto metric = Definition(names[i])) id = metric->id;
    }
    done(std::move(found));
  });
}

void DerivedContext::Take(NamesOfQuestion asked) {
  const auto metric = IsDerivedId(asked.id) ? Definition(asked.id) : nullptr;
  if (metric) return asked.done(std::vector{metric->name});
  source().Start(std::move(asked));
}

void DerivedContext::Take(ChildrenQuestion asked) {
  auto below = DefinitionsBelow(asked.name);
  if (below.empty()) return source().Start(std::move(asked));
  const auto add = [this, below, root = std::string(asked.name)](std::vector<NameChild>& children) {
    std::unordered_set<std::string> taken;
    for (const NameChild& child : children) taken.insert(child.name);
    for (const std::string& metric : Sensible(below)) {
      if (metric == root) continue;
      const std::string_view rest =
          std::string_view(metric).substr(root.empty() ? 0 : root.size() + 1);
      std::string child(rest.substr(0, rest.find('.')));
      const bool is_leaf = child.size() == rest.size();
      if (taken.insert(child).second) children.push_back({std::move(child), is_leaf});
    }
  };
  source().StartChildren(
      asked.name, [this, below, add, done = std::move(asked.done)](auto children) {
        if (!children && !MayBeDerived(children.error())) return done(std::move(children));
        bound_->Bind(below, [this, below, add, done,
                             children = std::move(children)](const Result<void>& bound) mutable {
          if (!bound) return done(Fail(bound.error()));
          if (!children && Sensible(below).empty()) return done(std::move(children));
          if (!children) children.emplace();
          add(*children);
          done(std::move(children));
        });
      });
}

void DerivedContext::Take(TraverseQuestion asked) {
  auto below = DefinitionsBelow(asked.name);
  if (below.empty()) return source().Start(std::move(asked));
  source().StartTraverse(
      asked.name, [this, below = std::move(below), done = std::move(asked.done)](auto all) {
        if (!all && !MayBeDerived(all.error())) return done(std::move(all));
        bound_->Bind(below,
                     [this, below, done, all = std::move(all)](const Result<void>& bound) mutable {
                       if (!bound) return done(Fail(bound.error()));
                       std::vector<std::string> derived = Sensible(below);
                       if (!all && derived.empty()) return done(std::move(all));
                       if (!all) all.emplace();
                       const std::unordered_set<std::string> recorded(all->begin(), all->end());
                       for (std::string& metric : derived)
                         if (!recorded.contains(metric)) all->push_back(std::move(metric));
                       done(DepthFirst(*all));
                     });
      });
}

Result<bool> DerivedContext::Derives(std::span<const MetricId> metrics) {
  for (const MetricId id : metrics) {
    if (!IsDerived(id)) continue;
    const auto error = Check(id);
    if (!error) return Fail(error.error());
    if (!*error) return true;
  }
  return false;
}

Result<void> DerivedContext::Bind(const DerivedMetrics& metrics) {
  return Answer<void>([&](auto done) { bound_->Bind(metrics, std::move(done)); });
}

bool DerivedContext::IsKnownWrong(MetricId id) const {
  const BoundMetric* const bound = bound_->Find(id);
  return bound != nullptr && bound->error;
}

Result<std::optional<SemanticError>> DerivedContext::Check(MetricId id) {
  const auto metric = Definition(id);
  if (!metric) return Fail(Errc::kNotFound, "Unknown metric " + ToString(id));
  if (bound_->Find(id) == nullptr)
    if (const auto bound = Bind({metric}); !bound) return Fail(bound.error());
  return bound_->Find(id)->error;
}

void DerivedContext::ForgetDesc(MetricId id) {
  if (!IsDerived(id)) source().ForgetDesc(id);
  bound_->ForgetAll();
}

void DerivedContext::Take(DescsQuestion asked) {
  auto derived = DefinitionsOf(asked.ids);
  if (derived.empty()) return source().Start(std::move(asked));
  bound_->Bind(derived,
               [this, ids = asked.ids, done = std::move(asked.done)](const Result<void>& bound) {
                 if (!bound) return done(Fail(bound.error()));
                 auto others = std::make_shared<std::vector<MetricId>>();
                 for (const MetricId id : ids)
                   if (bound_->Find(id) == nullptr) others->push_back(id);
                 source().StartDescs(*others, [this, ids, others, done](auto found) {
                   if (!found) return done(std::move(found));
                   std::vector<Result<Desc>> all;
                   std::size_t next = 0;
                   for (const MetricId id : ids) {
                     const bool is_other = next < others->size() && (*others)[next] == id;
                     all.push_back(is_other ? std::move((*found)[next++]) : DescOfBound(id));
                   }
                   done(std::move(all));
                 });
               });
}

void DerivedContext::Take(TextQuestion asked) {
  const MetricId metric{asked.id};
  if (!IsOfMetric(asked.kind) || !IsDerivedId(metric) || !Definition(metric))
    return source().Start(std::move(asked));
  const DerivedTable& table = own_.Find(metric) ? own_ : definitions_;
  const std::string* const text = table.FindText(asked.kind, metric);
  if (text == nullptr) return asked.done(Fail(Errc::kNotFound, "There is no such help text"));
  asked.done(*text);
}

void DerivedContext::Take(LabelsQuestion asked) {
  if (HasAny() && IsOfDerived(asked.level, asked.id))
    return asked.done(std::vector<OwnedLabelSet>());
  source().Start(std::move(asked));
}

// A fetch that is under way.
struct DerivedContext::Fetching {
  /// It is open as long as a question has a copy.  So an exception in the middle ends it, too.
  std::shared_ptr<void> open = std::make_shared<char>();
  DerivedFetch fetch;
  std::vector<MetricId> metrics;
  const Profile* profile = nullptr;
  FetchResult* result = nullptr;
  Done<bool> done;
  std::span<const InDomId> wanted;  // domains whose members are still to be asked for
};

DerivedContext::~DerivedContext() = default;

DerivedContext::Fetching& DerivedContext::TakeFetching() {
  for (const auto& fetching : fetchings_)
    if (fetching->open.use_count() == 1) return *fetching;
  return *fetchings_.emplace_back(std::make_unique<Fetching>());
}

void DerivedContext::Take(FetchQuestion asked) {
  const std::span<const MetricId> metrics = asked.metrics;
  const auto is_derived = [this](MetricId id) { return IsDerived(id); };
  if (!HasAny() || std::none_of(metrics.begin(), metrics.end(), is_derived))
    return source().Start(std::move(asked));
  Fetching& fetching = TakeFetching();
  const std::shared_ptr<void> open = fetching.open;
  fetching.metrics.assign(metrics.begin(), metrics.end());
  fetching.profile = &asked.profile;
  fetching.result = &asked.result;
  fetching.done = std::move(asked.done);
  const auto is_bound = [&](MetricId id) { return !is_derived(id) || bound_->Find(id) != nullptr; };
  if (std::all_of(metrics.begin(), metrics.end(), is_bound)) return StartOperands(fetching);
  bound_->Bind(DefinitionsOf(metrics), [this, &fetching, open](Result<void> bound) {
    if (!bound) return End(fetching, Fail(std::move(bound.error())));
    StartOperands(fetching);
  });
}

void DerivedContext::StartOperands(Fetching& fetching) {
  fetching.fetch.Plan(fetching.metrics, *bound_);
  source().StartFetch(fetching.fetch.request(), *fetching.profile, fetching.fetch.operands(),
                      [this, &fetching, open = fetching.open](Result<bool> fetched) {
                        if (!fetched || !*fetched) return End(fetching, std::move(fetched));
                        if (!fetching.fetch.IsValid(*bound_)) return End(fetching, Overtaken());
                        fetching.wanted = fetching.fetch.FindWantedInstances(*fetching.profile);
                        AskForInstances(fetching);
                      });
}

// Asks for one domain after the other.  An unknown domain has no members.
void DerivedContext::AskForInstances(Fetching& fetching) {
  if (fetching.wanted.empty()) return Finish(fetching);
  const InDomId indom = fetching.wanted.front();
  fetching.wanted = fetching.wanted.subspan(1);
  source().StartInstances(indom, [this, &fetching, indom, open = fetching.open](auto members) {
    if (!fetching.fetch.IsValid(*bound_)) return End(fetching, Overtaken());
    if (members) fetching.fetch.instances().emplace(indom, std::move(*members));
    AskForInstances(fetching);
  });
}

void DerivedContext::Finish(Fetching& fetching) {
  fetching.fetch.Compose(*fetching.profile, *fetching.result);
  End(fetching, true);
}

void DerivedContext::End(Fetching& fetching, Result<bool> outcome) {
  const Done<bool> done = std::exchange(fetching.done, {});
  done(std::move(outcome));
}

}  // namespace fdr
