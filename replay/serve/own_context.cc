// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/own_context.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "fdr/replay/live/collector_error.h"
#include "fdr/replay/set_values.h"

namespace fdr {
namespace {

// A fetch of which the source answers a part.
struct SharedFetch {
  std::vector<MetricId> others;  // the metrics of the source
  FetchResult result;            // their values
};

std::vector<MetricName> NamesIn(const OwnMetrics& own) {
  std::vector<MetricName> names;
  for (const OwnMetric& metric : own.metrics) names.push_back({metric.name, metric.desc.id});
  return names;
}

OwnMetrics WithoutThoseOf(Context& source, OwnMetrics own) {
  std::erase_if(own.metrics, [&](const OwnMetric& metric) {
    return source.Find(metric.name).has_value() || source.DescOf(metric.desc.id).has_value();
  });
  return own;
}

bool IsMissing(const Error& error) { return error.code == Errc::kNotFound; }

// Adds those of the second list that the first one does not have.
template <class Item, class Key>
void Merge(std::vector<Item>& to, const std::vector<Item>& more, Key key) {
  std::unordered_set<std::string_view> missing;
  for (const Item& item : more) missing.insert(key(item));
  for (const Item& known : to) missing.erase(key(known));
  for (const Item& item : more)
    if (missing.contains(key(item))) to.push_back(item);
}

// What the source and the server have below a name.
template <class Item, class Key>
Result<std::vector<Item>> Merged(Result<std::vector<Item>> theirs,
                                 const Result<std::vector<Item>>& own, Key key) {
  if (!theirs && !IsMissing(theirs.error())) return theirs;
  if (!own) return theirs;
  if (!theirs) return own;
  Merge(*theirs, *own, key);
  return theirs;
}

}  // namespace

OwnContext::OwnContext(Context& source, OwnMetrics own)
    : ForwardingContext(source),
      own_(WithoutThoseOf(source, std::move(own))),
      names_(NamesIn(own_)) {
  for (std::size_t i = 0; i < own_.metrics.size(); ++i) places_.emplace(own_.metrics[i].desc.id, i);
}

const OwnMetric* OwnContext::OwnOf(MetricId id) const {
  const auto found = places_.find(id);
  return found == places_.end() ? nullptr : &own_.metrics[found->second];
}

const OwnDomain* OwnContext::OwnOf(InDomId indom) const {
  const auto found = std::ranges::find(own_.domains, indom, &OwnDomain::id);
  return found == own_.domains.end() ? nullptr : &*found;
}

void OwnContext::Start(Question question) {
  std::visit([this](auto& asked) { Take(std::move(asked)); }, question);
}

void OwnContext::Take(FindQuestion asked) {
  source().StartFind(asked.names, [this, names = asked.names, done = std::move(asked.done)](
                                      Result<std::vector<Result<MetricId>>> found) {
    for (std::size_t i = 0; found && i < names.size(); ++i) {
      Result<MetricId>& one = (*found)[i];
      if (!one && IsMissing(one.error())) one = names_.Find(names[i]);
    }
    done(std::move(found));
  });
}

void OwnContext::Take(NamesOfQuestion asked) {
  if (OwnOf(asked.id) != nullptr) return asked.done(names_.NamesOf(asked.id));
  source().Start(std::move(asked));
}

void OwnContext::Take(ChildrenQuestion asked) {
  source().StartChildren(
      asked.name, [own = names_.Children(asked.name),
                   done = std::move(asked.done)](Result<std::vector<NameChild>> theirs) {
        done(Merged(std::move(theirs), own,
                    [](const NameChild& child) -> std::string_view { return child.name; }));
      });
}

void OwnContext::Take(TraverseQuestion asked) {
  source().StartTraverse(
      asked.name, [own = names_.Traverse(asked.name),
                   done = std::move(asked.done)](Result<std::vector<std::string>> theirs) {
        done(Merged(std::move(theirs), own,
                    [](const std::string& name) -> std::string_view { return name; }));
      });
}

void OwnContext::Take(DescsQuestion asked) {
  source().StartDescs(asked.ids, [this, ids = asked.ids, done = std::move(asked.done)](
                                     Result<std::vector<Result<Desc>>> found) {
    for (std::size_t i = 0; found && i < ids.size(); ++i)
      if (const OwnMetric* own = OwnOf(ids[i])) (*found)[i] = own->desc;
    done(std::move(found));
  });
}

void OwnContext::Take(InstancesQuestion asked) {
  if (const OwnDomain* own = OwnOf(asked.indom)) return asked.done(own->members());
  source().Start(std::move(asked));
}

void OwnContext::Take(AllInstancesQuestion asked) {
  if (const OwnDomain* own = OwnOf(asked.indom)) return asked.done(own->members());
  source().Start(std::move(asked));
}

void OwnContext::Take(TextQuestion asked) {
  const OwnMetric* own = IsOfMetric(asked.kind) ? OwnOf(MetricId{asked.id}) : nullptr;
  if (own != nullptr) return asked.done(own->help);
  source().Start(std::move(asked));
}

void OwnContext::Take(FetchQuestion asked) {
  const auto shared = std::make_shared<SharedFetch>();
  for (const MetricId id : asked.metrics)
    if (OwnOf(id) == nullptr) shared->others.push_back(id);
  if (shared->others.size() == asked.metrics.size()) return source().Start(std::move(asked));
  const auto merge = [this, shared, metrics = asked.metrics, &profile = asked.profile,
                      &result = asked.result, done = std::move(asked.done)](Result<bool> fetched) {
    if (!fetched) return done(fetched);
    result.Begin(*fetched ? shared->result.stamp() : source().Now());
    std::size_t other = 0;
    for (const MetricId id : metrics) {
      if (const OwnMetric* own = OwnOf(id))
        AddOwnSet(*own, profile, result);
      else if (*fetched)
        CopySet(shared->result, shared->result.sets()[other++], result);
      else
        result.AddSet(id, SetStatus::kNoValues);
    }
    done(true);
  };
  if (shared->others.empty()) return merge(false);
  source().StartFetch(shared->others, asked.profile, shared->result, merge);
}

StoreAnswer OwnContext::Store(std::uint32_t client, const FetchResult& values) {
  StoreAnswer answer = 0;
  for (const FetchedSet& set : values.sets())
    if (const StoreAnswer one = StoreSet(client, values, set); one != 0) answer = one;
  return answer;
}

StoreAnswer OwnContext::StoreSet(std::uint32_t client, const FetchResult& values,
                                 const FetchedSet& set) {
  const OwnMetric* own = OwnOf(set.id);
  if (own == nullptr || !own->store) return kPcpPermission;
  for (const FetchedValue& value : values.Values(set)) {
    const std::optional<OwnValue> stored = OwnValueOf(value, own->desc.type);
    if (!stored) return kPcpType;
    if (const StoreAnswer answer = own->store(client, *stored); answer != 0) return answer;
  }
  return 0;
}

}  // namespace fdr
