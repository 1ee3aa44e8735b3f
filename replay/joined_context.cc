// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/joined_context.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fdr/replay/split_fetch.h"

namespace fdr {
namespace {

bool IsUnknown(const Error& error) { return error.code == Errc::kNotFound; }

std::string_view KeyOf(const NameChild& child) { return child.name; }
std::string_view KeyOf(const std::string& name) { return name; }

// Adds those of the second list that the first one does not have.
template <class Item>
void AddMissing(std::vector<Item>& to, const std::vector<Item>& more) {
  std::unordered_set<std::string_view> missing;
  for (const Item& item : more) missing.insert(KeyOf(item));
  for (const Item& known : to) missing.erase(KeyOf(known));
  for (const Item& item : more)
    if (missing.contains(KeyOf(item))) to.push_back(item);
}

// What both have below a name.  An error of the second context hides what the first one has only
// if the first one has nothing.
template <class Item>
Result<std::vector<Item>> Merged(Result<std::vector<Item>> first,
                                 Result<std::vector<Item>> second) {
  if (!first) return IsUnknown(first.error()) ? std::move(second) : std::move(first);
  if (second) AddMissing(*first, *second);
  return first;
}

// Two questions, of which one is asked after the answer to the other.
template <class Item, class Question, class Start>
void AskBoth(Question asked, Context& first, Start start_second) {
  auto done = std::move(asked.done);
  asked.done = [name = std::string(asked.name), start_second = std::move(start_second),
                done = std::move(done)](Result<std::vector<Item>> theirs) {
    const auto merge = [theirs = std::move(theirs), done](Result<std::vector<Item>> more) {
      done(Merged(theirs, std::move(more)));
    };
    start_second(name, merge);
  };
  first.Start(std::move(asked));
}

// The names that the first context does not know.
struct UnknownNames {
  std::vector<Result<MetricId>> answers;  // of all names
  std::vector<std::string> names;
  std::vector<std::size_t> places;  // of their answers
};

// Descriptors of which each context has a part.
struct SharedDescs {
  std::vector<MetricId> ids[2];
  std::vector<std::size_t> places[2];
  std::vector<Result<Desc>> answers;
  std::optional<Error> error;
  std::size_t open = 2;
  Done<std::vector<Result<Desc>>> done;

  void Take(int context, Result<std::vector<Result<Desc>>> found) {
    if (!found) error = std::move(found.error());
    for (std::size_t i = 0; found && i < places[context].size(); ++i)
      answers[places[context][i]] = std::move((*found)[i]);
    if (--open > 0) return;
    if (error) return done(Fail(std::move(*error)));
    done(std::move(answers));
  }
};

}  // namespace

void JoinedContext::Start(Question question) {
  std::visit([this](auto& asked) { Take(std::move(asked)); }, question);
}

// While the second context has an open question, it is the one that takes time.
void JoinedContext::Wait() { *open_ > 0 ? second_.Wait() : source().Wait(); }

template <class T>
Done<T> JoinedContext::Counted(Done<T> done) {
  ++*open_;
  return [open = open_, done = std::move(done)](Result<T> answer) {
    --*open;
    done(std::move(answer));
  };
}

template <class Question>
void JoinedContext::Forward(Question asked, bool to_second) {
  if (!to_second) return source().Start(std::move(asked));
  asked.done = Counted(std::move(asked.done));
  second_.Start(std::move(asked));
}

void JoinedContext::Take(FindQuestion asked) {
  source().StartFind(asked.names, [this, names = asked.names, done = std::move(asked.done)](
                                      Result<std::vector<Result<MetricId>>> found) {
    if (!found) return done(Fail(std::move(found.error())));
    const auto unknown = std::make_shared<UnknownNames>();
    unknown->answers = std::move(*found);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (unknown->answers[i] || !IsUnknown(unknown->answers[i].error())) continue;
      unknown->names.push_back(names[i]);
      unknown->places.push_back(i);
    }
    if (unknown->names.empty()) return done(std::move(unknown->answers));
    const auto take = [unknown, done](Result<std::vector<Result<MetricId>>> more) {
      if (!more) return done(Fail(std::move(more.error())));
      for (std::size_t i = 0; i < unknown->places.size(); ++i)
        unknown->answers[unknown->places[i]] = std::move((*more)[i]);
      done(std::move(unknown->answers));
    };
    Forward(FindQuestion{unknown->names, take}, true);
  });
}

