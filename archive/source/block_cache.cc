// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/block_cache.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <new>
#include <utility>

#include "fdr/archive/source/source_options.h"

namespace fdr {

std::shared_ptr<BlockCache> MakeBlockCache(std::uint64_t max_bytes) {
  return std::make_shared<BlockCache>(max_bytes);
}

// Keeps the memory of dropped pieces for new ones.  If this memory went back to the allocator,
// threads would leave holes in each other's arenas.
class BlockCache::Spares : public std::enable_shared_from_this<Spares> {
 public:
  explicit Spares(std::uint64_t max_bytes) : max_bytes_(max_bytes) {}

  /// The memory to reserve for `size` bytes.  Pieces of different blocks differ by a few bytes, and
  /// rounding lets each use the other's memory.
  static std::size_t Rounded(std::size_t size) {
    const std::size_t grain = std::max<std::size_t>(std::bit_floor(size) / 32, 1);
    return (size + grain - 1) / grain * grain;
  }

  /// Returns a buffer with a capacity of at most `most` bytes.
  ByteBuffer Take(std::size_t size, std::size_t most) {
    ByteBuffer buffer;
    {
      const std::lock_guard lock(mutex_);
      if (!buffers_.empty()) {
        buffer = std::move(buffers_.back());
        buffers_.pop_back();
        spare_ -= buffer.capacity();
      }
    }
    if (buffer.capacity() < size || buffer.capacity() > most) buffer = ByteBuffer();
    buffer.reserve(Rounded(size));
    buffer.resize(size);
    return buffer;
  }

  /// The buffer comes back after its last holder has released it.
  Block Share(ByteBuffer bytes) {
    const auto give_back = [spares = shared_from_this()](ByteBuffer* done) {
      spares->PutShared(std::move(*done));
      delete done;
    };
    auto made = std::make_unique<ByteBuffer>(std::move(bytes));
    {
      const std::lock_guard lock(mutex_);
      shared_ += made->capacity();
    }
    // Without memory for the counter of its holders, `give_back` is called.
    return std::shared_ptr<ByteBuffer>(made.release(), give_back);
  }

  void Clear() {
    const std::lock_guard lock(mutex_);
    buffers_ = {};
    spare_ = 0;
  }

 private:
  void PutShared(ByteBuffer buffer) {
    const std::lock_guard lock(mutex_);
    shared_ -= buffer.capacity();
    Keep(std::move(buffer));
  }

  // Shared and spare memory together stay within the cache's limit.  Giving memory back must not
  // fail: without memory to store the buffer here, the buffer goes to the allocator.
  void Keep(ByteBuffer buffer) noexcept {
    const std::size_t bytes = buffer.capacity();
    if (shared_ + spare_ + bytes > max_bytes_) return;
    try {
      buffers_.push_back(std::move(buffer));
      spare_ += bytes;
    } catch (const std::bad_alloc&) {
    }
  }

  std::mutex mutex_;
  const std::uint64_t max_bytes_;
  std::vector<ByteBuffer> buffers_;
  std::uint64_t spare_ = 0;   // bytes in buffers_
  std::uint64_t shared_ = 0;  // bytes that will come back
};

BlockCache::BlockCache(std::uint64_t max_bytes)
    : max_bytes_(max_bytes), spares_(std::make_shared<Spares>(max_bytes)) {}

BlockCache::Room::~Room() {
  const std::lock_guard lock(cache_.mutex_);
  cache_.reserved_ -= reserved_;
}

ByteBuffer BlockCache::Room::Buffer(std::size_t size) {
  {
    const std::lock_guard lock(cache_.mutex_);
    reserved_ += Spares::Rounded(size);
    cache_.reserved_ += Spares::Rounded(size);
    const std::uint64_t reserved = std::min(cache_.reserved_, cache_.max_bytes_);
    cache_.DropDownTo(cache_.max_bytes_ - reserved);
  }
  return cache_.spares_->Take(size, size + size / 8);
}

std::uint64_t BlockCache::AddSource() {
  const std::lock_guard lock(mutex_);
  ++sources_;
  return next_source_++;
}

void BlockCache::RemoveSource(std::uint64_t source) {
  const std::lock_guard lock(mutex_);
  for (auto it = by_key_.lower_bound({source, 0});
       it != by_key_.end() && it->first.first == source;) {
    Drop((it++)->second);
  }
  --sources_;
  if (sources_ > 0) return;
  decoders_.Clear();
  spares_->Clear();
}

bool BlockCache::Has(std::uint64_t source, std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  return by_key_.contains({source, number});
}

Result<BlockCache::Block> BlockCache::Get(std::uint64_t source, std::uint64_t block,
                                          std::uint64_t number, const DecodeFunction& decode) {
  const Key key{source, number}, block_key{source, block};
  std::unique_lock lock(mutex_);
  for (;;) {
    if (const auto it = by_key_.find(key); it != by_key_.end()) {
      entries_.splice(entries_.begin(), entries_, it->second);
      ++statistics_.hits;
      return it->second->piece;
    }
    if (decoding_.insert(block_key).second) break;
    decoded_.wait(lock);
  }

  // Wakes the waiting threads in any case, even if memory runs out, so that no thread waits
  // forever.
  struct Decoding {
    BlockCache& cache;
    std::unique_lock<std::mutex>& lock;
    const Key& block;
    ~Decoding() {
      if (!lock.owns_lock()) lock.lock();
      cache.decoding_.erase(block);
      cache.decoded_.notify_all();
    }
  } const decoding{*this, lock, block_key};

  ++statistics_.decodes;
  lock.unlock();
  auto pieces = [&]() -> Result<std::vector<Piece>> {
    Room room(*this);
    return decode(room);
  }();
  if (!pieces) return Fail(std::move(pieces.error()));
  Block wanted;
  lock.lock();
  for (Piece& piece : *pieces) {
    const Block bytes = spares_->Share(std::move(piece.bytes));
    if (piece.number == number) wanted = bytes;
    Insert({source, piece.number}, bytes);
  }
  return wanted;
}

// Does nothing if the piece is here: other pieces of its block may have been dropped without it.
void BlockCache::Insert(const Key& key, const Block& piece) {
  if (piece->capacity() > max_bytes_ || by_key_.contains(key)) return;
  DropDownTo(max_bytes_ - piece->capacity());
  Entries made;  // which an exception ends
  made.push_front({key, piece});
  by_key_.emplace(key, made.begin());
  entries_.splice(entries_.begin(), made);
  statistics_.bytes += piece->capacity();
}

// Drops the least recently used pieces until at most `bytes` are left.
void BlockCache::DropDownTo(std::uint64_t bytes) {
  while (statistics_.bytes > bytes) Drop(std::prev(entries_.end()));
}

void BlockCache::Drop(Entries::iterator entry) {
  statistics_.bytes -= entry->piece->capacity();
  by_key_.erase(entry->key);
  entries_.erase(entry);
}

BlockCache::Statistics BlockCache::statistics() const {
  const std::lock_guard lock(mutex_);
  return statistics_;
}

}  // namespace fdr
