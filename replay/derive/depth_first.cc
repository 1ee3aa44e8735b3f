// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/depth_first.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace fdr {
namespace {

struct Branch {
  const std::string* name = nullptr;  // set if a name ends here
  std::vector<std::uint32_t> below;
};

// A part of a name, below the node of the parts before.
struct Part {
  std::uint32_t above = 0;
  std::string_view text;

  friend bool operator==(const Part&, const Part&) = default;
};

struct HashOfPart {
  std::size_t operator()(const Part& part) const {
    return std::hash<std::string_view>()(part.text) + part.above * std::size_t{0x9e3779b97f4a7c15};
  }
};

}  // namespace

std::vector<std::string> DepthFirst(const std::vector<std::string>& names) {
  std::vector<Branch> nodes(1);
  std::unordered_map<Part, std::uint32_t, HashOfPart> places;  // of all nodes except the root
  for (const std::string& name : names) {
    std::uint32_t at = 0;
    for (std::size_t begin = 0; begin <= name.size();) {
      const std::size_t end = std::min(name.find('.', begin), name.size());
      const auto next = static_cast<std::uint32_t>(nodes.size());
      const Part part{at, std::string_view(name).substr(begin, end - begin)};
      const auto [place, is_new] = places.try_emplace(part, next);
      if (is_new) {
        nodes[at].below.push_back(next);
        nodes.emplace_back();
      }
      at = place->second;
      begin = end + 1;
    }
    nodes[at].name = &name;
  }
  std::vector<std::string> ordered;
  ordered.reserve(names.size());
  std::vector<std::uint32_t> open = {0};
  while (!open.empty()) {
    const Branch& node = nodes[open.back()];
    open.pop_back();
    if (node.name != nullptr) ordered.push_back(*node.name);
    open.insert(open.end(), node.below.rbegin(), node.below.rend());
  }
  return ordered;
}

}  // namespace fdr
