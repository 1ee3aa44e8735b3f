// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Metadata as they are behind a stage of a copy.

#pragma once

#include "fdr/archive/archive.h"
#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/metadata/metadata.h"

namespace fdr {

/// The end of the stage.
class MetadataCollector final : public CopySink {
 public:
  /// Passes to `stage` what an archive describes: metrics, texts, labels, and each domain once,
  /// with its instances of all times.
  static Result<void> Feed(const Archive& archive, CopySink& stage);

  Result<void> Begin(const LabelRecord& label) override;
  Result<void> Add(const MetadataRecord& record) override;
  Result<void> Add(const CopiedRecord&) override { return {}; }
  Result<void> End() override { return {}; }

  /// Adds them, after Begin(), to those of other archives.
  Result<void> AppendTo(Metadata& merged) const;

 private:
  LabelRecord label_;
  ByteBuffer file_;
};

}  // namespace fdr
