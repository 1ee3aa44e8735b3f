// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/account_names.h"

#include <grp.h>
#include <pwd.h>
#include <vector>

namespace fdr::local {
namespace {

// Larger than any reasonable entry.
constexpr std::size_t kEntrySize = 64 * 1024;

}  // namespace

std::string_view AccountNames::User(std::uint32_t id) {
  const auto [it, is_new] = users_.try_emplace(id);
  if (is_new) {
    std::vector<char> buffer(kEntrySize);
    passwd entry, *found = nullptr;
    getpwuid_r(id, &entry, buffer.data(), buffer.size(), &found);
    it->second = found != nullptr ? found->pw_name : std::to_string(id);
  }
  return it->second;
}

std::string_view AccountNames::Group(std::uint32_t id) {
  const auto [it, is_new] = groups_.try_emplace(id);
  if (is_new) {
    std::vector<char> buffer(kEntrySize);
    group entry, *found = nullptr;
    getgrgid_r(id, &entry, buffer.data(), buffer.size(), &found);
    it->second = found != nullptr ? found->gr_name : std::to_string(id);
  }
  return it->second;
}

std::string AccountNames::HomeOf(std::uint32_t id) {
  std::vector<char> buffer(kEntrySize);
  passwd entry, *found = nullptr;
  getpwuid_r(id, &entry, buffer.data(), buffer.size(), &found);
  return found != nullptr ? found->pw_dir : "";
}

}  // namespace fdr::local
