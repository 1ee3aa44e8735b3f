// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The cluster in the identifiers of a file's metrics: the one that the file wishes, or one that
// follows from its name.  So identifiers stay the same, whichever other files come and go.
//
// The identifier of an instance domain lacks the highest bit of the cluster.  So of two clusters
// that differ in this bit alone, only one is taken.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

#include "fdr/replay/sources/mmv/mmv_format.h"

namespace fdr::mmv {

class ClusterTable {
 public:
  using IsThere = std::function<bool(const std::string& file)>;

  /// The cluster of a file: `wish`, unless that is 0 or another file that is there has it.  A file
  /// keeps its cluster while it is away, as long as there are others.  0 if all are taken.
  std::uint32_t Assign(const std::string& file, std::uint32_t wish, const IsThere& is_there);

 private:
  bool IsFree(std::uint32_t cluster, const std::string& file, const IsThere& is_there) const;
  std::uint32_t Choose(const std::string& file, const IsThere& is_there) const;

  std::array<std::string, kMaxCluster + 1> owners_;  // by cluster; "": the cluster is free
  std::unordered_map<std::string, std::uint32_t> clusters_;
};

}  // namespace fdr::mmv
