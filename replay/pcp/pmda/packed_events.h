// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Packed arrays of events, as agents give them to clients: docs/format/volume.md.

#pragma once

#include <pcp/pmda.h>

#include <cstddef>
#include <vector>

namespace fdr::pmda {

/// In the order of bytes of this machine.  Functions that return an int return PM_ERR_... if they
/// fail.
class PackedEvents {
 public:
  explicit PackedEvents(bool is_highres) : is_highres_(is_highres) { Reset(); }

  void Reset();
  int AddRecord(const timeval& stamp, int flags);
  int AddRecord(const timespec& stamp, int flags);
  int AddMissed(const timeval& stamp, int count);
  int AddMissed(const timespec& stamp, int count);
  /// To the last record.
  int AddParameter(pmID id, int type, const pmAtomValue& value);

  /// Completes the array.  Valid until the next call of any function.
  void* Finish();

 private:
  void PutHead(const timeval& stamp, int flags, int count);
  void PutHead(const timespec& stamp, int flags, int count);
  std::byte* Grow(std::size_t size);

  bool is_highres_;
  int records_ = 0;
  std::size_t count_at_ = 0;  // where the last record counts its parameters; 0: not at all
  std::vector<std::byte> bytes_;
};

}  // namespace fdr::pmda
