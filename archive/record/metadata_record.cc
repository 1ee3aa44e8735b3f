// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/metadata_record.h"

#include <fmt/format.h>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/record/record_frame.h"

namespace fdr {
namespace {

template <class T>
Result<MetadataRecord> AsVariant(Result<T> record) {
  if (!record) return Fail(record.error());
  return MetadataRecord(std::move(*record));
}

MetadataType TypeOf(Version version, const MetadataRecord& record) {
  const bool v2 = version == Version::k2;
  if (const auto* indom = std::get_if<InDomRecord>(&record)) {
    if (v2) return MetadataType::kInDomV2;
    return indom->is_delta ? MetadataType::kInDomDelta : MetadataType::kInDom;
  }
  if (std::holds_alternative<LabelSetRecord>(record))
    return v2 ? MetadataType::kLabelSetV2 : MetadataType::kLabelSet;
  return std::holds_alternative<TextRecord>(record) ? MetadataType::kText : MetadataType::kDesc;
}

}  // namespace

Result<MetadataRecord> DecodeMetadata(Bytes body) {
  ByteReader in(body);
  const auto type = static_cast<MetadataType>(in.U32());
  const Bytes rest = in.Rest();
  if (in.failed()) return Fail(Errc::kCorruptRecord, "Metadata record without a type");
  switch (type) {
    case MetadataType::kDesc:
      return AsVariant(DescRecord::Decode(rest));
    case MetadataType::kInDomV2:
      return AsVariant(InDomRecord::Decode(Version::k2, false, rest));
    case MetadataType::kLabelSetV2:
      return AsVariant(LabelSetRecord::Decode(Version::k2, rest));
    case MetadataType::kText:
      return AsVariant(TextRecord::Decode(rest));
    case MetadataType::kInDom:
      return AsVariant(InDomRecord::Decode(Version::k3, false, rest));
    case MetadataType::kInDomDelta:
      return AsVariant(InDomRecord::Decode(Version::k3, true, rest));
    case MetadataType::kLabelSet:
      return AsVariant(LabelSetRecord::Decode(Version::k3, rest));
  }
  return Fail(Errc::kBadRecordType,
              fmt::format("Metadata record of unknown type {}", static_cast<std::uint32_t>(type)));
}

namespace {

void EncodeBody(Version version, const MetadataRecord& record, ByteBuffer& buffer) {
  if (const auto* desc = std::get_if<DescRecord>(&record)) return desc->Encode(buffer);
  if (const auto* text = std::get_if<TextRecord>(&record)) return text->Encode(buffer);
  if (const auto* indom = std::get_if<InDomRecord>(&record)) return indom->Encode(version, buffer);
  std::get<LabelSetRecord>(record).Encode(version, buffer);
}

}  // namespace

void EncodeMetadata(Version version, const MetadataRecord& record, ByteBuffer& buffer) {
  const FrameScope frame(buffer);
  ByteWriter(buffer).U32(static_cast<std::uint32_t>(TypeOf(version, record)));
  EncodeBody(version, record, buffer);
  // The end of the frame cannot throw, so its room is made here.
  buffer.resize(buffer.size() + kFrameLengthSize);
  buffer.resize(buffer.size() - kFrameLengthSize);
}

bool BelongsTo(MetadataType type, Version version) {
  switch (type) {
    case MetadataType::kDesc:
    case MetadataType::kText:
      return true;
    case MetadataType::kInDomV2:
    case MetadataType::kLabelSetV2:
      return version == Version::k2;
    case MetadataType::kInDom:
    case MetadataType::kInDomDelta:
    case MetadataType::kLabelSet:
      return version == Version::k3;
  }
  return false;
}

const Timestamp* StampOf(const MetadataRecord& record) {
  if (const auto* indom = std::get_if<InDomRecord>(&record)) return &indom->stamp;
  if (const auto* labels = std::get_if<LabelSetRecord>(&record)) return &labels->stamp;
  return nullptr;
}

}  // namespace fdr
