// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Decoders that nobody uses at the moment: making one takes some megabytes each time.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "fdr/archive/source/block_decoder.h"

namespace fdr {

/// Serves many threads at once.  Never keeps more decoders of a kind than were used at once.
class DecoderPool {
 public:
  /// Of what the decoders keep; beyond it they are made anew.
  static constexpr std::uint64_t kMaxMemory = 16 << 20;

  DecoderPool() = default;
  DecoderPool(const DecoderPool&) = delete;
  DecoderPool& operator=(const DecoderPool&) = delete;

  /// One that was put here, or a new one.
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

  /// For the next one who needs such a decoder.
  void Put(std::unique_ptr<BlockDecoder> decoder);

  void Clear();

  /// Of what is here.
  std::uint64_t memory() const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<BlockDecoder>> spare_;
  std::uint64_t memory_ = 0;
};

}  // namespace fdr
