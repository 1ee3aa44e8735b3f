// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/archive_fronts.h"

#include <utility>

#include "fdr/archive/copy/metadata_collector.h"

namespace fdr {
namespace {

Result<std::unique_ptr<CopySink>> FrontOf(const Archive& archive, const MakeFront& make,
                                          const LabelRecord& label, CopySink& next) {
  if (!make) return std::unique_ptr<CopySink>();
  auto front = make(archive.files().base, archive.metadata(), next);
  if (!front || !*front) return front;
  if (auto begun = (*front)->Begin(label); !begun) return Fail(begun.error());
  return front;
}

}  // namespace

Result<CopySink*> ArchiveFronts::Begin(const Archive& archive) {
  auto front = FrontOf(archive, make_, label_, end_);
  if (!front) return Fail(front.error());
  if (!*front) return nullptr;
  return fronts_.emplace_back(std::move(*front)).get();
}

Result<void> ArchiveFronts::End() {
  for (const auto& front : fronts_)
    if (auto ended = front->End(); !ended) return ended;
  return {};
}

Result<void> MergeBehindFront(Archive& archive, const MakeFront& make, const LabelRecord& label,
                              Metadata& merged) {
  MetadataCollector collector;
  const auto front = FrontOf(archive, make, label, collector);
  if (!front) return Fail(front.error());
  if (!*front) return archive.AppendMetadataTo(merged);
  if (auto fed = MetadataCollector::Feed(archive, **front); !fed) return fed;
  return collector.AppendTo(merged);
}

}  // namespace fdr
