// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The lines that pmlogsummary prints.

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/record/label_record.h"
#include "fdr/replay/time/stamp_format.h"
#include "fdr/tools/summary/peer_options.h"
#include "fdr/tools/summary/peer_series.h"

namespace fdr::tools {

/// One thread at a time.  Borrows the options.
class PeerLines {
 public:
  PeerLines(const PeerOptions& options, Zone zone, Timestamp start, Timestamp end);

  /// The three lines of -l.
  void AppendLabel(const LabelRecord& label, std::string& out);
  /// The line of -H.
  void AppendHeader(std::string& out) const;
  /// `metric ["instance"] values units`.  `instance` is empty for a metric without instances, and
  /// otherwise has its quotes and brackets.
  void AppendSeries(std::string_view metric, std::string_view instance, const Desc& desc,
                    const PeerSeries& series, std::string& out);

 private:
  void AppendDate(Timestamp stamp, std::string& out);
  void AppendTime(Timestamp stamp, std::string& out);
  void AppendNumber(double number, std::string& out) const;
  void AppendValues(const PeerSeries& series, std::string& out);
  void AppendBins(const PeerSeries& series, std::string& out) const;
  std::string UnitsOf(const Desc& desc) const;

  const PeerOptions& options_;
  StampFormatter formatter_;
  Timestamp start_, end_;
  bool dates_;
};

}  // namespace fdr::tools
