// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/asked_instances.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "fdr/replay/pattern/glob.h"

namespace fdr {

// Matching a glob or an expression with all names takes time.
constexpr std::size_t kMostPatterns = 16;

Result<AskedInstances> AskedInstances::Of(const Parameters& parameters) {
  AskedInstances filter;
  std::size_t count = 0;
  for (const auto& [name, value] : parameters.all()) {
    if (name != "i") continue;
    if (++count > kMost) return Fail(Errc::kInvalidArgument, "i: too many instances");
    if (const Result<void> added = filter.Add(value); !added) return Fail(added.error());
  }
  return filter;
}

Result<void> AskedInstances::Add(const std::string& text) {
  has_all_ = false;
  if (globs_.size() + patterns_.size() >= kMostPatterns)
    return Fail(Errc::kInvalidArgument, "i: too many patterns");
  if (text.starts_with('{')) {
    if (conditions_) return Fail(Errc::kInvalidArgument, "i: combine conditions with ||");
    Result<InstanceConditions> conditions = InstanceConditions::Parse(text);
    if (!conditions) return Fail(conditions.error());
    conditions_ = std::move(*conditions);
    return {};
  }
  if (text.size() > 2 && text.front() == '/' && text.back() == '/') {
    auto pattern = TextPattern::Posix(text.substr(1, text.size() - 2));
    if (!pattern) return Fail(Errc::kInvalidArgument, "i: " + pattern.error().what);
    patterns_.push_back(std::move(*pattern));
    return {};
  }
  InstanceId id = 0;
  const char* const end = text.data() + text.size();
  if (text.size() > 1 && text.front() == '#' &&
      std::from_chars(text.data() + 1, end, id).ptr == end)
    ids_.insert(id);
  if (IsGlob(text)) globs_.push_back(text);
  names_.insert(text);
  return {};
}

Result<void> AskedInstances::ReadLabels(Context& context, std::span<const Desc> metrics) {
  return conditions_ ? conditions_->ReadLabels(context, metrics) : Result<void>();
}

bool AskedInstances::Includes(const std::string& metric, const Desc& desc, InstanceId id,
                              const std::string& name) const {
  return has_all_ || names_.contains(name) || ids_.contains(id) ||
         std::any_of(globs_.begin(), globs_.end(),
                     [&](const std::string& glob) { return MatchesGlob(glob, name); }) ||
         std::any_of(patterns_.begin(), patterns_.end(),
                     [&](const TextPattern& pattern) { return pattern.IsIn(name); }) ||
         (conditions_ && conditions_->Hold(metric, desc, id, name));
}

}  // namespace fdr
