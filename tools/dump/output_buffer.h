// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Text on its way to a file descriptor, through one large buffer.

#pragma once

#include <charconv>
#include <cstddef>
#include <memory>
#include <string_view>

namespace fdr::tools {

/// Does not own the descriptor.  Text for a terminal passes through WriteText() of console.h.
/// After a failed write(2) everything is dropped: check error() now and then, and the result of
/// Flush() at the end.  One thread at a time.
class OutputBuffer {
 public:
  static constexpr std::size_t kCapacity = std::size_t{256} * 1024;
  /// The largest `n` for Room().
  static constexpr std::size_t kMaxRoom = 4096;

  explicit OutputBuffer(int fd) : fd_(fd), bytes_(std::make_unique<char[]>(kCapacity)) {}

  OutputBuffer& Append(std::string_view text) {
    if (text.size() > kCapacity - used_) return AppendLong(text);
    used_ += text.copy(bytes_.get() + used_, text.size());
    return *this;
  }
  OutputBuffer& Append(char c) { return Append(std::string_view(&c, 1)); }

  template <class Integer>
  OutputBuffer& Number(Integer value) {
    char* const p = Room(24);
    Advance(std::to_chars(p, p + 24, value).ptr);
    return *this;
  }

  /// Room for the next `n` bytes, to write there directly: Advance() to their end afterwards.
  char* Room(std::size_t n) {
    if (n > kCapacity - used_) MakeRoom();
    return bytes_.get() + used_;
  }
  void Advance(const char* end) { used_ = static_cast<std::size_t>(end - bytes_.get()); }

  /// Writes out the buffer; false if this or any earlier write failed.
  bool Flush();

  /// The errno of the first failure; 0 if there was none.
  int error() const { return error_; }

 private:
  OutputBuffer& AppendLong(std::string_view text);
  void Write(std::size_t n);
  // An incomplete character at the end stays until its rest comes.
  void MakeRoom();

  int fd_;
  int error_ = 0;
  std::size_t used_ = 0;
  std::unique_ptr<char[]> bytes_;
};

}  // namespace fdr::tools
