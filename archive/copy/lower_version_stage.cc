// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/lower_version_stage.h"

#include <fmt/format.h>

#include "fdr/archive/base/stamp_codec.h"

namespace fdr {
namespace {

constexpr std::int32_t kNanosPerMicro = 1000;

tl::unexpected<Error> CannotHold(const std::string& what) {
  return Fail(Errc::kUnsupportedVersion, "Version 2 cannot hold " + what);
}

// `stored` is the text as it comes back from a label.
Result<void> CheckText(const char* what, const LabelText& text, const LabelText& stored) {
  if (text == stored) return {};
  return CannotHold(fmt::format("the {} of the label, which has {} bytes: {} fit", what,
                                text.view().size(), stored.view().size()));
}

// A stamp that is none is for the writer, which reports it.
Result<void> CheckStamp(const char* what, Timestamp stamp) {
  if (!stamp.Valid() || CheckStorable(Version::k2, stamp)) return {};
  return CannotHold(fmt::format("{} at second {}: it ends in 2038", what, stamp.sec));
}

}  // namespace

Result<void> LowerVersionStage::Begin(const LabelRecord& label) {
  LabelRecord lower = label;
  lower.version = Version::k2;
  lower.features = lower.reserved = 0;
  lower.zoneinfo = {};
  ByteBuffer bytes;
  lower.Encode(bytes);
  const Result<LabelRecord> stored = LabelRecord::Decode(bytes, "");
  if (!stored) return Fail(stored.error());
  if (auto fits = CheckText("host", lower.host, stored->host); !fits) return fits;
  if (auto fits = CheckText("time zone", lower.timezone, stored->timezone); !fits) return fits;
  report_ = {.zoneinfo = std::string(label.zoneinfo.view()), .features = label.features};
  return writer_.Begin(lower);
}

Result<void> LowerVersionStage::Add(const MetadataRecord& record) {
  if (const Timestamp* const stamp = StampOf(record))
    if (auto fits = CheckStamp("metadata", *stamp); !fits) return fits;
  return writer_.Add(record);
}

Result<void> LowerVersionStage::Add(const CopiedRecord& record) {
  const Timestamp stamp = record.values.stamp();
  if (auto fits = CheckStamp(record.values.is_mark() ? "a mark" : "a record", stamp); !fits)
    return fits;
  if (stamp.nsec % kNanosPerMicro != 0) ++report_.stamps;
  return writer_.Add(record);
}

}  // namespace fdr
