// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/block_file.h"

#include <algorithm>

namespace fdr {

BlockFile::BlockFile(std::unique_ptr<ByteSource> file, std::uint64_t content_size,
                     std::shared_ptr<BlockCache> cache)
    : file_(std::move(file)),
      size_(content_size),
      cache_(std::move(cache)),
      cache_id_(cache_->AddSource()) {}

BlockFile::~BlockFile() { cache_->RemoveSource(cache_id_); }

Result<std::size_t> BlockFile::ReadAt(std::uint64_t offset, std::span<std::byte> out) const {
  if (offset >= size_) return 0;
  const std::uint64_t wanted = std::min<std::uint64_t>(out.size(), size_ - offset);
  std::size_t done = 0;
  while (done < wanted) {
    const BlockExtent extent = Find(offset + done);
    const auto block =
        cache_->Get(cache_id_, extent.number, [this, &extent] { return ReadBlock(extent); });
    if (!block) return Fail(block.error());
    const Bytes rest =
        Bytes(**block).subspan(static_cast<std::size_t>(offset + done - extent.content_offset));
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(rest.size(), wanted - done));
    std::copy_n(rest.begin(), n, out.subspan(done).begin());
    done += n;
  }
  return done;
}

Result<ByteBuffer> BlockFile::ReadBlock(const BlockExtent& extent) const {
  ByteBuffer compressed(static_cast<std::size_t>(extent.file_size));
  const auto n = file_->ReadAt(extent.file_offset, compressed);
  if (!n) return Fail(n.error());
  if (*n < compressed.size()) {
    return Fail(Errc::kCompression, "The file was cut while it was being read", name(),
                extent.file_offset + *n);
  }
  return Decode(extent, compressed);
}

}  // namespace fdr
