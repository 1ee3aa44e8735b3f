// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/name_space/name_linker.h"

#include <fmt/format.h>

#include <string>
#include <unordered_map>

#include "fdr/replay/preprocessor/preprocessor.h"

namespace fdr {
namespace {

constexpr std::string_view kRoot = "root";

class NameLinker {
 public:
  NameLinker(const PreprocessedText& text, std::span<const NameGroup> groups,
             const LinkRules& rules)
      : text_(text), groups_(groups), rules_(rules), is_reached_(groups.size()) {}

  Result<std::vector<MetricName>> Run() {
    if (const Result<void> done = FindGroups(); !done) return Fail(done.error());
    if (const Result<void> done = Walk(); !done) return Fail(done.error());
    if (const Result<void> done = CheckGroups(); !done) return Fail(done.error());
    if (const Result<void> done = CheckMetrics(); !done) return Fail(done.error());
    return std::move(names_);
  }

 private:
  /// How far a group has been visited.
  struct Step {
    std::size_t group = 0;
    std::size_t next_node = 0;
  };

  tl::unexpected<Error> Problem(NameSpot spot, std::string_view complaint) const {
    return Fail(ErrorAt(text_, spot, complaint));
  }

  Result<void> FindGroups();
  Result<void> Walk();
  Result<void> See(const NameGroup& group, const NameNode& node);
  Result<void> AddName(std::string name, const NameNode& node);
  /// Checks that every group is reachable.
  Result<void> CheckGroups() const;
  /// Checks that no metric has two names, unless that is allowed.
  Result<void> CheckMetrics() const;

  const PreprocessedText& text_;
  std::span<const NameGroup> groups_;
  const LinkRules& rules_;

  std::unordered_map<std::string_view, std::size_t> by_path_;
  std::vector<bool> is_reached_;
  std::vector<Step> steps_;  // from the root; an explicit stack, because groups may be nested to
                             // any depth
  std::vector<MetricName> names_;
  std::vector<NameSpot> spots_;  // of the names
  std::size_t bytes_ = 0;
};

Result<void> NameLinker::FindGroups() {
  for (std::size_t i = 0; i < groups_.size(); ++i)
    if (!by_path_.emplace(groups_[i].path, i).second && groups_[i].path == kRoot)
      return Problem(groups_[i].spot, "there is a group root already");
  const auto root = by_path_.find(kRoot);
  if (root == by_path_.end())
    return Fail(Errc::kInvalidArgument, "there is no group root", text_.files.front());
  is_reached_[root->second] = true;
  steps_.push_back({root->second, 0});
  by_path_.erase(root);  // a name "root" in the root group would be another group
  return {};
}

Result<void> NameLinker::Walk() {
  while (!steps_.empty()) {
    Step& step = steps_.back();
    const NameGroup& group = groups_[step.group];
    if (step.next_node == group.nodes.size()) {
      steps_.pop_back();
    } else if (Result<void> seen = See(group, group.nodes[step.next_node++]); !seen) {
      return seen;
    }
  }
  return {};
}

Result<void> NameLinker::See(const NameGroup& group, const NameNode& node) {
  std::string name;
  if (group.path != kRoot) name.append(group.path) += '.';
  name += node.name;
  if (node.id) return AddName(std::move(name), node);
  const auto below = by_path_.find(name);
  if (below == by_path_.end())
    return Problem(node.spot, "there is neither a metric nor a group " + name);
  is_reached_[below->second] = true;
  steps_.push_back({below->second, 0});
  return {};
}

Result<void> NameLinker::AddName(std::string name, const NameNode& node) {
  bytes_ += name.size();
  if (bytes_ > rules_.max_bytes) {
    Error error = ErrorAt(text_, node.spot, "all names together are too large");
    error.code = Errc::kTooLarge;
    return Fail(std::move(error));
  }
  names_.push_back({std::move(name), *node.id});
  spots_.push_back(node.spot);
  return {};
}

Result<void> NameLinker::CheckGroups() const {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (is_reached_[i]) continue;
    const auto first = by_path_.find(groups_[i].path);
    const bool is_second = first != by_path_.end() && first->second != i;
    return Problem(groups_[i].spot, is_second ? "there is a group of this path already"
                                              : "no other group leads to this one");
  }
  return {};
}

Result<void> NameLinker::CheckMetrics() const {
  if (rules_.allow_duplicates) return {};
  std::unordered_map<MetricId, std::string_view> first_names;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const auto& [name, id] = names_[i];
    if (IsDynamicRoot(id)) continue;
    const auto [first, is_new] = first_names.emplace(id, name);
    if (!is_new)
      return Problem(spots_[i],
                     fmt::format("the metric {}.{}.{} of {} is that of {}, too", id.domain(),
                                 id.cluster(), id.item(), name, first->second));
  }
  return {};
}

}  // namespace

Result<std::vector<MetricName>> LinkNames(const PreprocessedText& text,
                                          std::span<const NameGroup> groups,
                                          const LinkRules& rules) {
  return NameLinker(text, groups, rules).Run();
}

}  // namespace fdr
