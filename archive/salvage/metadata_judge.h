// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Distinguishes metadata records from bytes that only look like records.

#pragma once

#include <functional>

#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/salvage/record_salvager.h"

namespace fdr {

class MetadataJudge : public RecordJudge {
 public:
  using IsPlausible = std::function<bool(const MetadataRecord&)>;

  /// A record found after damage must be plausible, too.  Without a function, it must only be
  /// decodable.
  explicit MetadataJudge(IsPlausible is_plausible = {}) : is_plausible_(std::move(is_plausible)) {}

  /// Whether a word of a file is a type of metadata records.
  static bool IsType(std::uint32_t word);

  Result<void> Check(Bytes body) override;
  Trust Weigh(Bytes body) override;
  bool CanBegin(std::uint64_t body_size, Bytes start) override;

 private:
  IsPlausible is_plausible_;
};

}  // namespace fdr
