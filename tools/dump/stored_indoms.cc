// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/stored_indoms.h"

#include <variant>

#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/record/record_frame.h"

namespace fdr::tools {

Result<void> ForEachStoredInDom(const Archive& archive, const SourceOptions& options,
                                const std::function<void(const InDomRecord&, std::uint64_t)>& see) {
  const auto source = OpenSource(archive.files().metadata, options);
  if (!source) return Fail(source.error());
  FrameReader frames(**source, archive.label().size());
  while (true) {
    const Result<std::optional<Frame>> frame = frames.Next();
    if (!frame) return Fail(frame.error());
    if (!*frame) return {};
    const Result<MetadataRecord> record = DecodeMetadata((*frame)->body);
    if (!record) continue;
    if (const auto* indom = std::get_if<InDomRecord>(&*record)) see(*indom, (*frame)->offset);
  }
}

}  // namespace fdr::tools
