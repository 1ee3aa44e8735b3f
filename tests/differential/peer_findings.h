// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The messages of the peer's checker, pmlogcheck, and the corresponding findings of our checker.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/archive/check.h"

namespace fdr::test {

/// The place of a finding of ours that corresponds to a message of the peer.
enum class PeerPlace {
  kDetail,   ///< Nowhere: the message only adds to another one.
  kFile,     ///< In the same file.
  kEntry,    ///< In the same entry of the index.
  kVolume,   ///< In any data volume, since the peer always names the first one.
  kMetric,   ///< In the metadata or in a data volume, as the message, and about the same metric.
  kIndex,    ///< In the index.  The message names a file to which the index refers.
  kArchive,  ///< Anywhere.
};

struct PeerMessage {
  std::string line;
  std::string file;    ///< suffix of the file: ".meta", ".0"; empty for the archive
  long entry = 0;      ///< of the index, from 1; 0 if the message is about no entry
  std::string metric;  ///< as in the message: an identifier if it has no name
  PeerPlace place = PeerPlace::kDetail;
  std::vector<CheckCode> codes;  ///< our corresponding findings; empty: any error
};

/// Takes the output of `pmlogcheck base` apart.  A line of an unknown form fails the test.
std::vector<PeerMessage> ParsePeerFindings(const std::string& base, const std::string& output);

}  // namespace fdr::test
