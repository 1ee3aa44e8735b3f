// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/held_values.h"

#include <vector>

#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/replay/values/encode_set.h"

namespace fdr {
namespace {

std::vector<MetricId> DiscreteMetrics(const Metadata& metadata) {
  std::vector<MetricId> metrics;
  for (const Desc& desc : metadata.metrics())
    if (desc.semantics == Semantics::kDiscrete) metrics.push_back(desc.id);
  return metrics;
}

}  // namespace

Result<FirstRecords> HeldAt(ArchiveContext& archive, Timestamp t) {
  if (t <= archive.label().start) return FirstRecords();
  const Timeline& timeline = archive.timeline();
  const std::vector<MetricId> metrics = DiscreteMetrics(timeline.metadata());
  FetchResult values;
  if (auto fetched = archive.FetchLastAt(t, metrics, values); !fetched)
    return Fail(fetched.error());
  ResultEncoder encoder;
  encoder.Begin(t);
  for (const FetchedSet& set : values.sets())
    if (set.status == SetStatus::kValues && set.count > 0) EncodeSet(values, set, encoder);
  if (encoder.empty() || encoder.overfull()) return FirstRecords();
  const Archive& present = timeline.archive(timeline.ArchiveBefore(t));
  const Version version = present.version();
  ByteBuffer frame;
  encoder.Encode(version, frame);
  const Bytes body = BodyOf(frame);
  // Version 2 has microseconds only.
  const Result<Timestamp> stamp = ResultRecord::DecodeStamp(version, body);
  if (!stamp) return Fail(stamp.error());
  return FirstRecords{
      {present.files().base, *stamp, version, ByteBuffer(body.begin(), body.end())}};
}

}  // namespace fdr
