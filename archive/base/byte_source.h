// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A source of bytes: a plain file, a compressed file or memory.  See plain_file.h,
// compressed_file.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "fdr/archive/base/error.h"

namespace fdr {

/// Bytes that can be read at any offset, always of the *uncompressed* content.
/// Safe to use from several threads at once, except for Refresh().
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// The content's size when it was opened or last refreshed.
  virtual std::uint64_t size() const = 0;

  /// Fills `out` from `offset` on.  Fewer bytes than requested mean that the content ends there: at
  /// size(), or earlier if the file was cut meanwhile.
  virtual Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> out) const = 0;

  /// The whole content if it is in memory anyway, otherwise empty.  Valid as long as the source.
  virtual std::span<const std::byte> View() const { return {}; }

  /// Calls `use` with a descriptor of a file whose bytes are the content, if there is one.
  virtual void UseDescriptor(const std::function<void(int)>& /*use*/) const {}

  /// The file's name, for messages.
  virtual const std::string& name() const = 0;

  /// Whether the file has grown since it was opened or refreshed.  Works for a file that was
  /// unlinked, too.
  virtual bool HasGrown() const { return false; }
  /// Afterwards size() is up to date.
  virtual Result<void> Refresh() { return {}; }
};

}  // namespace fdr
