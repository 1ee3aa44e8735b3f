// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The outputs for stretches of time: a table, CSV, JSON.

#pragma once

#include <memory>
#include <string>

#include "fdr/replay/search/condition.h"
#include "fdr/replay/search/stretch.h"
#include "fdr/tools/series/row_sink.h"

namespace fdr::tools {

/// Appends text to `out` as it is called; the caller prints it.
class StretchSink {
 public:
  virtual ~StretchSink() = default;
  StretchSink() = default;
  StretchSink(const StretchSink&) = delete;
  StretchSink& operator=(const StretchSink&) = delete;

  virtual void Begin(std::string& out) = 0;
  virtual void Add(const Stretch& stretch, const std::string& instance, std::string& out) = 0;
};

/// What an output says about the search as a whole.
struct SearchFacts {
  std::string host;
  std::string where;
  TimeStyle time;
};

struct StretchTableStyle {
  TimeStyle time;
  int width = 0;      ///< columns, for which names are cut; 0: any number
  bool utf8 = false;  ///< an ellipsis may stand where a name is cut
};

/// All of these borrow the condition.
std::unique_ptr<StretchSink> MakeStretchTable(const Condition& condition,
                                              const StretchTableStyle& style);
std::unique_ptr<StretchSink> MakeStretchCsv(const Condition& condition, const Zone& zone,
                                            bool safe);
/// One object per line: docs/find-json.md.
std::unique_ptr<StretchSink> MakeStretchJson(const Condition& condition, const SearchFacts& facts);

/// "largest" or "smallest".
inline const char* ExtremeName(const ConditionTerm& term) {
  return term.is_largest ? "largest" : "smallest";
}

}  // namespace fdr::tools
