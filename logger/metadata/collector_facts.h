// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Who a recording is of: for its labels, and for the records that it begins and ends with.  By
// these, PCP's tools tell whether two recordings are of one run of a collector, so that nothing
// happened in between.

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
  Timestamp stamp;  ///< of what the collector said
};

/// What the source says; what it does not say stays as it was.  `facts` must live until the answer;
/// an error only where there was none, because the connection was lost.
void StartFactFinding(Context& source, CollectorFacts& facts, Done<void> done);

/// Describes what that record is made of.  A metric is left out that the source, or the archive,
/// has as another one: then PCP's tools do not believe the record, which costs a mark between two
/// recordings.
Result<void> DescribeIdentity(const MetadataFeed& source, const RecorderIdentity& recorder,
                              Timestamp stamp, ArchiveWriter& writer);

/// The record with which an archive begins and ends: of those of its metrics that are described.
Result<void> WriteIdentity(const CollectorFacts& facts, const RecorderIdentity& recorder,
                           const std::string& base, Timestamp stamp, ArchiveWriter& writer);

}  // namespace fdr
