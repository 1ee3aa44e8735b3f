// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the peer's checker, pmlogcheck, says about an archive, and what ours calls the same.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/archive/check.h"

namespace fdr::test {

/// Where a finding of ours must be that corresponds to a message of the peer's.
enum class PeerPlace {
  kDetail,   ///< Nowhere: the message only adds to another one.
  kFile,     ///< In the same file.
  kEntry,    ///< In the same entry of the index.
  kVolume,   ///< In a data volume: of several the peer always names the first.
  kMetric,   ///< In the metadata or in a data volume, as there, and about the same metric.
  kIndex,    ///< In the index: the file of the message is one that it names.
  kArchive,  ///< Anywhere.
};

struct PeerMessage {
  std::string line;
  std::string file;  ///< suffix of the file that it is about: ".meta", ".0"; empty for the archive
  long entry = 0;    ///< of the index, from 1; 0 if it is not about one
  std::string metric;  ///< as written: an identifier where it has no name
  PeerPlace place = PeerPlace::kDetail;
  std::vector<CheckCode> codes;  ///< that may be found instead; empty: any error
};

/// Takes the output of `pmlogcheck base` apart.  A line of no known form fails the test.
std::vector<PeerMessage> ParsePeerFindings(const std::string& base, const std::string& output);

}  // namespace fdr::test
