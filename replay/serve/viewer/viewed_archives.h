// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The data that is kept in memory about the archives that clients look at.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "fdr/replay/serve/viewer/buckets/pyramid.h"
#include "fdr/replay/serve/viewer/kept_explanation.h"
#include "fdr/replay/serve/viewer/searched_source.h"

namespace fdr {

/// Any thread.
struct ViewedArchive {
  explicit ViewedArchive(std::size_t most_bytes) : pyramid(most_bytes) {}

  Pyramid pyramid;
  KeptSearch search;
  KeptExplanation explanation;
};

/// The data about the archives that were used last.  Any thread.
class ViewedArchives {
 public:
  /// They share the memory.
  explicit ViewedArchives(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  std::shared_ptr<ViewedArchive> Of(const std::string& id);
  void Clear();

 private:
  static constexpr std::size_t kMost = 2;

  struct Entry {
    std::string id;
    std::shared_ptr<ViewedArchive> archive;
  };

  const std::size_t most_bytes_;
  std::mutex mutex_;
  std::vector<Entry> entries_;  // the last one was used last
};

}  // namespace fdr
