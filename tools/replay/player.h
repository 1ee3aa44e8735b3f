// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Shows the rows of a plan: all at once, or at the pace of a clock, with the keys of a tape deck.

#pragma once

#include <chrono>
#include <set>
#include <string>

#include "fdr/archive/base/error_place.h"
#include "fdr/tools/replay/bookmarks.h"
#include "fdr/tools/replay/followed_clock.h"
#include "fdr/tools/replay/keyboard.h"
#include "fdr/tools/replay/plan_walk.h"
#include "fdr/tools/replay/shared_tape.h"
#include "fdr/tools/run/damage_report.h"
#include "fdr/tools/series/row_sink.h"

namespace fdr::tools {

/// Borrows everything.
class Player {
 public:
  /// `values`: the archive, perhaps under other names or with derived metrics.
  Player(const ReplayCommand& command, const Plan& plan, ArchiveContext& context, Context& values,
         const std::vector<Column>& columns, RowSink& sink, DamageReport& damage);

  /// Other programs follow what is played.
  void Share(SharedTape& tape) { shared_ = &tape; }

  /// The exit status.
  int Run();
  /// Shows what the clock says, when it says so.
  int Follow(FollowedClock& clock);

 private:
  using Clock = std::chrono::steady_clock;

  // Rows.
  bool Show(Row& row);
  bool Flush();
  void Tell(const Error& error);
  bool GoOnAfter(const Error& error);
  bool HasDataByNow();
  bool IsCutShort() const;
  int Finish();
  bool Save();

  void UseZone(const std::string& name);
  bool ShowStep(const ClockStep& step, Row& row);

  // Time.
  void WaitForPrograms();
  bool WaitsForPrograms() const { return shared_ != nullptr && shared_->IsWaiting(); }
  void Rest(std::chrono::duration<double> time);
  void HeedResize();
  void Pace(const Row& row);
  double DistanceTo(const Row& row);
  bool StaysAtEnd();
  void Obey(Key key);
  void TurnTo(Direction direction);
  void NoteJump() { moved_ = at_once_ = true; }
  bool BeginAgain();
  std::string StatusLine() const;
  void ChangeSpeed(double factor);

  const ReplayCommand& command_;
  ArchiveContext& context_;
  Context& values_;
  const std::vector<Column>& columns_;
  PlanWalk walk_;
  RowSink& sink_;
  DamageReport& damage_;
  std::string out_;
  std::uint64_t shown_ = 0;
  bool any_value_ = false;       // was shown
  std::set<ErrorPlace> errors_;  // reported already

  Timestamp known_end_;  // of a followed log
  Clock::time_point flushed_ = {};

  bool quit_ = false;
  bool finished_ = false;
  bool output_failed_ = false;
  const bool on_screen_;  // standard output is a terminal

  SharedTape* shared_ = nullptr;
  bool has_missed_step_ = false;  // of a clock that is followed
  // At the pace of a clock:
  Keyboard keyboard_;
  Direction plays_;  // the direction when not stepping
  double speed_ = 1;
  bool loops_;
  std::uint64_t shown_before_loop_ = 0;
  Bookmarks bookmarks_;
  bool paused_ = false;
  bool at_once_ = false;  // show the next row even if paused or not due
  bool at_end_ = false;   // of the log or the window: no more rows come
  bool moved_ = false;    // the current row is void: direction or position have changed
  Clock::time_point due_ = {};
  std::string status_;  // shown on the screen
  int width_;           // of the terminal
};

}  // namespace fdr::tools
