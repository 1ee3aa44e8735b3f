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

/// Size of the whole record in bytes, with both length words.  The records of a file begin there.
constexpr std::size_t LabelSize(Version version) { return version == Version::k2 ? 132 : 808; }

/// A text of fixed width: NUL-terminated, and filled with zeros by fdr.  Bytes that old writers
/// left after the NUL are kept, so that a decoded label encodes to the same bytes.
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

  /// The text up to the NUL; without a NUL, all but the last byte of the field.
  std::string_view view() const {
    const std::string_view all = bytes_;
    return UpToNul(is_field_ && !all.empty() ? all.substr(0, all.size() - 1) : all);
  }
  void Encode(std::size_t width, ByteWriter& out) const;

  friend bool operator==(const LabelText& a, const LabelText& b) { return a.view() == b.view(); }

 private:
  std::string bytes_;
  bool is_field_ = false;  // bytes_ is the whole field as read
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

  /// Decodes the label at the start of `file`: at least the first 808 bytes of a file, or all of
  /// it.  Errors: kEmpty, kBadLabel, kUnsupportedVersion; `name` is for their messages.
  static Result<LabelRecord> Decode(Bytes file, std::string_view name);

  /// Appends the record with its length words.  Texts are cut so that they fit with a NUL.
  void Encode(ByteBuffer& out) const;

  /// The feature bits that fdr does not know.  Bit 31 is reserved for tests and harmless.
  std::uint32_t UnknownFeatures() const { return features & 0x7fffffffu; }

  std::size_t size() const { return LabelSize(version); }
};

}  // namespace fdr
