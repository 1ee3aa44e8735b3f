// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Stable codes for all findings of a check.  docs/check.md lists them.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace fdr {

enum class Severity : std::uint8_t {
  kError,    ///< Data are lost, or readers fail or get wrong data.
  kWarning,  ///< A rule of the format is broken; readers cope.
  kInfo,     ///< Odd, but known from sound archives.
};

enum class CheckCode : std::uint8_t {
  // The set of files
  kFileUnreadable,
  kFileNoMetadata,
  kFileNoVolume,
  kFileNoIndex,
  kFileBothForms,
  kFileVolumeGap,
  kFileNoRecords,
  kFileTooLarge,
  kArchiveNoData,
  kArchiveNoMetrics,
  // Labels
  kLabelMissing,
  kLabelBad,
  kLabelVersion,
  kLabelFeatures,
  kLabelVolume,
  kLabelMismatch,
  kLabelDiffers,
  kLabelStamp,
  kLabelEarly,
  kLabelGarbage,
  // Framing of .meta and volumes
  kFrameLength,
  kFrameMismatch,
  kFrameTruncated,
  kFrameZeros,
  // The temporal index
  kIndexPartial,
  kIndexZeros,
  kIndexStampInvalid,
  kIndexVolumeNumber,
  kIndexVolumeMissing,
  kIndexMetaOffset,
  kIndexDataOffset,
  kIndexBeforeStart,
  kIndexAfterEnd,
  kIndexBackwards,
  kIndexRepeated,
  kIndexVolumeBackwards,
  kIndexMetaBackwards,
  kIndexDataBackwards,
  kIndexAtEnd,
  kIndexNoRecord,
  kIndexNoMetadata,
  kIndexStampDiffers,
  kIndexLaterData,
  kIndexLaterMetadata,
  // Metadata of all kinds
  kMetaCorrupt,
  kMetaType,
  kMetaVersion,
  kMetaStampInvalid,
  kMetaBeforeStart,
  kMetaAfterEnd,
  kMetaBackwards,
  // Descriptors
  kDescId,
  kDescType,
  kDescSemantics,
  kDescIndom,
  kDescIndomDerived,
  kDescDimension,
  kDescScale,
  kDescScaleUnused,
  kDescRepeated,
  kDescChanged,
  kDescNoName,
  kDescName,
  kDescNameLong,
  kDescNameTaken,
  kDescNamePrefix,
  // Instance domains
  kIndomId,
  kIndomEmpty,
  kIndomIdTwice,
  kIndomNoName,
  kIndomNameTwice,
  kIndomNamesAlike,
  kIndomBackwards,
  kIndomDeltaFirst,
  kIndomDeltaOrder,
  kIndomDeltaRenames,
  kIndomDeltaAbsent,
  kIndomFullAfterDelta,
  kIndomDeltaStamp,
  kIndomDeltaLeavesNone,
  // Label sets
  kLabelsLevel,
  kLabelsId,
  kLabelsInstance,
  kLabelsJson,
  kLabelsOffset,
  kLabelsName,
  kLabelsValue,
  kLabelsCount,
  kLabelsOrder,
  kLabelsFlags,
  // Help texts
  kTextKind,
  kTextEnd,
  kTextUnknown,
  kTextRepeated,
  kTextChanged,
  kTextLines,
  // Data
  kDataCorrupt,
  kDataStampInvalid,
  kDataBeforeStart,
  kDataBackwards,
  kDataStretch,
  kDataStampWild,
  kDataNoDesc,
  kDataNoDescNoValues,
  kDataMetricTwice,
  kDataFormatChanged,
  kDataPointerKind,
  kDataFormat,
  kDataFloatInPlace,
  kDataBlockType,
  kDataBlockUntyped,
  kDataBlockSize,
  kDataStringEnd,
  kDataEvent,
  kDataEventStamp,
  kDataEventParameter,
  kDataSingularInstance,
  kDataSingularValues,
  kDataInstanceNegative,
  kDataInstanceTwice,
  kDataInstanceUnknown,
  kDataIndomUnknown,
  kDataCounter,
};

struct CheckCodeInfo {
  CheckCode code;
  std::string_view name;  ///< "data.backwards": never changes its meaning
  Severity severity;
  std::string_view meaning;  ///< a sentence
};

/// All of them, in the order of the enumerators.
std::span<const CheckCodeInfo> CheckCodes();
const CheckCodeInfo& InfoOf(CheckCode code);

/// "error", "warning", "info".
std::string_view ToString(Severity severity);

}  // namespace fdr
