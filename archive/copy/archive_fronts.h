// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Stages for the records of one archive, in front of those for all archives.
//
//   archive a -> front -.
//   archive b ----------+-> stages -> writer
//   archive c -> front -'

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/metadata/metadata.h"

namespace fdr {

/// Makes the front of an archive, which passes on to `next`; null if it needs none.  Called again
/// for each stretch of the archive.
using MakeFront = std::function<Result<std::unique_ptr<CopySink>>(
    const std::string& archive, const Metadata& metadata, CopySink& next)>;

/// The fronts of archives that are read together.  Borrows what it is made of.
class ArchiveFronts {
 public:
  /// `label` is that of the new archive.
  ArchiveFronts(const MakeFront& make, const LabelRecord& label, CopySink& next)
      : make_(make), label_(label), end_(next) {}

  /// Returns the front, as long as this lives; null if the archive has none.
  Result<CopySink*> Begin(const Archive& archive);
  Result<void> End();

 private:
  // The label of one archive is not that of the new one, and others go on behind its end.
  class Junction final : public CopySink {
   public:
    explicit Junction(CopySink& next) : next_(next) {}

    Result<void> Begin(const LabelRecord&) override { return {}; }
    Result<void> Add(const MetadataRecord& record) override { return next_.Add(record); }
    Result<void> Add(const CopiedRecord& record) override { return next_.Add(record); }
    Result<void> End() override { return {}; }

   private:
    CopySink& next_;
  };

  const MakeFront& make_;
  const LabelRecord& label_;
  Junction end_;
  std::vector<std::unique_ptr<CopySink>> fronts_;
};

/// Adds the metadata of an archive, as they are behind its front, to those of others.
Result<void> MergeBehindFront(Archive& archive, const MakeFront& make, const LabelRecord& label,
                              Metadata& merged);

}  // namespace fdr
