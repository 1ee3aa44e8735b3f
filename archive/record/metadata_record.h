// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The records of a .meta file, told apart by their type word.  See docs/format/metadata.md.

#pragma once

#include <variant>

#include "fdr/archive/record/desc_record.h"
#include "fdr/archive/record/indom_record.h"
#include "fdr/archive/record/labelset_record.h"
#include "fdr/archive/record/text_record.h"

namespace fdr {

/// The type decides the layout, whatever the version of the archive that it stands in.
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

/// Decodes a frame's body.  kBadRecordType for a type that does not exist.  Borrows from `body`.
Result<MetadataRecord> DecodeMetadata(Bytes body);

/// Appends the framed record as an archive of that version stores it.
void EncodeMetadata(Version version, const MetadataRecord& record, ByteBuffer& out);

/// The record's stamp; null if it has none.
const Timestamp* StampOf(const MetadataRecord& record);

/// Whether a record of this type belongs into an archive of this version.
bool BelongsTo(MetadataType type, Version version);

}  // namespace fdr
