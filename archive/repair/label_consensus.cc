// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/repair/label_consensus.h"

#include <algorithm>
#include <vector>

#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {
namespace {

// Returns the most frequent value; of equally frequent ones, the first.
template <class Field>
Field MostFrequent(std::span<const LabelRecord> labels, Field LabelRecord::*field) {
  const LabelRecord* best = nullptr;
  std::ptrdiff_t best_count = 0;
  for (const LabelRecord& candidate : labels) {
    const auto same = [&](const LabelRecord& l) { return l.*field == candidate.*field; };
    const std::ptrdiff_t count = std::count_if(labels.begin(), labels.end(), same);
    if (count > best_count) {
      best = &candidate;
      best_count = count;
    }
  }
  return best->*field;
}

// Counts the good data records after the label, up to a few.
Result<int> CountRecords(Version version, const ByteSource& volume) {
  constexpr int kEnough = 16;
  FrameReader frames(volume, LabelSize(version));
  ResultRecord record;
  for (int count = 0;; ++count) {
    if (count == kEnough) return count;
    const Result<std::optional<Frame>> frame = frames.Next();
    if (!frame && frame.error().code == Errc::kIo) return Fail(frame.error());
    if (!frame || !*frame || !record.Decode(version, (*frame)->body) || !record.stamp().Valid())
      return count;
  }
}

}  // namespace

std::optional<LabelRecord> LabelConsensus(std::span<const LabelRecord> labels) {
  if (labels.empty()) return std::nullopt;
  const Version version = MostFrequent(labels, &LabelRecord::version);
  // Texts in labels of the other version may be cut to its field sizes, so these labels do not
  // count.
  std::vector<LabelRecord> witnesses;
  for (const LabelRecord& label : labels)
    if (label.version == version) witnesses.push_back(label);
  return LabelRecord{.version = version,
                     .pid = MostFrequent<std::int32_t>(witnesses, &LabelRecord::pid),
                     .start = MostFrequent<Timestamp>(witnesses, &LabelRecord::start),
                     .volume = witnesses.front().volume,
                     .features = MostFrequent<std::uint32_t>(witnesses, &LabelRecord::features),
                     .reserved = MostFrequent<std::uint32_t>(witnesses, &LabelRecord::reserved),
                     .host = MostFrequent<LabelText>(witnesses, &LabelRecord::host),
                     .timezone = MostFrequent<LabelText>(witnesses, &LabelRecord::timezone),
                     .zoneinfo = MostFrequent<LabelText>(witnesses, &LabelRecord::zoneinfo)};
}

Result<std::optional<Version>> GuessVersion(const ByteSource& volume) {
  const Result<int> v2 = CountRecords(Version::k2, volume);
  if (!v2) return Fail(v2.error());
  const Result<int> v3 = CountRecords(Version::k3, volume);
  if (!v3) return Fail(v3.error());
  if (*v2 == 0 && *v3 == 0) return std::nullopt;
  return *v2 > *v3 ? Version::k2 : Version::k3;
}

MendedLabel MendLabel(const std::optional<LabelRecord>& read, const LabelRecord& consensus,
                      std::int32_t number) {
  MendedLabel mended{.label = consensus, .was_readable = read.has_value(), .change = {}};
  mended.label.volume = number;
  if (!read) {
    mended.change = "The label was damaged";
  } else if (read->volume != number) {
    mended.change = "The label was that of another file";
  } else if (read->version != consensus.version || read->pid != consensus.pid ||
             read->start != consensus.start || read->features != consensus.features ||
             read->host != consensus.host || read->timezone != consensus.timezone ||
             read->zoneinfo != consensus.zoneinfo) {
    mended.change = "The label differed from those of the other files";
  } else {
    mended.label = *read;
  }
  return mended;
}

LabelRecord UnknownLabel(Version version) {
  LabelRecord label;
  label.version = version;
  label.start = {-1, 0};
  label.host = "unknown";
  label.timezone = "UTC";
  return label;
}

}  // namespace fdr
