// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Shows the records of several volumes as one volume in another order.
//
//   volume 0   label  10 20 30 40
//   volume 1   label  12 22 32 42
//   content    label  10 12 20 22 30 32 40 42
//
// A table of pieces maps the content to the volumes.  In place of damage the content has eight
// zeros, which are no record in either direction.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_source.h"

namespace fdr {

/// Immutable.  Borrows the volumes, whose content must not change.
class SortedSource final : public ByteSource {
 public:
  static constexpr std::uint64_t kDamageSize = 8;

  /// `volumes` are the volumes for Add().
  SortedSource(std::string name, std::vector<const ByteSource*> volumes)
      : name_(std::move(name)), volumes_(std::move(volumes)) {}

  /// Appends a piece of a volume to the content.
  void Add(std::size_t volume, std::uint64_t offset, std::uint64_t size);
  void AddDamage();
  /// Call after the last Add().
  void Finish() { pieces_.shrink_to_fit(); }

  std::uint64_t size() const override { return size_; }
  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> out) const override;
  const std::string& name() const override { return name_; }

 private:
  static constexpr std::uint32_t kDamage = 0xffffffff;

  struct Piece {
    std::uint64_t at = 0;      // in the content
    std::uint64_t offset = 0;  // in the volume
    std::uint32_t volume = 0;  // or kDamage
  };
  struct Part {  // of a piece, to be read
    std::uint32_t volume = 0;
    std::uint64_t offset = 0;
    std::span<std::byte> out;
  };

  std::vector<Part> PartsOf(std::uint64_t offset, std::span<std::byte> out) const;
  Result<bool> Read(std::span<const Part> row, std::vector<std::byte>& buffer) const;

  std::string name_;
  std::vector<const ByteSource*> volumes_;
  std::vector<Piece> pieces_;
  std::uint64_t size_ = 0;
};

}  // namespace fdr
