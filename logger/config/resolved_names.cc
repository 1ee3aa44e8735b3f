// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/config/resolved_names.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "fdr/archive/record/indom_record.h"
#include "fdr/logger/source/no_answer.h"
#include "fdr/replay/pattern/glob.h"

namespace fdr {
namespace {

// The subtree that contains all metrics of a name or pattern.
std::string TopOf(const std::string& name) {
  if (!IsGlob(name)) return name;
  const std::size_t end = name.rfind('.', name.find_first_of("*?["));
  return end == std::string::npos ? std::string() : name.substr(0, end);
}

std::size_t MemoryForMetrics(std::span<const std::string> names) {
  std::size_t memory = 0;
  for (const std::string& name : names) memory += MemoryForMetric(name);
  return memory;
}

/// Compares names as PCP's logger does: "1" matches the instance "1 minute".
bool IsCalled(const NamedInstance& instance, std::string_view name) {
  return FirstWordOf(instance.name) == name;
}

// Asks one set of questions, step by step; lives until the last answer.
class Resolver : public std::enable_shared_from_this<Resolver> {
 public:
  Resolver(NameQuestions questions, Context& context, Done<ResolvedNames> done)
      : context_(context),
        questions_(std::move(questions)),
        asked_(questions_.names.begin(), questions_.names.end()),
        done_(std::move(done)) {}

  void FindMetrics();

 private:
  void FindBelow(const std::string& name, const std::optional<std::string>& otherwise);
  void FindLeaves();
  void Describe();
  void Described(const std::vector<Result<Desc>>& descs);
  void FindInstances();
  void End();

  // Whether `memory` more bytes may be held; if not, the answer is an error.
  bool Holds(std::size_t memory) {
    held_ += memory;
    const Result<void> fits = CheckHeld(held_, questions_.most_memory);
    if (!fits && !lost_) lost_ = fits.error();
    return fits.has_value();
  }

  // A step ends with the answer to its last question.  One more question stays open until all are
  // asked, because answers may come at once.
  void BeginStep() { open_ = 1; }
  template <class T>
  bool Answered(const Result<T>& answer) {
    if (!answer && EndsQuestions(answer.error()) && !lost_) lost_ = answer.error();
    return --open_ == 0;
  }

