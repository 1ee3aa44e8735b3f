// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The outputs of `fdr names`: lists of metrics.

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/search/metric_info.h"
#include "fdr/replay/search/search_words.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/names/activity.h"

namespace fdr::tools {

struct ListStyle {
  std::size_t name_width = 0;  ///< of the longest name
  std::size_t width = 0;       ///< of the terminal; 0: lines may have any length
  bool verbose = false;
  bool headings = false;  ///< for each subsystem
  bool color = false;
  bool utf8 = true;
};

/// Takes metrics one after the other.  Metrics of a subsystem must follow each other if the style
/// has headings.
class MetricList {
 public:
  virtual ~MetricList() = default;
  MetricList(const MetricList&) = delete;
  MetricList& operator=(const MetricList&) = delete;

  virtual void Begin(std::string& out) = 0;
  /// `found` is the instance that a search found; "" if there is none.
  virtual void Add(const MetricInfo& metric, std::string_view found, std::string& out) = 0;

 protected:
  MetricList() = default;
};

/// `words` may be null: there are no words to mark.  The list borrows them.
std::unique_ptr<MetricList> MakeTextList(const ListStyle& style, const SearchWords* words);
std::unique_ptr<MetricList> MakeJsonList(std::string host);
/// `safe` as in MakeCsv().
std::unique_ptr<MetricList> MakeCsvList(bool safe);

/// The metrics that changed, as a table.
void AppendActivityTable(const std::vector<Activity>& found, const ListStyle& style,
                         const SearchWords* words, std::string& out);
void AppendActivityJson(const std::vector<Activity>& found, const std::string& host,
                        const Zone& zone, std::string& out);
void AppendActivityCsv(const std::vector<Activity>& found, bool safe, std::string& out);

/// `text` with the words of a search in colour, if there are words and the style has colours.
std::string Marked(const std::string& text, const SearchWords* words, const ListStyle& style);

}  // namespace fdr::tools
