// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A data record that a stage of a copy has changed.

#pragma once

#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_encoder.h"

namespace fdr {

/// Reuses its buffers: one object serves many records.
class ChangedRecord {
 public:
  /// Begin() it, and add sets.
  ResultEncoder& encoder() { return encoder_; }

  /// Passes on what was added: nothing if there are no sets.
  Result<void> PassTo(CopySink& next, Version version) { return Pass(encoder_, next, version); }

  /// The same for another encoder.
  Result<void> Pass(const ResultEncoder& record, CopySink& next, Version version) {
    if (record.empty()) return {};
    record.Encode(version, NewFrame());
    return PassFrame(next, version);
  }

  /// Append a record to this frame that is not made of sets, and pass it on.
  ByteBuffer& NewFrame() {
    frame_.clear();
    return frame_;
  }
  Result<void> PassFrame(CopySink& next, Version version) {
    const Bytes body = BodyOf(frame_);
    if (auto decoded = values_.Decode(version, body); !decoded) return decoded;
    return next.Add(CopiedRecord{.values = values_, .version = version, .body = body});
  }

 private:
  ResultEncoder encoder_;
  ByteBuffer frame_;
  ResultRecord values_;
};

}  // namespace fdr
