// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A page of `fdr view` with the values of a moment: facts and bars above a table.

#pragma once

#include <functional>
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
#include "fdr/tools/view/idle_rows.h"
#include "fdr/tools/view/moment.h"
#include "fdr/tools/view/page_definitions.h"
#include "fdr/tools/view/row_table.h"
#include "fdr/tools/view/stretch_growth.h"
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

  /// Reads the values of the moment.  `start` and `end` are those of the archive.
  Result<void> Read(const Moment& moment, Timestamp start, Timestamp end);
  /// The rows show by how much counters grew in the stretch; all other numbers are means of it, or
  /// its last ones.  True if all of it was read: otherwise call again, for the rest.
  Result<bool> ReadStretch(const Moment& stretch, Timestamp start, Timestamp end,
                           const std::function<bool()>& go_on);
  /// Whether the stretch had more rows than are kept.
  bool LeavesRowsOut() const { return shows_stretch_ && growth_.leaves_out(); }
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

  struct Fact {
    const PageFact* shape;
    std::size_t metric;
    Place whole;
  };
  struct Bar {
    const PageGauge* shape;
    std::vector<std::pair<const GaugePart*, std::size_t>> parts;
    std::size_t whole;
  };
  struct BarPart {
    double share = 0;
    std::string text;  // "" for one that is too small
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
  ViewField GrowthField(const Column& column, InstanceId instance) const;
  ViewField Field(const Column& column, InstanceId instance) const;
  std::string NumbersText(std::size_t metric) const;
  std::string FactText(const Fact& fact, InstanceId instance);
  InstanceId InstanceOf(const Fact& fact) const;
  bool IsFactHigh(const Fact& fact, InstanceId instance) const;
  std::optional<double> Share(std::size_t metric) const;
  std::optional<double> Share(std::size_t metric, InstanceId instance) const;
  double ShareOf(std::size_t metric, double number) const;
  void ReadIdle(Timestamp start, Timestamp end);
  Result<void> ReadValues(const Moment& moment);
  void Fill();
  std::vector<std::pair<InDomId, InstanceId>> InstancesOfRows() const;
  bool IsIdle(std::size_t place, std::size_t metric, InstanceId instance) const;
  bool IsIdleRow(InstanceId instance) const;
  void FillColumns();
  void FillMetrics();
  const std::string& NameOf(InDomId indom, InstanceId instance);
  std::string EmptyText() const;
  int DrawFacts(Frame& frame, int line);
  std::vector<BarPart> PartsOf(const Bar& bar) const;
  void DrawBar(Frame& frame, int line, const Bar& bar) const;

  Context& archive_;
  const ViewPage& page_;
  std::optional<DerivedContext> derived_;
  Context* context_ = nullptr;  // the archive, with the expressions of the page
  std::vector<WatchedMetric> watched_;
  std::vector<Fact> facts_;
  std::vector<Bar> bars_;
  std::vector<Column> columns_;
  WatchedValues values_;
  std::map<InDomId, std::unordered_map<InstanceId, std::string>> names_;  // at the moment
  bool shows_stretch_ = false;
  double stretch_seconds_ = 0;
  StretchGrowth growth_;                       // of the columns
  std::vector<WatchedMetric> column_metrics_;  // in the order of columns_
  IdleRows idle_;
  std::size_t idle_rows_ = 0;  // that are left out
  RowTable table_;
  std::string instance_;
};

}  // namespace fdr::tools
