// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The data that is kept in memory about the archives that clients look at.

#pragma once

#include <cstddef>
#include <memory>

#include "fdr/replay/serve/viewer/buckets/pyramid.h"
#include "fdr/replay/serve/viewer/last_used.h"
#include "fdr/replay/serve/viewer/searched_source.h"

namespace fdr {

/// Any thread.
struct ViewedArchive {
  explicit ViewedArchive(std::size_t most_bytes) : pyramid(most_bytes) {}

  Pyramid pyramid;
  KeptSearch search;
};

/// Any thread.
class ViewedArchives : public LastUsed<ViewedArchive> {
 public:
  /// They share the memory.
  explicit ViewedArchives(std::size_t most_bytes)
      : LastUsed(kMost,
                 [most_bytes] { return std::make_shared<ViewedArchive>(most_bytes / kMost); }) {}

 private:
  static constexpr std::size_t kMost = 2;
};

}  // namespace fdr
