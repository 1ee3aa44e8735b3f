// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/stretch_edge.h"

#include <algorithm>
#include <cmath>

namespace fdr {
namespace {

void ReadCollector(Version version, Bytes body, StretchEdge& edge) {
  ResultRecord record;
  if (!record.Decode(version, body)) return;
  const auto collector = CollectorOf(record);
  if (collector && collector->pid != 0) edge.collector = collector;
}

// The edge of the record that `step` returns first, and the distance to the next one.
template <class Step>
Result<StretchEdge> EdgeOf(const Archive& archive, Step step) {
  StretchEdge edge{.stamp = {}, .label = archive.label()};
  const Result<std::optional<Frame>> frame = step();
  if (!frame || !*frame) return edge;
  const auto stamp = ResultRecord::DecodeStamp(archive.version(), (*frame)->body);
  if (!stamp) return edge;
  edge.stamp = *stamp;
  ReadCollector(archive.version(), (*frame)->body, edge);
  const Result<std::optional<Frame>> other = step();
  if (!other || !*other) return edge;
  const auto inner = ResultRecord::DecodeStamp(archive.version(), (*other)->body);
  const bool is_mark = inner && ResultRecord::IsMark(archive.version(), (*other)->body);
  if (inner && !is_mark) edge.interval = std::abs(SecondsBetween(edge.stamp, *inner));
  return edge;
}

}  // namespace

Result<StretchEdge> StartOf(const Archive& archive, const RecordWindow& window) {
  RecordCursor cursor(archive);
  if (auto restored = cursor.Restore(window.from); !restored) return Fail(restored.error());
  return EdgeOf(archive, [&] { return cursor.NextSound(); });
}

Result<StretchEdge> EndOf(const Archive& archive, const RecordWindow& window) {
  RecordCursor cursor(archive);
  const auto placed =
      window.to.volume < archive.volume_count() ? cursor.Restore(window.to) : cursor.SeekEnd();
  if (!placed) return Fail(placed.error());
  return EdgeOf(archive, [&] { return cursor.PreviousSound(); });
}

bool GoesOn(const StretchEdge& end, const StretchEdge& start) {
  if (end.label.host != start.label.host) return false;
  if (end.collector && end.collector == start.collector) return true;
  if (end.label.pid == 0 || end.label.pid != start.label.pid) return false;
  const double interval = std::max(end.interval.value_or(0), start.interval.value_or(0));
  return SecondsBetween(end.stamp, start.stamp) <= 2 * interval;
}

}  // namespace fdr
