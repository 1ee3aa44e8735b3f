// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/order/sorted_source.h"

#include <algorithm>
#include <tuple>

namespace fdr {

void SortedSource::Add(std::size_t volume, std::uint64_t offset, std::uint64_t size) {
  const auto number = static_cast<std::uint32_t>(volume);
  const bool goes_on = !pieces_.empty() && pieces_.back().volume == number &&
                       pieces_.back().offset + (size_ - pieces_.back().at) == offset;
  if (!goes_on) pieces_.push_back({size_, offset, number});
  size_ += size;
}

void SortedSource::AddDamage() {
  pieces_.push_back({size_, 0, kDamage});
  size_ += kDamageSize;
}

// Returns the parts to read; fills in damage directly.
std::vector<SortedSource::Part> SortedSource::PartsOf(std::uint64_t offset,
                                                      std::span<std::byte> out) const {
  std::vector<Part> parts;
  auto piece = std::upper_bound(
      pieces_.begin(), pieces_.end(), offset,
      [](std::uint64_t wanted, const Piece& candidate) { return wanted < candidate.at; });
  --piece;
  while (!out.empty()) {
    const std::uint64_t end = piece + 1 == pieces_.end() ? size_ : (piece + 1)->at;
    const auto part =
        out.first(static_cast<std::size_t>(std::min<std::uint64_t>(end - offset, out.size())));
    if (piece->volume == kDamage)
      std::fill(part.begin(), part.end(), std::byte{0});
    else
      parts.push_back({piece->volume, piece->offset + (offset - piece->at), part});
    out = out.subspan(part.size());
    offset = end;
    ++piece;
  }
  return parts;
}

// Reads parts that are neighbours in one volume; false if the volume has become shorter.
Result<bool> SortedSource::Read(std::span<const Part> row, std::vector<std::byte>& buffer) const {
  const ByteSource& volume = *volumes_[row.front().volume];
  std::span<std::byte> all = row.front().out;
  if (row.size() > 1) {
    buffer.resize(
        static_cast<std::size_t>(row.back().offset + row.back().out.size() - row.front().offset));
    all = buffer;
  }
  const Result<std::size_t> got = volume.ReadAt(row.front().offset, all);
  if (!got) return Fail(got.error());
  if (*got < all.size()) return false;
  if (row.size() == 1) return true;
  for (const Part& part : row)
    std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(part.offset - row.front().offset),
                part.out.size(), part.out.begin());
  return true;
}

// Reads parts that lie together in a volume together, even if the content has them in another
// order.
Result<std::size_t> SortedSource::ReadAt(std::uint64_t offset, std::span<std::byte> out) const {
  if (offset >= size_) return 0;
  out = out.first(static_cast<std::size_t>(std::min<std::uint64_t>(size_ - offset, out.size())));
  if (out.empty()) return 0;
  std::vector<Part> parts = PartsOf(offset, out);
  std::ranges::sort(parts, {},
                    [](const Part& part) { return std::tuple(part.volume, part.offset); });
  std::vector<std::byte> buffer;
  for (std::span<const Part> rest = parts; !rest.empty();) {
    std::size_t n = 1;
    while (n < rest.size() && rest[n].volume == rest[0].volume &&
           rest[n].offset == rest[n - 1].offset + rest[n - 1].out.size())
      ++n;
    const Result<bool> whole = Read(rest.first(n), buffer);
    if (!whole) return Fail(whole.error());
    if (!*whole) return 0;
    rest = rest.subspan(n);
  }
  return out.size();
}

}  // namespace fdr
