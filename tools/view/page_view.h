// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A page of `fdr view` with the values of a moment: facts and bars above a table.

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/tools/screen/frame.h"
#include "fdr/tools/text/readable_scale.h"
#include "fdr/tools/view/moment.h"
#include "fdr/tools/view/page_definitions.h"
#include "fdr/tools/view/row_table.h"
#include "fdr/tools/view/tape.h"

namespace fdr::tools {

class PageView {
 public:
  /// Looks up what the page shows.  Borrows both.
  static Result<std::unique_ptr<PageView>> Open(Context& archive, const ViewPage& page);

  const ViewPage& page() const { return page_; }
  RowTable& table() { return table_; }
  /// Makes the tape stop at the samples of what the page sorts by.
  void Lead(Tape& tape) const;

  /// Reads the values of the moment.
  Result<void> Read(const Moment& moment);
  /// Whether the page says something about the moment: a fact, a bar or a column has a value, or
  /// most of its metrics have.
  bool HasValues() const;
  /// Draws the page into these lines of the picture.
  void Draw(Frame& frame, int first_line, int lines);

  /// Shows only the metrics of one instance, on a page of metrics; "": all.
  void ShowInstance(std::string name) { instance_ = std::move(name); }
  const std::string& instance() const { return instance_; }

  struct Charted {
    const WatchedMetric* metric = nullptr;  ///< of the context below
    std::optional<InstanceId> instance;
  };
  /// The numbers that a chart would show: of the chosen row, in the column that rows are sorted by.
  Charted ChosenForChart() const;
  Context& context() { return *context_; }

 private:
  // A number that the page shows: which of watched_, for all instances or for one.
  using Place = std::optional<std::size_t>;

  struct Bar {
    const char* title;
    std::vector<std::pair<const char*, std::size_t>> parts;
    std::size_t whole;
  };
  struct Column {
    const PageColumn* shape;
    std::size_t metric;
  };

  PageView(Context& archive, const ViewPage& page) : archive_(archive), page_(page) {}

  Result<void> Define();
  void LeaveExtremesOut();
  void Choose();
  Place Watched(const std::string& expression) const;
  Quantity QuantityOf(std::size_t metric) const;
  ViewField Field(std::size_t metric, InstanceId instance) const;
  std::string FactText(std::size_t metric) const;
  std::optional<double> Share(std::size_t metric) const;
  void FillColumns();
  void FillMetrics();
  const std::string& NameOf(InDomId indom, InstanceId instance);
  std::string EmptyText() const;
  int DrawFacts(Frame& frame, int line) const;
  void DrawBar(Frame& frame, int line, const Bar& bar) const;

  Context& archive_;
  const ViewPage& page_;
  std::optional<DerivedContext> derived_;
  Context* context_ = nullptr;  // the archive, with the expressions of the page
  std::vector<WatchedMetric> watched_;
  std::vector<std::pair<const char*, std::size_t>> facts_;
  std::vector<Bar> bars_;
  std::vector<Column> columns_;
  WatchedValues values_;
  std::map<InDomId, std::unordered_map<InstanceId, std::string>> names_;  // at the moment
  RowTable table_;
  std::string instance_;
};

}  // namespace fdr::tools
