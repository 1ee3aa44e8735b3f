// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances of a domain, with their names.  Identifiers stay the same while the context lives.

#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "fdr/archive/base/ids.h"

namespace fdr::local {

class InstanceTable {
 public:
  /// The identifier of a name.  A new name gets the lowest identifier above all others.
  InstanceId IdOf(std::string_view name);
  /// For domains whose identifiers have a meaning, such as a processor's number.
  void Name(InstanceId id, std::string_view name);
  /// "" for an unknown identifier.  Valid until the instance gets another name.
  std::string_view NameOf(InstanceId id) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  std::unordered_map<std::string, InstanceId, Hash, std::equal_to<>> ids_;
  std::unordered_map<InstanceId, std::string> names_;
  InstanceId next_ = 0;
};

/// Removes the entries of instances that are not in `present`.
template <class Map>
void KeepOnly(Map& map, std::span<const InstanceId> present) {
  if (map.size() <= present.size()) return;  // a few stale entries do no harm
  std::erase_if(map, [&](const auto& entry) {
    return std::find(present.begin(), present.end(), entry.first) == present.end();
  });
}

}  // namespace fdr::local
