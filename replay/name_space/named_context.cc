// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/name_space/named_context.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace fdr {
namespace {

/// A question for the source about some of the names.
struct FindQuestion {
  std::vector<Result<MetricId>> answers;  // one for each name
  std::vector<std::string> names;         // the names for the source ...
  std::vector<std::size_t> places;        // ... and the indexes of their answers
};

/// A walk that replaces each dynamic root by the names that the source has below it.
struct Walk {
  struct Stop {
    std::string name;
    std::optional<std::vector<std::string>> below;  // of a dynamic root
  };

  std::vector<Stop> stops;
  std::size_t open_questions = 1;  // one more than open, until all are asked
  std::optional<Error> error;
  Done<std::vector<std::string>> done;
};

void FinishQuestion(Walk& walk) {
  if (--walk.open_questions > 0) return;
  if (walk.error) return walk.done(Fail(std::move(*walk.error)));
  std::vector<std::string> names;
  for (Walk::Stop& stop : walk.stops) {
    if (!stop.below)
      names.push_back(std::move(stop.name));
    else
      std::move(stop.below->begin(), stop.below->end(), std::back_inserter(names));
  }
  walk.done(std::move(names));
}

// A name that the source lacks is no error; any other error counts.
bool IsMissing(const Error& error) { return error.code == Errc::kNotFound; }

}  // namespace

Result<NameSpace> TrimmedTo(Context& source, const NameSpace& names) {
  const std::span<const MetricId> ids = names.ids();
  const Result<std::vector<Result<Desc>>> descs = source.Descs(ids);
  if (!descs) return Fail(descs.error());
  std::unordered_set<MetricId> unknown;
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (!(*descs)[i]) unknown.insert(ids[i]);
  return names.Trimmed([&unknown](MetricId id) { return !unknown.contains(id); });
}

void NamedContext::StartFind(std::span<const std::string> names,
                             Done<std::vector<Result<MetricId>>> done) {
  const auto question = std::make_shared<FindQuestion>();
  question->answers.reserve(names.size());
  for (const std::string& name : names) {
    if (names_->DynamicRootOf(name)) {
      question->places.push_back(question->answers.size());
      question->names.push_back(name);
    }
    question->answers.push_back(names_->Find(name));
  }
  if (question->names.empty()) return done(std::move(question->answers));
  source().StartFind(question->names, [question, done = std::move(done)](
                                          Result<std::vector<Result<MetricId>>> found) {
    if (!found) return done(Fail(std::move(found.error())));
    for (std::size_t i = 0; i < question->places.size(); ++i)
      question->answers[question->places[i]] = std::move((*found)[i]);
    done(std::move(question->answers));
  });
}

void NamedContext::StartNamesOf(MetricId id, Done<std::vector<std::string>> done) {
  Result<std::vector<std::string>> own = names_->NamesOf(id);
  if (own || !names_->has_dynamic_roots()) return done(std::move(own));
  source().StartNamesOf(id, [names = names_, unknown = std::move(own),
                             done = std::move(done)](Result<std::vector<std::string>> found) {
    if (!found) return done(std::move(found));
    std::erase_if(*found, [&](const std::string& name) { return !names->DynamicRootOf(name); });
    if (found->empty()) return done(unknown);
    done(std::move(found));
  });
}

void NamedContext::StartChildren(std::string_view name, Done<std::vector<NameChild>> done) {
  const std::optional<std::string_view> root = names_->DynamicRootOf(name);
  if (!root) return done(names_->Children(name));
  source().StartChildren(name, [is_root = *root == name,
                                done = std::move(done)](Result<std::vector<NameChild>> found) {
    if (!found && is_root && IsMissing(found.error())) found.emplace();
    done(std::move(found));
  });
}

void NamedContext::StartTraverse(std::string_view name, Done<std::vector<std::string>> done) {
  if (const auto root = names_->DynamicRootOf(name); root && *root != name)
    return source().StartTraverse(name, std::move(done));
  Result<std::vector<std::string>> own = names_->Traverse(name);
  if (!own || !names_->has_dynamic_roots()) return done(std::move(own));
  const auto walk = std::make_shared<Walk>();
  walk->done = std::move(done);
  for (std::string& stop : *own) walk->stops.push_back({std::move(stop), std::nullopt});
  for (Walk::Stop& stop : walk->stops) {
    if (!names_->DynamicRootOf(stop.name)) continue;
    stop.below.emplace();
    ++walk->open_questions;
    source().StartTraverse(stop.name, [walk, &stop](Result<std::vector<std::string>> found) {
      if (found)
        stop.below = std::move(*found);
      else if (!IsMissing(found.error()))
        walk->error = std::move(found.error());
      FinishQuestion(*walk);
    });
  }
  FinishQuestion(*walk);
}

}  // namespace fdr