void JoinedContext::Take(NamesOfQuestion asked) {
  const bool to_second = of_second_.has_metric(asked.id);
  Forward(std::move(asked), to_second);
}

void JoinedContext::Take(ChildrenQuestion asked) {
  AskBoth<NameChild>(std::move(asked), source(), [this](const std::string& name, auto done) {
    second_.StartChildren(name, Counted<std::vector<NameChild>>(done));
  });
}

void JoinedContext::Take(TraverseQuestion asked) {
  AskBoth<std::string>(std::move(asked), source(), [this](const std::string& name, auto done) {
    second_.StartTraverse(name, Counted<std::vector<std::string>>(done));
  });
}

void JoinedContext::Take(DescsQuestion asked) {
  const auto shared = std::make_shared<SharedDescs>();
  for (std::size_t i = 0; i < asked.ids.size(); ++i) {
    const int context = of_second_.has_metric(asked.ids[i]) ? 1 : 0;
    shared->ids[context].push_back(asked.ids[i]);
    shared->places[context].push_back(i);
  }
  for (const int context : {0, 1})
    if (shared->ids[1 - context].empty()) return Forward(std::move(asked), context == 1);
  shared->answers.resize(asked.ids.size());
  shared->done = std::move(asked.done);
  const auto take = [shared](int context) {
    return [shared, context](Result<std::vector<Result<Desc>>> found) {
      shared->Take(context, std::move(found));
    };
  };
  Forward(DescsQuestion{shared->ids[1], take(1)}, true);
  Forward(DescsQuestion{shared->ids[0], take(0)}, false);
}

void JoinedContext::Take(InstancesQuestion asked) {
  const bool to_second = of_second_.has_indom(asked.indom);
  Forward(std::move(asked), to_second);
}

void JoinedContext::Take(AllInstancesQuestion asked) {
  const bool to_second = of_second_.has_indom(asked.indom);
  Forward(std::move(asked), to_second);
}

void JoinedContext::Take(TextQuestion asked) {
  const bool to_second = IsOfMetric(asked.kind) ? of_second_.has_metric(MetricId{asked.id})
                                                : of_second_.has_indom(InDomId{asked.id});
  Forward(std::move(asked), to_second);
}

void JoinedContext::Take(LabelsQuestion asked) {
  const bool to_second = of_second_.has_labels && of_second_.has_labels(asked.level, asked.id);
  Forward(std::move(asked), to_second);
}

// The second context is asked first: if it is slow, the first one works meanwhile.
void JoinedContext::Take(FetchQuestion asked) {
  const auto split = std::make_shared<SplitFetch>(
      asked.metrics, [this](MetricId id) { return of_second_.has_metric(id) ? 1u : 0u; });
  const std::span<SplitFetch::Part> parts = split->parts();
  if (parts.size() < 2) return Forward(std::move(asked), !parts.empty() && parts[0].source == 1);
  const std::size_t first = parts[0].source == 0 ? 0 : 1;
  const auto error = std::make_shared<std::optional<Error>>();
  const auto take = [this, split, first, error, &result = asked.result,
                     done = std::move(asked.done)](std::size_t part) {
    return [=, this, &result](const Result<bool>& fetched) {
      split->parts()[part].has_values = fetched.value_or(false);
      if (!fetched) *error = fetched.error();
      if (!split->End()) return;
      if (*error) return done(Fail(**error));
      const SplitFetch::Part& of_first = split->parts()[first];
      split->Merge(of_first.has_values ? of_first.result.stamp() : source().Now(), result);
      done(true);
    };
  };
  for (const std::size_t i : {1 - first, first})
    Forward(FetchQuestion{parts[i].ids, asked.profile, parts[i].result, take(i)}, i != first);
}

}  // namespace fdr
