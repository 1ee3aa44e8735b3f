// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/decoder_pool.h"

#include <utility>

namespace fdr {

void DecoderPool::Put(std::unique_ptr<BlockDecoder> decoder) {
  const std::uint64_t memory = decoder->memory();
  const std::lock_guard lock(mutex_);
  if (memory > kMaxMemory - memory_) return;
  spare_.push_back(std::move(decoder));
  memory_ += memory;
}

void DecoderPool::Clear() {
  const std::lock_guard lock(mutex_);
  spare_.clear();
  memory_ = 0;
}

std::uint64_t DecoderPool::memory() const {
  const std::lock_guard lock(mutex_);
  return memory_;
}

}  // namespace fdr
