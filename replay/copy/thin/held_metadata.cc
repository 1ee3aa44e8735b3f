// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/held_metadata.h"

#include "fdr/archive/record/record_frame.h"

namespace fdr {

// In the version that loses nothing.
void HeldMetadata::Hold(const MetadataRecord& record) {
  const Timestamp* const stamp = StampOf(record);
  auto& [at, frame] = records_.emplace_back();
  at = stamp == nullptr ? Timestamp() : *stamp;
  EncodeMetadata(Version::k3, record, frame);
  bytes_ += frame.size();
}

Result<void> HeldMetadata::PassFirst(const Use& use) {
  const ByteBuffer frame = std::move(records_.front().second);
  records_.pop_front();
  bytes_ -= frame.size();
  const Result<MetadataRecord> record = DecodeMetadata(BodyOf(frame));
  if (!record) return Fail(record.error());
  return use(*record);
}

Result<void> HeldMetadata::PassFirst(CopySink& next) {
  return PassFirst([&next](const MetadataRecord& record) { return next.Add(record); });
}

Result<void> HeldMetadata::PassUntil(Timestamp last, CopySink& next) {
  while (!records_.empty() && records_.front().first <= last)
    if (auto passed = PassFirst(next); !passed) return passed;
  return {};
}

Result<void> HeldMetadata::PassAll(const Use& use) {
  while (!records_.empty())
    if (auto passed = PassFirst(use); !passed) return passed;
  return {};
}

Result<void> HeldMetadata::PassAll(CopySink& next) {
  return PassAll([&next](const MetadataRecord& record) { return next.Add(record); });
}

}  // namespace fdr
