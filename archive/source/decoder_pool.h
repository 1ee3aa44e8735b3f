// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Keeps idle decoders for reuse, because a new decoder allocates some megabytes each time.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "fdr/archive/source/block_decoder.h"

namespace fdr {

/// Serves many threads at once.  Never keeps more decoders of a kind than were in use at the same
/// time.
class DecoderPool {
 public:
  /// Limit for the memory of idle decoders; decoders above the limit are not kept.
  static constexpr std::uint64_t kMaxMemory = 16 << 20;

  DecoderPool() = default;
  DecoderPool(const DecoderPool&) = delete;
  DecoderPool& operator=(const DecoderPool&) = delete;

  /// Returns a kept decoder, or a new one.
  template <class Decoder>
  std::unique_ptr<Decoder> Take() {
    {
      const std::lock_guard lock(mutex_);
      for (std::unique_ptr<BlockDecoder>& spare : spare_) {
        auto* const decoder = dynamic_cast<Decoder*>(spare.get());
        if (decoder == nullptr) continue;
        memory_ -= decoder->memory();
        static_cast<void>(spare.release());
        spare = std::move(spare_.back());
        spare_.pop_back();
        return std::unique_ptr<Decoder>(decoder);
      }
    }
    return std::make_unique<Decoder>();
  }

  /// Keeps the decoder for the next Take().
  void Put(std::unique_ptr<BlockDecoder> decoder);

  void Clear();

  /// The memory of the kept decoders.
  std::uint64_t memory() const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<BlockDecoder>> spare_;
  std::uint64_t memory_ = 0;
};

}  // namespace fdr
