// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Bytes in memory as a ByteSource.

#pragma once

#include <string>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {

class MemorySource final : public ByteSource {
 public:
  MemorySource(std::string name, ByteBuffer bytes)
      : name_(std::move(name)), bytes_(std::move(bytes)) {}

  std::uint64_t size() const override { return bytes_.size(); }
  const std::string& name() const override { return name_; }
  std::span<const std::byte> View() const override { return bytes_; }
  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> out) const override;

 private:
  std::string name_;
  ByteBuffer bytes_;
};

}  // namespace fdr
