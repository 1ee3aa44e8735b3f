// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/label_record.h"

#include <fmt/format.h>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/stamp_codec.h"

namespace fdr {
namespace {

constexpr std::uint32_t kArchiveMagic = 0x50052600;

struct TextWidths {
  std::size_t host, timezone, zoneinfo;
};
constexpr TextWidths Widths(Version version) {
  return version == Version::k2 ? TextWidths{64, 40, 0} : TextWidths{256, 256, 256};
}

Result<Version> DecodeMagic(std::uint32_t magic, std::string_view name) {
  if ((magic & 0xffffff00) != kArchiveMagic)
    return Fail(Errc::kBadLabel, "Not a PCP archive: bad magic number", name, 4);
  const std::uint32_t version = magic & 0xff;
  if (version == 2) return Version::k2;
  if (version == 3) return Version::k3;
  // A label that was being written when the power failed: zeros follow the first bytes.
  if (version == 0) return Fail(Errc::kBadLabel, "Torn label: no version", name, 4);
  return Fail(Errc::kUnsupportedVersion,
              fmt::format("Version {} of the archive format is not supported", version), name, 4);
}

}  // namespace

void LabelText::Encode(std::size_t width, ByteWriter& out) const {
  if (width == 0) return;
  std::string_view text = bytes_;
  if (!is_field_ || text.size() != width) text = view().substr(0, width - 1);
  out.Text(text);
  out.Fill(width - text.size(), 0);
}

Result<LabelRecord> LabelRecord::Decode(Bytes file, std::string_view name) {
  if (file.size() < 8) return Fail(Errc::kEmpty, "Empty file: not even a label", name);
  ByteReader in(file);
  const std::uint32_t length = in.U32();
  const Result<Version> version = DecodeMagic(in.U32(), name);
  if (!version) return Fail(version.error());
  if (length != LabelSize(*version))
    return Fail(Errc::kBadLabel,
                fmt::format("Label record of {} bytes instead of {}", length, LabelSize(*version)),
                name);

  LabelRecord label;
  label.version = *version;
  label.pid = in.I32();
  label.start = ReadStamp(*version, in);
  label.volume = in.I32();
  if (*version == Version::k3) {
    label.features = in.U32();
    label.reserved = in.U32();
  }
  const TextWidths widths = Widths(*version);
  label.host = LabelText::FromField(in.Take(widths.host));
  label.timezone = LabelText::FromField(in.Take(widths.timezone));
  label.zoneinfo = LabelText::FromField(in.Take(widths.zoneinfo));
  const std::uint32_t trailer = in.U32();
  if (in.failed())
    return Fail(Errc::kBadLabel, "The file ends within its label", name, file.size());
  if (trailer != length)
    return Fail(Errc::kBadLabel,
                fmt::format("Label record ends in length {} instead of {}", trailer, length), name,
                length - 4);
  return label;
}

void LabelRecord::Encode(ByteBuffer& buffer) const {
  ByteWriter out(buffer);
  const auto length = static_cast<std::uint32_t>(LabelSize(version));
  out.U32(length);
  out.U32(kArchiveMagic | static_cast<std::uint32_t>(version));
  out.I32(pid);
  WriteStamp(version, start, out);
  out.I32(volume);
  if (version == Version::k3) {
    out.U32(features);
    out.U32(reserved);
  }
  const TextWidths widths = Widths(version);
  host.Encode(widths.host, out);
  timezone.Encode(widths.timezone, out);
  zoneinfo.Encode(widths.zoneinfo, out);
  out.U32(length);
}

}  // namespace fdr
