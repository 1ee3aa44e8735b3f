// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/metadata/metric_labels.h"

#include <algorithm>
#include <map>

namespace fdr {
namespace {

// Every leaf stores its whole path, so long paths would take quadratic memory.
constexpr std::size_t kLongestPath = 1024;

// Walks a JSON object that may hold objects, and finds the leaves.  Arrays are leaves; their text
// is copied unchanged.
class LeafFinder {
 public:
  explicit LeafFinder(std::string_view json) : json_(json) {}

  /// Calls `visit(path, value)` for each leaf, up to the first malformed text.
  template <class Visit>
  void Run(Visit visit) {
    if (!Accept('{')) return;
    std::vector<std::size_t> parents = {0};  // lengths of the paths of the open objects
    std::string path;
    while (!parents.empty()) {
      if (Accept('}')) {
        parents.pop_back();
        path.resize(parents.empty() ? 0 : parents.back());
        Accept(',');
        continue;
      }
      const std::string_view name = TakeString();
      if (name.size() < 2 || !Accept(':')) return;
      path.resize(parents.back());
      if (!path.empty()) path += '.';
      path += name.substr(1, name.size() - 2);
      if (path.size() > kLongestPath) return;
      if (Accept('{')) {
        parents.push_back(path.size());
        continue;
      }
      const std::string_view value = TakeValue();
      if (value.empty()) return;
      visit(path, value);
      Accept(',');
    }
  }

 private:
  void SkipSpace() {
    while (at_ < json_.size() &&
           std::string_view(" \t\r\n").find(json_[at_]) != std::string_view::npos)
      ++at_;
  }

  bool Accept(char c) {
    SkipSpace();
    if (at_ >= json_.size() || json_[at_] != c) return false;
    ++at_;
    return true;
  }

  // Takes a string with its quotes; empty if no string follows.
  std::string_view TakeString() {
    SkipSpace();
    const std::size_t start = at_;
    if (at_ >= json_.size() || json_[at_] != '"') return {};
    for (++at_; at_ < json_.size() && json_[at_] != '"'; ++at_)
      if (json_[at_] == '\\') ++at_;
    if (at_ >= json_.size()) return {};
    ++at_;
    return json_.substr(start, at_ - start);
  }

  // Takes a string, an array, or any text up to the end of the member.
  std::string_view TakeValue() {
    SkipSpace();
    const std::size_t start = at_;
    for (int depth = 0; at_ < json_.size();) {
      const char c = json_[at_];
      if (c == '"') {
        if (TakeString().empty()) return {};
        continue;
      }
      if (depth == 0 && (c == ',' || c == '}')) break;
      if (c == '[' || c == '{') ++depth;
      if (c == ']' || c == '}') --depth;
      ++at_;
    }
    std::string_view value = json_.substr(start, at_ - start);
    while (!value.empty() && (value.back() == ' ' || value.back() == '\n')) value.remove_suffix(1);
    return value;
  }

  std::string_view json_;
  std::size_t at_ = 0;
};

// The identifier of the metric on this level; nothing if the level does not apply.
std::optional<std::uint32_t> IdAt(LabelLevel level, const Desc& desc) {
  const MetricId cluster = MetricId::Build(desc.id.domain(), desc.id.cluster(), 0);
  switch (level) {
    case LabelLevel::kContext:
      return 0xffffffff;
    case LabelLevel::kDomain:
      return desc.id.domain();
    case LabelLevel::kCluster:
      return cluster.value;
    case LabelLevel::kItem:
      return desc.id.value;
    case LabelLevel::kInDom:
    case LabelLevel::kInstances:
      break;
  }
  if (desc.indom.IsNull()) return std::nullopt;
  return desc.indom.value;
}

}  // namespace

std::vector<MetricLabel> LabelsIn(const LabelSet& set, LabelLevel level) {
  std::vector<MetricLabel> labels;
  if (set.json.size() > kMaxLabelJson || set.entries.size() > kMaxLabels) return labels;
  LeafFinder(set.json).Run([&](const std::string& path, std::string_view value) {
    const auto offset = static_cast<std::size_t>(value.data() - set.json.data());
    const auto entry = std::find_if(set.entries.begin(), set.entries.end(),
                                    [&](const LabelEntry& e) { return e.value_offset == offset; });
    const bool optional = entry != set.entries.end() && (entry->flags & kLabelOptional) != 0;
    labels.push_back({path, value, level, optional});
  });
  return labels;
}

std::vector<MetricLabel> LabelsAt(const Metadata& metadata, const Desc& desc,
                                  std::optional<InstanceId> instance, Timestamp t) {
  std::map<std::string, MetricLabel> merged;
  for (const LabelLevel level : {LabelLevel::kContext, LabelLevel::kDomain, LabelLevel::kInDom,
                                 LabelLevel::kCluster, LabelLevel::kItem, LabelLevel::kInstances}) {
    const auto id = IdAt(level, desc);
    const LabelHistory* history = id ? metadata.FindLabels(level, *id) : nullptr;
    const auto record = history ? history->At(t) : std::nullopt;
    if (!record) continue;
    for (const LabelSet& set : history->Record(*record).sets) {
      if (level == LabelLevel::kInstances && set.instance != instance) continue;
      for (MetricLabel& label : LabelsIn(set, level)) merged.insert_or_assign(label.name, label);
    }
  }
  std::vector<MetricLabel> labels;
  labels.reserve(merged.size());
  for (auto& [name, label] : merged) labels.push_back(std::move(label));
  return labels;
}

}  // namespace fdr
