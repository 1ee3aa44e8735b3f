// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/record_scan.h"

#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

void RecordScan::Scan(Version version, Bytes bytes, Timestamp after) {
  *this = {.data = std::move(data)};
  data.clear();
  // A body has a stamp and the number of value sets.
  const std::size_t least = kFrameOverhead + StampSize(version) + sizeof(std::uint32_t);
  last = after;
  while (bytes.size() - size >= kFrameLengthSize) {
    const Bytes rest = bytes.subspan(size);
    const std::size_t length = LoadU32(rest.data());
    if (length < least || length > kMaxFrameSize) {
      stop = Stop::kDamage;
      return;
    }
    next_size = length;
    if (length > rest.size()) return;
    const Bytes body = rest.subspan(kFrameLengthSize, length - kFrameOverhead);
    const Timestamp stamp = LoadStamp(version, body.data());
    const bool is_whole = LoadU32(rest.data() + length - kFrameLengthSize) == length;
    if (!is_whole || !stamp.Valid()) {
      stop = Stop::kDamage;
      return;
    }
    if (stamp < last) {
      stop = Stop::kStepBack;
      return;
    }
    ends_with_mark = ResultRecord::IsMark(version, body);
    if (size == 0) {
      first = stamp;
      begins_with_mark = ends_with_mark;
    }
    if (ends_with_mark)
      ++marks;
    else
      data.push_back({size, length, stamp});
    last = stamp;
    size += length;
    next_size = 0;
  }
}

}  // namespace fdr
