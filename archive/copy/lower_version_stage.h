// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The last stage of a copy that makes version 2 of version 3: counts what is lost, and refuses what
// version 2 cannot hold.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/archive/copy/copy_sink.h"

namespace fdr {

/// What an archive of version 2 has no longer.
struct LoweredVersion {
  std::uint64_t stamps = 0;       ///< records and marks whose stamps lost nanoseconds
  std::string zoneinfo;           ///< of the label, ":Europe/Berlin"
  std::uint32_t features = 0;     ///< of the label
  bool has_full_domains = false;  ///< in the place of differences
};

/// The writer behind it shortens stamps to whole microseconds.  Borrows it.
class LowerVersionStage final : public CopySink {
 public:
  explicit LowerVersionStage(CopySink& writer) : writer_(writer) {}

  /// kUnsupportedVersion for texts of the label that are too long.
  Result<void> Begin(const LabelRecord& label) override;
  /// kUnsupportedVersion for a stamp behind the last second of version 2.
  Result<void> Add(const MetadataRecord& record) override;
  Result<void> Add(const CopiedRecord& record) override;
  Result<void> End() override { return writer_.End(); }

  const LoweredVersion& report() const { return report_; }

 private:
  CopySink& writer_;
  LoweredVersion report_;
};

}  // namespace fdr