  Context& context_;
  NameQuestions questions_;
  std::vector<std::string> asked_;
  ResolvedNames resolved_;
  std::vector<std::string> leaves_;                // below names that are not metrics ...
  std::vector<ResolvedNames::Answer*> leaves_of_;  // ... and the answers that they belong to
  std::vector<std::string> unknown_;               // names whose last problem may get a hint
  std::vector<MetricId> ids_;
  std::size_t open_ = 0;
  std::size_t held_ = 0;
  std::optional<Error> lost_;
  Done<ResolvedNames> done_;
};

void Resolver::FindMetrics() {
  context_.StartFind(
      asked_, [self = shared_from_this()](const Result<std::vector<Result<MetricId>>>& found) {
        if (!found) return self->done_(Fail(found.error()));
        self->BeginStep();
        for (std::size_t i = 0; i < found->size(); ++i) {
          const std::string& name = self->asked_[i];
          const Result<MetricId>& id = (*found)[i];
          ResolvedNames::Answer& answer = self->resolved_.names[name];
          if (id)
            answer.metrics.push_back({name, *id, InDomId()});
          else if (id.error().code == Errc::kNotAMetric || name.empty() || IsGlob(name))
            self->FindBelow(name, std::nullopt);
          else if (id.error().code == Errc::kNotFound)
            self->FindBelow(name, id.error().what);
          else
            answer.problems.push_back(id.error().what);
        }
        if (self->Answered(found)) self->FindLeaves();
      });
}

// A name that the source does not know may still have metrics below it: derived ones.
void Resolver::FindBelow(const std::string& name, const std::optional<std::string>& otherwise) {
  ++open_;
  context_.StartTraverse(TopOf(name), [self = shared_from_this(), name,
                                       otherwise](Result<std::vector<std::string>> below) {
    if (below && !self->Holds(MemoryForMetrics(*below))) below = Fail(*self->lost_);
    ResolvedNames::Answer& answer = self->resolved_.names[name];
    if (!below) answer.problems.push_back(otherwise.value_or(below.error().what));
    if (!below && below.error().code == Errc::kNotFound) self->unknown_.push_back(name);
    for (const std::string& leaf : below.value_or(std::vector<std::string>())) {
      if (IsGlob(name) && !MatchesGlob(name, leaf)) continue;
      self->leaves_.push_back(leaf);
      self->leaves_of_.push_back(&answer);
    }
    const bool is_any = !self->leaves_of_.empty() && self->leaves_of_.back() == &answer;
    if (below && !is_any) {
      answer.problems.push_back("No metric matches");
      self->unknown_.push_back(name);
    }
    if (self->Answered(below)) self->FindLeaves();
  });
}

void Resolver::FindLeaves() {
  if (lost_) return done_(Fail(*lost_));
  context_.StartFind(
      leaves_, [self = shared_from_this()](const Result<std::vector<Result<MetricId>>>& found) {
        if (!found) return self->done_(Fail(found.error()));
        for (std::size_t i = 0; i < found->size(); ++i) {
          const Result<MetricId>& id = (*found)[i];
          if (id)
            self->leaves_of_[i]->metrics.push_back({self->leaves_[i], *id, InDomId()});
          else
            self->leaves_of_[i]->problems.push_back(self->leaves_[i] + ": " + id.error().what);
        }
        self->Describe();
      });
}

void Resolver::Describe() {
  for (const auto& [name, answer] : resolved_.names)
    for (const NamedMetric& metric : answer.metrics) ids_.push_back(metric.id);
  context_.StartDescs(ids_,
                      [self = shared_from_this()](const Result<std::vector<Result<Desc>>>& descs) {
                        if (!descs) return self->done_(Fail(descs.error()));
                        self->Described(*descs);
                        self->FindInstances();
                      });
}

// Drops metrics without a descriptor.
void Resolver::Described(const std::vector<Result<Desc>>& descs) {
  auto desc = descs.begin();
  for (auto& [name, answer] : resolved_.names) {
    for (NamedMetric& metric : std::exchange(answer.metrics, {})) {
      const Result<Desc>& known = *desc++;
      if (known) {
        metric.indom = known->indom;
        answer.metrics.push_back(std::move(metric));
      } else {
        answer.problems.push_back(metric.name + " is not described: " + known.error().what);
      }
    }
  }
}

void Resolver::FindInstances() {
  BeginStep();
  for (const std::string& name : questions_.with_instances) {
    for (const NamedMetric& metric : resolved_.names[name].metrics) {
      if (metric.indom.IsNull() || !resolved_.domains.try_emplace(metric.indom).second) continue;
      ++open_;
      context_.StartInstances(metric.indom, [self = shared_from_this(), indom = metric.indom](
                                                Result<std::vector<NamedInstance>> instances) {
        const bool is_last = self->Answered(instances);
        if (instances && self->Holds(MemoryFor(*instances)))
          self->resolved_.domains[indom] = std::move(*instances);
        if (is_last) self->End();
      });
    }
  }
  if (Answered(Result<void>())) End();
}

// A source that cannot list all of its names, or has too many, still has the other answers.
void Resolver::End() {
  if (lost_) return done_(Fail(*lost_));
  if (!questions_.hint || unknown_.empty()) return done_(std::move(resolved_));
  context_.StartTraverse(
      "", [self = shared_from_this()](const Result<std::vector<std::string>>& all) {
        const bool fits =
            all && CheckHeld(self->held_ + MemoryForMetrics(*all), self->questions_.most_memory);
        for (const std::string& name : self->unknown_)
          if (fits)
            self->resolved_.names[name].problems.back() += self->questions_.hint(name, *all);
        self->done_(std::move(self->resolved_));
      });
}

}  // namespace

std::optional<InstanceId> FindInstance(const std::vector<NamedInstance>& instances,
                                       const InstanceSpec& spec) {
  const auto id = [&instances](auto matches) -> std::optional<InstanceId> {
    const auto found = std::ranges::find_if(instances, matches);
    return found == instances.end() ? std::nullopt : std::optional(found->id);
  };
  if (const InstanceId* number = std::get_if<InstanceId>(&spec))
    return id([number](const NamedInstance& instance) { return instance.id == *number; });
  const std::string& name = std::get<std::string>(spec);
  const auto exact = id([&name](const NamedInstance& instance) { return instance.name == name; });
  return exact ? exact
               : id([&name](const NamedInstance& instance) { return IsCalled(instance, name); });
}

void StartResolveNames(NameQuestions questions, Context& context, Done<ResolvedNames> done) {
  std::make_shared<Resolver>(std::move(questions), context, std::move(done))->FindMetrics();
}

}  // namespace fdr
