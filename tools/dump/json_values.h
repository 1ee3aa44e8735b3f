// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records and their values as JSON.  See docs/dump-json.md.

#pragma once

#include <string>
#include <unordered_map>

#include "fdr/archive/archive.h"
#include "fdr/replay/text/json_writer.h"
#include "fdr/replay/time/stamp_format.h"
#include "fdr/tools/dump/indom_moment.h"
#include "fdr/tools/dump/metric_names.h"
#include "fdr/tools/dump/record_walk.h"

namespace fdr::tools {

/// A time in RFC 3339, with nanoseconds.
void WriteTime(Timestamp stamp, StampFormatter& formatter, JsonWriter& json);

/// `bytes` in hexadecimal.
void WriteHex(Bytes bytes, JsonWriter& json);

/// Borrows the archive and the formatter.  One thread at a time.
class JsonRecords {
 public:
  JsonRecords(const Archive& archive, const MetricNames& names, StampFormatter& formatter)
      : archive_(archive), names_(names), formatter_(formatter) {}

  /// Appends the object, without an end of line.
  void Write(const WalkedRecord& record, std::string& line);

 private:
  void WriteSet(Timestamp stamp, const ValueSet& set, JsonWriter& json);
  void WriteInstance(const Desc& desc, Timestamp stamp, InstanceId id, JsonWriter& json);
  void WriteEvents(Type type, const ValueBlock& block, JsonWriter& json);
  void WriteNames(MetricId id, JsonWriter& json) const;
  InDomMoment& MomentOf(InDomId indom);

  const Archive& archive_;
  const MetricNames& names_;
  StampFormatter& formatter_;
  std::unordered_map<InDomId, InDomMoment> moments_;
};

}  // namespace fdr::tools
