// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A server refuses memory by an exception (replay/serve/http/answer_memory.h).  Some libraries do
// not survive that: they lose what they have allocated.

#pragma once

namespace fdr {

/// While it lives, this thread is refused no memory.  For calls whose memory has a limit of its
/// own.  The memory counts as that of the answer, which frees it: AnswerMemory::WithoutRefusal is
/// for what may stay when the answer is gone, and only a server can count that.
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
