// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The label: the first record of every file of an archive.  See docs/format/label.md.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"

namespace fdr {

class ByteWriter;

inline constexpr std::int32_t kIndexVolume = -2;
inline constexpr std::int32_t kMetadataVolume = -1;

/// Bytes of the whole record, both length words included: where the records of a file begin.
constexpr std::size_t LabelSize(Version version) { return version == Version::k2 ? 132 : 808; }

/// A text of fixed width: NUL-terminated, zero-filled by us.  What old writers left behind the NUL
/// is kept, so that a label encodes to the bytes that it was decoded from.
class LabelText {
 public:
  LabelText() = default;
  LabelText(std::string_view text) : bytes_(text) {}  // NOLINT(google-explicit-constructor)
  LabelText(const char* text) : bytes_(text) {}       // NOLINT(google-explicit-constructor)
  static LabelText FromField(Bytes field) {
    LabelText text(AsText(field));
    text.is_field_ = true;
    return text;
  }

  /// Up to the NUL; where a writer forgot it, all but the last byte of the field.
  std::string_view view() const {
    const std::string_view all = bytes_;
    return UpToNul(is_field_ && !all.empty() ? all.substr(0, all.size() - 1) : all);
  }
  void Encode(std::size_t width, ByteWriter& out) const;

  friend bool operator==(const LabelText& a, const LabelText& b) { return a.view() == b.view(); }

 private:
  std::string bytes_;
  bool is_field_ = false;  // bytes_ is all of the field, as it was read
};

struct LabelRecord {
  Version version = Version::k3;
  std::int32_t pid = 0;
  Timestamp start;
  std::int32_t volume = 0;     ///< kIndexVolume, kMetadataVolume or the data volume's number
  std::uint32_t features = 0;  ///< version 3 only, like `reserved` and `zoneinfo`
  std::uint32_t reserved = 0;
  LabelText host;
  LabelText timezone;  ///< as in TZ: "AEST-10"
  LabelText zoneinfo;  ///< as in TZ: ":Australia/Melbourne"; may be empty

  /// Decodes the label at the start of `file`, of which at least the first 808 bytes (or all) are
  /// given.  Errors: kEmpty, kBadLabel, kUnsupportedVersion; `name` is for their messages.
  static Result<LabelRecord> Decode(Bytes file, std::string_view name);

  /// Appends the record, length words included.  Texts are cut to what fits with a NUL.
  void Encode(ByteBuffer& out) const;

  /// The feature bits that this code does not know.  Bit 31 is reserved for tests and harmless.
  std::uint32_t UnknownFeatures() const { return features & 0x7fffffffu; }

  std::size_t size() const { return LabelSize(version); }
};

}  // namespace fdr
