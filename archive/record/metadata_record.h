// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The records of a .meta file, distinguished by their type word.  See docs/format/metadata.md.

#pragma once

#include <variant>

#include "fdr/archive/record/desc_record.h"
#include "fdr/archive/record/indom_record.h"
#include "fdr/archive/record/labelset_record.h"
#include "fdr/archive/record/text_record.h"

namespace fdr {

/// The type alone decides the layout, in an archive of any version.
enum class MetadataType : std::uint32_t {
  kDesc = 1,
  kInDomV2 = 2,
  kLabelSetV2 = 3,
  kText = 4,
  kInDom = 5,
  kInDomDelta = 6,
  kLabelSet = 7,
};

using MetadataRecord = std::variant<DescRecord, InDomRecord, LabelSetRecord, TextRecord>;

/// Decodes a frame's body.  kBadRecordType for an unknown type.  Borrows from `body`.
Result<MetadataRecord> DecodeMetadata(Bytes body);

/// Appends the framed record in the layout of this version.
void EncodeMetadata(Version version, const MetadataRecord& record, ByteBuffer& out);

/// The record's stamp; null for a record without a stamp.
const Timestamp* StampOf(const MetadataRecord& record);

/// Whether records of this type occur in archives of this version.
bool BelongsTo(MetadataType type, Version version);

}  // namespace fdr
