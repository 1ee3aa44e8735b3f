// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Memory may be refused by an exception.  Some libraries do not survive that: they lose what they
// have allocated.

#pragma once

namespace fdr {

/// While it lives, this thread is refused no memory.  For calls whose memory has a limit of its
/// own.
class GrantedMemory {
 public:
  GrantedMemory() { ++grants_; }
  ~GrantedMemory() { --grants_; }
  GrantedMemory(const GrantedMemory&) = delete;
  GrantedMemory& operator=(const GrantedMemory&) = delete;

  static bool IsGranted() { return grants_ > 0; }

 private:
  static inline thread_local constinit int grants_ = 0;
};

}  // namespace fdr
