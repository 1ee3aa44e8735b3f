// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What pmdiff prints, observed with version 6.0.3.

#pragma once

#include <string>

#include "fdr/tools/diff/peer_diff_options.h"
#include "fdr/tools/diff/peer_means.h"

namespace fdr::tools {

/// One of the two archives.
struct PeerDiffSide {
  std::string archive;  ///< as the command line has it
  std::string title;    ///< the same without the directory
  std::string window;   ///< "start-end", or with the times of the options
  PeerMeans means;
};

/// `directory`: where the command runs.  `excluded`: the expressions.  Fails if too many instances
/// have one name.
Result<void> AppendPeerDiff(const PeerDiffOptions& options, const std::string& directory,
                            const std::vector<std::string>& excluded, const PeerDiffSide& before,
                            const PeerDiffSide& after, std::string& out);

/// A mean in columns, with its point in the same place: "   1.234", "  12.34 ", "1234    ".
std::string PeerMeanText(double mean, int decimals);
/// A ratio in ten columns.
std::string PeerRatioText(double ratio);

}  // namespace fdr::tools
