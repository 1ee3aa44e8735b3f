// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Builds data records.  See docs/format/volume.md.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fdr/archive/byte_order.h"
#include "fdr/archive/byte_writer.h"
#include "fdr/archive/ids.h"
#include "fdr/archive/result_record.h"
#include "fdr/archive/timestamp.h"
#include "fdr/archive/value.h"

namespace fdr {

/// Begin(), then per metric either AddSet() or BeginSet() and its values, then Encode().  Reuses
/// its buffers: one encoder serves many records.
class ResultEncoder {
 public:
  static constexpr std::size_t kMaxPayload = 0xffffff - 4;

  void Begin(Timestamp stamp);

  /// A metric without values: count is 0 or an error code, which is negative.
  void AddSet(MetricId id, std::int32_t count);

  /// A metric with values (or, if none are added, without).  All are stored in the one format: by
  /// AddInPlace() in ValueFormat::kInPlace, by AddBlock() in the others, until the next set.
  void BeginSet(MetricId id, ValueFormat format);
  void AddInPlace(InstanceId instance, std::uint32_t word);
  /// Pads with '~', as PCP does, unless `padding` brings the bytes along.  A payload of more than
  /// kMaxPayload bytes cannot be stored: it makes the record overfull.
  void AddBlock(InstanceId instance, Type type, Bytes payload, Bytes padding = {});
  /// A copy of a decoded set.
  void CopySet(const ValueSet& set);

  /// Appends the framed record.
  void Encode(Version version, ByteBuffer& out) const;

  /// Appends a mark, a record without metrics.
  static void EncodeMark(Version version, Timestamp stamp, ByteBuffer& out);

  bool empty() const { return metrics_ == 0; }
  /// Whether something did not fit since Begin().  Such a record must not be encoded.
  bool overfull() const { return overfull_; }
  Timestamp stamp() const { return stamp_; }

 private:
  void AddPair(InstanceId instance, std::uint32_t word);

  Timestamp stamp_;
  std::uint32_t metrics_ = 0;
  bool overfull_ = false;
  std::size_t count_at_ = 0;           // where the open set's number of values stands in sets_
  std::uint32_t values_ = 0;           // of the open set, like the format
  std::optional<ValueFormat> format_;  // nothing while no set is open
  ByteBuffer sets_;                    // block words are still relative to the first block
  ByteBuffer blocks_;
  std::vector<std::size_t> block_words_;  // where those words stand in sets_
};

}  // namespace fdr
