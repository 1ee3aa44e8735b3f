// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/name_space/named_context.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace fdr {
namespace {

/// A search of which the source answers a part.
struct Search {
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

// There is no such name, or the collector cannot say.  Other names are there all the same.
bool IsMissing(const Error& error) { return error.code == Errc::kNotFound || error.pcp_error != 0; }

// For a question about a dynamic root itself: passes on an error of the collector.  A root without
// names is no error.
template <class Names>
Done<std::vector<Names>> ForRoot(Done<std::vector<Names>> done) {
  return [done = std::move(done)](Result<std::vector<Names>> found) {
    if (!found && found.error().code == Errc::kNotFound && found.error().pcp_error == 0)
      found.emplace();
    done(std::move(found));
  };
}

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

void NamedContext::Start(Question question) {
  std::visit([this](auto& asked) { Take(std::move(asked)); }, question);
}

void NamedContext::Take(FindQuestion asked) {
  const auto search = std::make_shared<Search>();
  search->answers.reserve(asked.names.size());
  for (const std::string& name : asked.names) {
    if (names_->DynamicRootOf(name)) {
      search->places.push_back(search->answers.size());
      search->names.push_back(name);
    }
    search->answers.push_back(names_->Find(name));
  }
  if (search->names.empty()) return asked.done(std::move(search->answers));
  source().StartFind(search->names, [search, done = std::move(asked.done)](
                                        Result<std::vector<Result<MetricId>>> found) {
    if (!found) return done(Fail(std::move(found.error())));
    for (std::size_t i = 0; i < search->places.size(); ++i)
      search->answers[search->places[i]] = std::move((*found)[i]);
    done(std::move(search->answers));
  });
}

void NamedContext::Take(NamesOfQuestion asked) {
  Result<std::vector<std::string>> own = names_->NamesOf(asked.id);
  if (own || !names_->has_dynamic_roots()) return asked.done(std::move(own));
  source().StartNamesOf(
      asked.id, [names = names_, unknown = std::move(own),
                 done = std::move(asked.done)](Result<std::vector<std::string>> found) {
        if (!found) return done(std::move(found));
        std::erase_if(*found, [&](const std::string& name) { return !names->DynamicRootOf(name); });
        if (found->empty()) return done(unknown);
        done(std::move(found));
      });
}

void NamedContext::Take(ChildrenQuestion asked) {
  const std::optional<std::string_view> root = names_->DynamicRootOf(asked.name);
  if (!root) return asked.done(names_->Children(asked.name));
  const bool is_root = *root == asked.name;
  if (is_root) asked.done = ForRoot(std::move(asked.done));
  source().Start(std::move(asked));
}

void NamedContext::Take(TraverseQuestion asked) {
  if (const auto root = names_->DynamicRootOf(asked.name)) {
    if (*root == asked.name) asked.done = ForRoot(std::move(asked.done));
    return source().Start(std::move(asked));
  }
  Result<std::vector<std::string>> own = names_->Traverse(asked.name);
  if (!own || !names_->has_dynamic_roots()) return asked.done(std::move(own));
  const auto walk = std::make_shared<Walk>();
  walk->done = std::move(asked.done);
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
