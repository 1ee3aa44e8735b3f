// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When a data volume is full, by samples, bytes or time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "fdr/logger/config/limit.h"
#include "fdr/logger/schedule/schedule.h"

namespace fdr {

/// One thread at a time.
class VolumeLimit {
 public:
  /// Without a limit, volumes are never full.
  explicit VolumeLimit(std::optional<RecordingLimit> limit) : limit_(limit) {}

  /// To be called after each sample, with the archive and volume that the sample is in.  Whether
  /// the next sample belongs to the next volume.
  bool IsReached(std::size_t archive, std::int32_t volume, std::uint64_t bytes, Nanos now) {
    if (!limit_) return false;
    if (archive != archive_ || volume != volume_) {
      archive_ = archive;
      volume_ = volume;
      samples_ = 0;
      since_ = now;
    }
    ++samples_;
    const auto amount = static_cast<std::uint64_t>(limit_->amount);
    switch (limit_->kind) {
      case RecordingLimit::Kind::kSamples:
        return samples_ >= amount;
      case RecordingLimit::Kind::kBytes:
        return bytes >= amount;
      case RecordingLimit::Kind::kTime:
        break;
    }
    return now - since_ >= limit_->amount;
  }

 private:
  std::optional<RecordingLimit> limit_;
  // The present volume, and its contents:
  std::size_t archive_ = 0;
  std::int32_t volume_ = -1;
  std::uint64_t samples_ = 0;
  Nanos since_ = 0;  // of the first sample
};

}  // namespace fdr
