// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The full screen of `fdr view`: pages over an archive, and the keys that move in it.

#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/replay/bookmarks.h"
#include "fdr/tools/screen/full_screen.h"
#include "fdr/tools/view/key_table.h"
#include "fdr/tools/view/metric_chart.h"
#include "fdr/tools/view/moment_condition.h"
#include "fdr/tools/view/page_view.h"
#include "fdr/tools/view/prompt.h"
#include "fdr/tools/view/tape.h"
#include "fdr/tools/view/tape_motion.h"
#include "fdr/tools/view/time_strip.h"
#include "fdr/tools/view/verdict.h"

namespace fdr::tools {

struct ViewerOptions {
  Zone zone;
  std::int64_t interval = 0;  ///< of moments, in nanoseconds; 0: the samples of the archive
  bool follows = false;       ///< begins at the end, and moves with it
  std::optional<Timestamp> start;
  std::optional<std::size_t> page;  ///< default: the first one that has values
  Verdict::Explain explain = {};    ///< says what was unusual; null: nothing does
  /// Whether the caller has a key to bring: long work stops, and is done for a later picture.
  std::function<bool()> key_waits = [] { return false; };
};

/// Draws pictures; the caller shows them and brings the keys.  Borrows the archive.
class Viewer {
 public:
  static Result<std::unique_ptr<Viewer>> Open(ArchiveContext& archive, ViewerOptions options);

  /// The picture for now.
  Frame Draw(TerminalSize size, bool utf8);
  void Obey(const KeyPress& key);
  /// The keys, in the order of the help.
  static const std::vector<ViewAction>& Actions();
  bool wants_to_quit() const { return quit_; }

  /// Moves on if it is time: plays, or follows the growth of the archive.
  void Tick(std::chrono::steady_clock::time_point now);
  /// How long the caller may wait for a key.
  std::chrono::milliseconds Rest(std::chrono::steady_clock::time_point now) const {
    return strip_is_complete_ && stretch_is_complete_ ? verdict_.Rest(motion_.Rest(now))
                                                      : std::chrono::milliseconds(0);
  }

 private:
  using Clock = std::chrono::steady_clock;
  enum class ChartOf { kNothing, kChosenRow, kAllRows };

  Viewer(ArchiveContext& archive, ViewerOptions options);

  PageView& page() { return *pages_[page_]; }
  Result<void> OpenPage(std::size_t page);
  Result<void> Begin(std::size_t page);
  Result<void> BeginWhereValuesAre();
  void ChoosePage(std::size_t page);
  void Read();
  std::optional<Moment> Stretch() const;
  void ReadStretch();
  void ToggleStretch();
  void MarkFinding();
  void Say(std::string message) { message_ = std::move(message); }
  Result<void> OpenStrip(const PageStrip& shown);
  void ReadStrip();

  static std::vector<ViewAction> TimeActions();
  static std::vector<ViewAction> RowActions();
  void MoveTo(const std::function<bool()>& move, const char* otherwise);
  void Step(Direction direction);
  void GoTo(Timestamp time);
  void GoToEnd();
  void GoToBookmark();
  void GoToGap(Direction direction);
  void GoToFinding();
  void ToggleLoop();
  void ToggleBookmark();
  void Ask(Prompt::Question question);
  void Answer(Prompt::Question question, const std::string& answer);
  void Find(Direction direction);
  void ShowChosen();
  void GoBack();
  void ChangeChart();

  std::string SinceText() const;
  int DrawHead(Frame& frame);
  int DrawVerdict(Frame& frame, int first_line);
  void DrawBody(Frame& frame, int first_line, int lines);
  void DrawFoot(Frame& frame);

  ArchiveContext& archive_;
  ViewerOptions options_;
  Tape tape_;
  TapeMotion motion_;
  std::vector<std::unique_ptr<PageView>> pages_;  // opened when first shown
  std::size_t page_ = 0;
  std::optional<std::size_t> came_from_;  // the page whose row is shown
  std::map<std::string, std::unique_ptr<TimeStrip>, std::less<>> strips_;  // by title
  TimeStrip* strip_ = nullptr;                                             // of the page
  bool strip_is_complete_ = true;
  std::optional<Timestamp> mark_;  // where a stretch begins; the viewer stands at its other end
  bool stretch_is_complete_ = true;
  Clock::time_point strip_grew_ = {};
  Prompt prompt_;
  std::optional<MomentCondition> condition_;
  std::string message_;
  bool helps_ = false;
  ChartOf chart_of_ = ChartOf::kNothing;  // the lower half of the page
  MetricChart chart_;
  Timestamp shown_end_;  // of the archive, in the strip and in charts
  Bookmarks bookmarks_;
  Verdict verdict_;
  bool quit_ = false;
};

}  // namespace fdr::tools
