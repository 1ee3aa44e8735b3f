// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/record_bodies.h"

#include <bit>
#include <span>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/record/record_frame.h"

namespace fdr {
namespace {

// Returns the body of a frame, whose length words must match its size.
Result<Bytes> CheckedBody(const RecordPlace& record, Bytes frame) {
  const Bytes body = BodyOf(frame);
  if (LoadU32(frame.data()) == frame.size() && LoadU32(body.data() + body.size()) == frame.size())
    return body;
  return Fail(Errc::kCorruptRecord, kFrameLengthsDiffer, record.source->name(), record.offset);
}

}  // namespace

Result<Bytes> RecordBodies::Get(const RecordPlace& record) {
  const auto size = static_cast<std::size_t>(record.body_size + kFrameOverhead);
  if (record.body_size > kLargestKept) return Read(record, large_);
  for (const Kept& kept : kept_)
    if (kept.record == record) return CheckedBody(record, Bytes(kept.frame).first(size));
  Kept& oldest = kept_[next_++ % kept_.size()];
  oldest.record = {};
  // With room for the next one, which may be a little larger.
  if (oldest.frame.size() < size) oldest.frame.resize(std::bit_ceil(size));
  const Result<Bytes> body = Read(record, oldest.frame);
  if (body) oldest.record = record;
  return body;
}

Result<Bytes> RecordBodies::Read(const RecordPlace& record, ByteBuffer& frame) {
  const auto size = static_cast<std::size_t>(record.body_size + kFrameOverhead);
  if (frame.size() < size) frame.resize(size);
  const std::span<std::byte> wanted = std::span(frame).first(size);
  const Result<std::size_t> got = record.source->ReadAt(record.offset, wanted);
  if (!got) return Fail(got.error());
  if (*got < size)  // the file was cut
    return Fail(Errc::kTruncatedRecord, kFramePastEnd, record.source->name(), record.offset);
  return CheckedBody(record, wanted);
}

}  // namespace fdr
