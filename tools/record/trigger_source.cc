// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/trigger_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fdr::tools {

// A condition with its evaluation.
struct TriggerSource::Watched {
  explicit Watched(Condition bound) : condition(std::move(bound)), watch(condition) {}
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

  Condition condition;
  ConditionWatch watch;
};

TriggerSource::TriggerSource(Context& source, Expression expression, OnTrue on_true,
                             OnDoubt on_doubt)
    : ForwardingContext(source),
      expression_(std::move(expression)),
      on_true_(std::move(on_true)),
      on_doubt_(std::move(on_doubt)),
      names_(NamesToFind(expression_, no_definitions_)) {}

TriggerSource::~TriggerSource() = default;

void TriggerSource::Renew() {
  is_looked_up_ = false;
  watched_.reset();
  true_.clear();
}

void TriggerSource::Start(Question question) {
  if (auto* const fetch = std::get_if<FetchQuestion>(&question))
    return StartWatched(std::move(*fetch));
  ForwardingContext::Start(std::move(question));
}

void TriggerSource::StartWatched(FetchQuestion asked) {
  const auto fetch = [this, asked = std::move(asked)] {
    FetchResult& result = asked.result;
    const auto look = [this, &result, done = asked.done](Result<bool> fetched) {
      if (!fetched || !*fetched || !watched_) return done(std::move(fetched));
      LookAt(result, done);
    };
    source().StartFetch(asked.metrics, asked.profile, result, look);
  };
  if (is_looked_up_) return fetch();
  LookUp(fetch);
}

void TriggerSource::LookUp(std::function<void()> then) {
  source().StartFind(names_,
                     [this, then = std::move(then)](Result<std::vector<Result<MetricId>>> found) {
                       if (!found) return then();  // the fetch will fail, too
                       AskForDescs(*found, then);
                     });
}

void TriggerSource::AskForDescs(const std::vector<Result<MetricId>>& found,
                                std::function<void()> then) {
  facts_.clear();
  ids_.clear();
  id_names_.clear();
  for (std::size_t i = 0; i < found.size(); ++i) {
    facts_[names_[i]].is_metric = found[i].has_value();
    if (!found[i]) continue;
    ids_.push_back(*found[i]);
    id_names_.push_back(names_[i]);
  }
  source().StartDescs(ids_,
                      [this, then = std::move(then)](Result<std::vector<Result<Desc>>> descs) {
                        if (!descs) return then();
                        for (std::size_t i = 0; i < descs->size(); ++i)
                          if ((*descs)[i]) facts_[id_names_[i]].desc = *(*descs)[i];
                        Bind();
                        then();
                      });
}

void TriggerSource::Bind() {
  is_looked_up_ = true;
  Result<Condition> condition = BindCondition(expression_, facts_, no_definitions_);
  if (!condition) return TellOnce(condition.error());
  for (const CounterUse& use : condition->counters)
    TellOnce({Errc::kInvalidArgument, Advice(use), {}, 0});
  watched_ = std::make_unique<Watched>(std::move(*condition));
}

void TriggerSource::TellOnce(const Error& why) {
  if (told_.insert(why.what).second) on_doubt_(why);
}

// A source without the metrics at this time does not keep the sample from being recorded.
void TriggerSource::LookAt(const FetchResult& sample, const Done<bool>& done) {
  const auto has = [&sample](MetricId metric) {
    const auto same = [metric](const FetchedSet& set) { return set.id == metric; };
    return std::any_of(sample.sets().begin(), sample.sets().end(), same);
  };
  const std::vector<MetricId>& metrics = watched_->condition.bound.metrics;
  if (std::all_of(metrics.begin(), metrics.end(), has)) return Take(sample, done);
  source().StartFetch(metrics, everything_, fetched_, [this, done](Result<bool> fetched) {
    if (!fetched || !*fetched || !watched_) return done(true);
    Take(fetched_, done);
  });
}

void TriggerSource::Take(const FetchResult& fetched, const Done<bool>& done) {
  const std::span<const InDomId> wanted = watched_->watch.Take(fetched);
  Learn({wanted.begin(), wanted.end()}, done);
}

// Asks for the members of one domain after the other.
void TriggerSource::Learn(std::vector<InDomId> wanted, const Done<bool>& done) {
  if (wanted.empty()) return Evaluate(done);
  const InDomId indom = wanted.back();
  wanted.pop_back();
  source().StartInstances(indom, [this, indom, wanted = std::move(wanted),
                                  done](Result<std::vector<NamedInstance>> members) {
    if (!watched_) return done(true);
    if (members) watched_->watch.Learn(indom, std::move(*members));
    Learn(wanted, done);
  });
}

void TriggerSource::Evaluate(const Done<bool>& done) {
  watched_->watch.Evaluate();
  NoteTruth();
  const Timestamp now = watched_->watch.stamp();
  std::optional<InstanceId> news;
  for (auto& [instance, truth] : true_) {
    if (truth.is_told || now < truth.since.Plus(patience_)) continue;
    truth.is_told = true;
    if (!news) news = instance;
  }
  news ? Tell(*news, done) : done(true);
}

void TriggerSource::NoteTruth() {
  const TypedValues truth = watched_->watch.truth();
  std::map<InstanceId, Truth> now;
  for (const FetchedValue& value : truth.values.list) {
    if (!IsTrue(value, truth.desc.type)) continue;
    const auto before = true_.find(value.instance);
    now.emplace(value.instance,
                before != true_.end() ? before->second : Truth{watched_->watch.stamp()});
  }
  true_ = std::move(now);
}

void TriggerSource::Tell(InstanceId instance, const Done<bool>& done) {
  std::string values;
  for (const ConditionTerm& term : watched_->condition.terms) {
    const TypedValues of = watched_->watch.ValuesOf(term);
    const auto is_it = [&](const FetchedValue& value) {
      return of.desc.indom.IsNull() || value.instance == instance;
    };
    const auto value = std::find_if(of.values.list.begin(), of.values.list.end(), is_it);
    if (value == of.values.list.end()) continue;
    const double number = NumberFrom(of.desc.type, value->bits) * term.factor;
    values += fmt::format("{}{} is {:.6g}{}{}", values.empty() ? "" : ", ", term.text, number,
                          term.units.empty() ? "" : " ", term.units);
  }
  const InDomId indom = watched_->condition.desc().indom;
  if (indom.IsNull()) {
    on_true_(values);
    return done(true);
  }
  source().StartInstances(
      indom, [this, values, instance, done](const Result<std::vector<NamedInstance>>& members) {
        std::string name = "instance " + std::to_string(instance);
        for (const NamedInstance& member : members.value_or(std::vector<NamedInstance>()))
          if (member.id == instance) name = member.name;
        on_true_(fmt::format("{} ({})", values, name));
        done(true);
      });
}

}  // namespace fdr::tools
