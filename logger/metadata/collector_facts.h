// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The identity of a recorded source, for the labels of the archive and for its first and last
// records.  From these records PCP's tools see whether two recordings are of the same run of a
// collector, with no restart in between.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/archive/archive_writer.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/logger/config/recording_options.h"
#include "fdr/logger/metadata/metadata_feed.h"
#include "fdr/replay/context.h"

namespace fdr {

struct CollectorFacts {
  std::string host;
  std::string timezone;  ///< as in TZ: "CET-1CEST"
  std::string zoneinfo;  ///< ":Europe/Berlin"
  std::uint64_t collector_pid = 0;
  std::uint32_t collector_sequence = 0;
  Timestamp stamp;  ///< of the collector's answer
};

/// Asks the source; facts that it does not know stay unchanged.  `facts` must live until the
/// answer.  Fails only if no answer came because the connection was lost.
void StartFactFinding(Context& source, CollectorFacts& facts, Done<void> done);

/// Describes the metrics of the identity record.  Leaves out a metric if the source or the archive
/// has a different metric of that identifier or name.  PCP's tools then ignore the record, and put
/// a mark between two recordings.
Result<void> DescribeIdentity(const MetadataFeed& source, const RecorderIdentity& recorder,
                              Timestamp stamp, ArchiveWriter& writer);

/// Writes the first or last record of an archive, with those of its metrics that are described.
Result<void> WriteIdentity(const CollectorFacts& facts, const RecorderIdentity& recorder,
                           const std::string& base, Timestamp stamp, ArchiveWriter& writer);

}  // namespace fdr
