// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Series of metrics from which buckets are made: from the pyramid, or from the records of a window.

#pragma once

#include <memory>
#include <span>
#include <utility>

#include "fdr/replay/serve/viewer/buckets/pyramid.h"
#include "fdr/replay/serve/viewer/buckets/window_buckets.h"

namespace fdr {

/// Immutable: threads share it.
class BucketSource {
 public:
  virtual ~BucketSource() = default;
  /// The series of a key.
  virtual std::span<const InstanceId> Instances(std::size_t key) const = 0;
  /// Adds the values of a series in the window.
  virtual void Fill(std::size_t key, std::size_t series, SeriesBuckets& out) const = 0;
  /// Whether the grids of Fill() may be any; otherwise one window, in the buckets that it was read
  /// with, or as one.
  virtual bool HasAnyGrid() const = 0;
};

class PyramidSeries final : public BucketSource {
 public:
  explicit PyramidSeries(Pyramid::Columns columns) : columns_(std::move(columns)) {}

  std::span<const InstanceId> Instances(std::size_t key) const override {
    return columns_.columns[key]->instances();
  }
  void Fill(std::size_t key, std::size_t series, SeriesBuckets& out) const override {
    columns_.columns[key]->Fill(series, *columns_.moments, out);
  }
  bool HasAnyGrid() const override { return true; }

 private:
  Pyramid::Columns columns_;
};

class WindowSeries final : public BucketSource {
 public:
  explicit WindowSeries(std::unique_ptr<const WindowBuckets> window) : window_(std::move(window)) {}

  std::span<const InstanceId> Instances(std::size_t key) const override {
    return window_->instances(key);
  }
  void Fill(std::size_t key, std::size_t series, SeriesBuckets& out) const override {
    const SeriesBuckets& buckets = window_->Of(key, series);
    if (out.grid().size() != buckets.grid().size()) return out.AddSums(0, buckets.Total());
    for (std::size_t k = 0; k < out.grid().size(); ++k) out.AddSums(k, buckets.buckets()[k]);
  }
  bool HasAnyGrid() const override { return false; }

 private:
  std::unique_ptr<const WindowBuckets> window_;
};

}  // namespace fdr
