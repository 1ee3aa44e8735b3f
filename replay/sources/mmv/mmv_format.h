// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The layout of a file of memory mapped values.  See docs/format/mmv.md.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fdr::mmv {

inline constexpr std::string_view kMagicBytes{"MMV\0", 4};
inline constexpr std::uint32_t kDomain =
    70;  ///< of all metrics in such files, as PCP's agent has it

// The sizes of what a file consists of.  Version 1 has names in place, later ones have strings.
inline constexpr std::size_t kHeaderSize = 40;
inline constexpr std::size_t kTocEntrySize = 16;
inline constexpr std::size_t kIndomSize = 32;
inline constexpr std::size_t kShortInstanceSize = 80;  ///< of version 1
inline constexpr std::size_t kInstanceSize = 24;
inline constexpr std::size_t kShortMetricSize = 104;  ///< of version 1
inline constexpr std::size_t kMetricSize = 48;
inline constexpr std::size_t kValueSize = 32;
inline constexpr std::size_t kStringSize = 256;  ///< with the NUL at the end
inline constexpr std::size_t kLabelSize = 256;
inline constexpr std::size_t kShortNameSize = 64;   ///< of version 1, with the NUL at the end
inline constexpr std::size_t kLabelTextSize = 244;  ///< with the NUL at the end

enum Section : std::uint32_t {
  kIndoms = 1,
  kInstances,
  kMetrics,
  kValues,
  kStrings,
  kLabels,
};
inline constexpr std::size_t kSectionEnd = kLabels + 1;

constexpr std::size_t EntrySizeOf(Section section, std::int32_t version) {
  switch (section) {
    case kIndoms:
      return kIndomSize;
    case kInstances:
      return version == 1 ? kShortInstanceSize : kInstanceSize;
    case kMetrics:
      return version == 1 ? kShortMetricSize : kMetricSize;
    case kValues:
      return kValueSize;
    case kStrings:
      return kStringSize;
    case kLabels:
      return kLabelSize;
  }
  return 0;
}

enum Flag : std::uint32_t {
  kNoPrefix = 1,  ///< names of metrics begin without the name of the file
  kProcess = 2,   ///< values count only while the process runs
  kSentinel = 4,  ///< a value of 64 ones, and an empty string, is no value
};

/// The type of a time that passes by itself between the start and the end of an interval.
inline constexpr std::int32_t kElapsedType = 9;

inline constexpr std::uint32_t kMaxCluster = 4095;
inline constexpr std::uint32_t kMostFiles = 2048;  ///< at a time, each with a cluster
inline constexpr std::uint32_t kMaxItem = 1023;
inline constexpr std::uint32_t kMaxSerial = 2047;  ///< of an instance domain

}  // namespace fdr::mmv
