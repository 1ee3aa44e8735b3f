// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What can be wrong in a file of memory mapped values.  docs/format/mmv.md lists the codes.

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace fdr::mmv {

enum class DefectCode : std::uint8_t {
  // The whole file is refused.
  kUnreadable,
  kTooLarge,
  kShort,
  kMagic,
  kVersion,
  kUnfinished,
  kCluster,
  kContents,
  kSectionType,
  kSectionTwice,
  kSectionPlace,
  kSectionMissing,
  // One thing in it is refused.
  kIndomSerial,
  kIndomInstances,
  kInstanceIndom,
  kInstanceId,
  kInstanceName,
  kMetricName,
  kMetricNameTwice,
  kMetricItem,
  kMetricItemTwice,
  kMetricType,
  kMetricSemantics,
  kMetricIndom,
  kValueMetric,
  kValueInstance,
  kValueTwice,
  kValueString,
  kLabelLevel,
  kLabelObject,
  kLabelText,
  // Readers cope.
  kSectionOverlap,
  kSectionAlignment,
  kMetricNoValue,
  kTextPlace,
  kStringPlace,
  kStringEnd,
};

enum class Effect : std::uint8_t {
  kFile,  ///< the file is refused
  kPart,  ///< the part that has the defect is refused
  kNone,  ///< readers cope
};

struct DefectInfo {
  DefectCode code;
  std::string_view name;  ///< "mmv.magic": never changes its meaning
  Effect effect;
  std::string_view meaning;  ///< a sentence
};

/// All of them, in the order of the enumerators.
std::span<const DefectInfo> DefectCodes();
const DefectInfo& InfoOf(DefectCode code);

struct Defect {
  DefectCode code;
  std::uint64_t offset;  ///< in the file
  std::string what;      ///< a sentence without its full stop
};

using DefectSink = std::function<void(Defect)>;

}  // namespace fdr::mmv
