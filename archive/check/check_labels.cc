// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_labels.h"

#include <algorithm>

namespace fdr {
namespace {

CheckCode CodeOf(Errc code) {
  if (code == Errc::kEmpty) return CheckCode::kLabelMissing;
  if (code == Errc::kUnsupportedVersion) return CheckCode::kLabelVersion;
  return CheckCode::kLabelBad;
}

// Whether the label has bytes that belong to no field.
bool HasGarbage(const LabelRecord& label, Bytes stored) {
  LabelRecord clean = label;
  clean.host = LabelText(label.host.view());
  clean.timezone = LabelText(label.timezone.view());
  clean.zoneinfo = LabelText(label.zoneinfo.view());
  clean.reserved = 0;
  ByteBuffer bytes;
  clean.Encode(bytes);
  return !std::equal(bytes.begin(), bytes.end(), stored.begin(), stored.end());
}

}  // namespace

std::optional<LabelRecord> CheckOwnLabel(const ByteSource& source, FileReport& report) {
  ByteBuffer head(LabelSize(Version::k3));
  const Result<std::size_t> got = source.ReadAt(0, head);
  if (!got) {
    report.AddUnreadable(got.error());
    return std::nullopt;
  }
  const Bytes bytes = Bytes(head).first(*got);
  const Result<LabelRecord> label = LabelRecord::Decode(bytes, source.name());
  if (!label) {
    report.Add(CodeOf(label.error().code), {label.error().offset}, "{}", label.error().what);
    return std::nullopt;
  }
  const CheckPlace place{.stamp = label->start};
  if (!label->start.Valid())
    report.Add(CheckCode::kLabelStamp, place, "The label's start, {}, is not a valid time",
               StampText(label->start));
  if (label->UnknownFeatures() != 0)
    report.Add(CheckCode::kLabelFeatures, place, "Unknown features {:#x}",
               label->UnknownFeatures());
  if (HasGarbage(*label, bytes.first(label->size())))
    report.Add(CheckCode::kLabelGarbage, place, "The label has bytes that mean nothing");
  return *label;
}

void CheckSharedLabel(const LabelRecord& label, std::int32_t volume, const LabelRecord& archive,
                      FileReport& report) {
  const CheckPlace place{.stamp = label.start};
  if (label.volume != volume)
    report.Add(CheckCode::kLabelVolume, place, "The label is that of volume {} instead of {}",
               label.volume, volume);
  if (label.version != archive.version)
    report.Add(CheckCode::kLabelMismatch, place, "Version {} instead of {}",
               static_cast<int>(label.version), static_cast<int>(archive.version));
  if (label.pid != archive.pid)
    report.Add(CheckCode::kLabelMismatch, place, "Process {} instead of {}", label.pid,
               archive.pid);
  if (!(label.host == archive.host))
    report.Add(CheckCode::kLabelMismatch, place, "Host \"{}\" instead of \"{}\"", label.host.view(),
               archive.host.view());
  if (label.start != archive.start)
    report.Add(CheckCode::kLabelDiffers, place, "Start {} instead of {}", StampText(label.start),
               StampText(archive.start));
  if (!(label.timezone == archive.timezone))
    report.Add(CheckCode::kLabelDiffers, place, "Time zone \"{}\" instead of \"{}\"",
               label.timezone.view(), archive.timezone.view());
  if (label.version == archive.version && !(label.zoneinfo == archive.zoneinfo))
    report.Add(CheckCode::kLabelDiffers, place, "Zone \"{}\" instead of \"{}\"",
               label.zoneinfo.view(), archive.zoneinfo.view());
  if (label.features != archive.features)
    report.Add(CheckCode::kLabelDiffers, place, "Features {:#x} instead of {:#x}", label.features,
               archive.features);
}

void CheckFileSize(std::uint64_t size, Version version, FileReport& report) {
  constexpr std::uint64_t kLargestV2 = 0x7fffffff;
  if (version == Version::k2 && size > kLargestV2)
    report.Add(CheckCode::kFileTooLarge, {}, "{} bytes", size);
}

}  // namespace fdr
