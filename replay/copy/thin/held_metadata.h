// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Metadata that wait for data in front of them.

#pragma once

#include <deque>
#include <functional>
#include <utility>

#include "fdr/archive/copy/copy_sink.h"

namespace fdr {

/// In the order in which they came.  Those with stamps come in the order of these.
class HeldMetadata {
 public:
  /// Holds a copy.
  void Hold(const MetadataRecord& record);

  bool empty() const { return records_.empty(); }
  Timestamp first() const { return records_.front().first; }
  std::size_t bytes() const { return bytes_; }

  Result<void> PassFirst(CopySink& next);
  /// Passes on those with this stamp, and older ones.
  Result<void> PassUntil(Timestamp last, CopySink& next);
  Result<void> PassAll(CopySink& next);
  using Use = std::function<Result<void>(const MetadataRecord&)>;
  Result<void> PassAll(const Use& use);

 private:
  Result<void> PassFirst(const Use& use);

  std::deque<std::pair<Timestamp, ByteBuffer>> records_;  // framed
  std::size_t bytes_ = 0;
};

}  // namespace fdr
