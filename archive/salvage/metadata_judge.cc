// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/salvage/metadata_judge.h"

namespace fdr {

bool MetadataJudge::IsType(std::uint32_t word) {
  const auto type = static_cast<MetadataType>(word);
  return type >= MetadataType::kDesc && type <= MetadataType::kLabelSet;
}

Result<void> MetadataJudge::Check(Bytes body) {
  const Result<MetadataRecord> record = DecodeMetadata(body);
  return record ? Result<void>() : Fail(record.error());
}

RecordJudge::Trust MetadataJudge::Weigh(Bytes body) {
  const Result<MetadataRecord> record = DecodeMetadata(body);
  return record && (!is_plausible_ || is_plausible_(*record)) ? Trust::kFull : Trust::kNone;
}

bool MetadataJudge::CanBegin(std::uint64_t /*body_size*/, Bytes start) {
  return start.size() < 4 || IsType(LoadU32(start.data()));
}

}  // namespace fdr
