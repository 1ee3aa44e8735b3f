// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/block_cache.h"

#include <iterator>

namespace fdr {

std::uint64_t BlockCache::AddSource() {
  const std::lock_guard lock(mutex_);
  return next_source_++;
}

void BlockCache::RemoveSource(std::uint64_t source) {
  const std::lock_guard lock(mutex_);
  for (auto it = by_key_.lower_bound({source, 0});
       it != by_key_.end() && it->first.first == source;) {
    Drop((it++)->second);
  }
}

Result<BlockCache::Block> BlockCache::Get(std::uint64_t source, std::uint64_t number,
                                          const DecodeFunction& decode) {
  const Key key{source, number};
  std::unique_lock lock(mutex_);
  for (;;) {
    if (const auto it = by_key_.find(key); it != by_key_.end()) {
      entries_.splice(entries_.begin(), entries_, it->second);
      ++statistics_.hits;
      return it->second->block;
    }
    if (decoding_.insert(key).second) break;
    decoded_.wait(lock);
  }

  // Whatever happens, memory running out included: nobody may wait for this thread forever.
  struct Decoding {
    BlockCache& cache;
    std::unique_lock<std::mutex>& lock;
    const Key& key;
    ~Decoding() {
      if (!lock.owns_lock()) lock.lock();
      cache.decoding_.erase(key);
      cache.decoded_.notify_all();
    }
  } const decoding{*this, lock, key};

  ++statistics_.decodes;
  lock.unlock();
  Result<ByteBuffer> bytes = decode();
  if (!bytes) return Fail(std::move(bytes.error()));
  Block block = std::make_shared<const ByteBuffer>(std::move(*bytes));
  lock.lock();
  Insert(key, block);
  return block;
}

void BlockCache::Insert(const Key& key, const Block& block) {
  if (block->size() > max_bytes_) return;
  while (block->size() > max_bytes_ - statistics_.bytes) Drop(std::prev(entries_.end()));
  entries_.push_front({key, block});
  by_key_.emplace(key, entries_.begin());
  statistics_.bytes += block->size();
}

void BlockCache::Drop(Entries::iterator entry) {
  statistics_.bytes -= entry->block->size();
  by_key_.erase(entry->key);
  entries_.erase(entry);
}

BlockCache::Statistics BlockCache::statistics() const {
  const std::lock_guard lock(mutex_);
  return statistics_;
}

}  // namespace fdr
