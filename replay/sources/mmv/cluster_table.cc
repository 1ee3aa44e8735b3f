// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/mmv/cluster_table.h"

#include <string_view>

namespace fdr::mmv {
namespace {

// FNV-1a.  The same in every build, since archives of several recorders should fit together.
std::uint32_t HashOf(std::string_view text) {
  std::uint32_t hash = 2166136261;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  return hash;
}

// The cluster with the same instance domains.
constexpr std::uint32_t TwinOf(std::uint32_t cluster) { return cluster ^ kMostFiles; }

}  // namespace

bool ClusterTable::IsFree(std::uint32_t cluster, const std::string& file,
                          const IsThere& is_there) const {
  const auto is_free = [&](const std::string& owner) {
    return owner.empty() || owner == file || !is_there(owner);
  };
  return is_free(owners_[cluster]) && is_free(owners_[TwinOf(cluster)]);
}

std::uint32_t ClusterTable::Assign(const std::string& file, std::uint32_t wish,
                                   const IsThere& is_there) {
  const auto known = clusters_.find(file);
  const std::uint32_t before = known == clusters_.end() ? 0 : known->second;
  std::uint32_t cluster = before;
  if (wish != 0 && IsFree(wish, file, is_there))
    cluster = wish;
  else if (before == 0 || !IsFree(before, file, is_there))
    cluster = Choose(file, is_there);
  if (cluster == 0 || cluster == before) return cluster;
  if (before != 0) owners_[before].clear();
  clusters_.erase(owners_[cluster]);
  owners_[cluster] = file;
  clusters_[file] = cluster;
  return cluster;
}

// One that no file ever had, or one whose file is away.
std::uint32_t ClusterTable::Choose(const std::string& file, const IsThere& is_there) const {
  const IsThere all_are_there = [](const std::string&) { return true; };
  const std::uint32_t start = HashOf(file) % (kMostFiles - 1);
  for (const IsThere& counts : {all_are_there, is_there})
    for (std::uint32_t i = 0; i < kMostFiles - 1; ++i) {
      const std::uint32_t cluster = 1 + (start + i) % (kMostFiles - 1);
      if (IsFree(cluster, file, counts)) return cluster;
    }
  return 0;
}

}  // namespace fdr::mmv
