// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of users and groups.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace fdr::local {

/// Asks the system once for each name.  Names are valid as long as this object.
class AccountNames {
 public:
  /// The number itself if the user has no name.
  std::string_view User(std::uint32_t id);
  std::string_view Group(std::uint32_t id);
  /// The home directory of a user, asked for each time; "" without one.
  static std::string HomeOf(std::uint32_t id);

 private:
  std::unordered_map<std::uint32_t, std::string> users_, groups_;
};

}  // namespace fdr::local
