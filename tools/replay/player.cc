// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/replay/player.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "fdr/tools/replay/values_before.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/series/series_output.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/terminal.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/screen_codes.h"

namespace fdr::tools {

using Seconds = std::chrono::duration<double>;

constexpr std::size_t kFlushAt = 64 * 1024;
constexpr Seconds kFlushAfter{0.1};
constexpr Seconds kLongestRest{0.25};  // until a growing archive is looked at again
constexpr Seconds kLongestPause{1e8};
constexpr double kFastest = 1e9, kSlowest = 1e-3;

Player::Player(const ReplayCommand& command, const Plan& plan, ArchiveContext& context,
               Context& values, const std::vector<Column>& columns, RowSink& sink,
               DamageReport& damage)
    : command_(command),
      context_(context),
      values_(values),
      columns_(columns),
      walk_(plan, context, values, columns,
            FormOf(command.output, command.common.json) == SeriesForm::kTable),
      sink_(sink),
      damage_(damage),
      on_screen_(IsScreen(STDOUT_FILENO)),
      keyboard_(command.rate.has_value()),
      plays_(plan.direction),
      speed_(command.rate.value_or(1)),
      loops_(command.loop),
      width_(SizeOfTerminal(STDOUT_FILENO).width) {}

int Player::Run() {
  if (keyboard_.IsThere() && on_screen_) CatchRequest(Request::kResize);
  walk_.Start(walk_.plan().from);
  sink_.Begin(out_);
  WaitForPrograms();
  Row row;
  while (!quit_ && !Interrupted()) {
    moved_ = false;
    if (!HasDataByNow()) continue;
    const Result<bool> next = walk_.Next(row);
    if (!next) {
      if (!GoOnAfter(next.error())) break;
      continue;
    }
    const PlanWalk::Verdict verdict = *next ? walk_.Judge(row) : PlanWalk::Verdict::kEnd;
    if (verdict == PlanWalk::Verdict::kSkip) continue;
    if (verdict == PlanWalk::Verdict::kShow) {
      if (command_.rate) Pace(row);
      if (quit_ || moved_ || Interrupted()) continue;
      if (!Show(row)) break;
      quit_ = command_.samples > 0 && shown_ == command_.samples;
    } else if (!*next && command_.follow) {
      Rest(kLongestRest);
    } else if (!StaysAtEnd()) {
      break;
    }
  }
  return Finish();
}

int Player::Follow(FollowedClock& clock) {
  bool is_wrong = false;  // what the clock says
  sink_.Begin(out_);
  Row row;
  while (!quit_ && !Interrupted()) {
    const Result<std::optional<ClockStep>> next = clock.Next();
    if (!next) PrintError(next.error());
    is_wrong = !next;
    if (!next || !*next) break;
    if (const std::optional<std::string> zone = clock.TakeZone()) UseZone(*zone);
    const ClockStep& step = **next;
    if (!step.is_next || std::exchange(has_missed_step_, false))
      walk_.Start(step.time, step.direction, step.interval);
    if (!ShowStep(step, row)) break;
    clock.Confirm();
    quit_ |= command_.samples > 0 && shown_ == command_.samples;
  }
  const int status = Finish();
  return is_wrong ? kFailed : status;
}

// A zone of the command line stays.  An unknown zone is ignored.
void Player::UseZone(const std::string& name) {
  const bool has_own =
      command_.zone || command_.archive_zone || command_.common.zone != CommonOptions().zone;
  const Result<Zone> zone = ChooseZone(name, LabelRecord());
  if (!has_own && zone) sink_.SetZone(*zone);
}

// Beyond the data, and where they are damaged, there is nothing to show.  False if nothing can be
// written any more.
bool Player::ShowStep(const ClockStep& step, Row& row) {
  while (true) {
    const Result<bool> next = walk_.Next(row);
    if (!next) {
      if (errors_.insert(PlaceOf(next.error())).second) Tell(next.error());
      return has_missed_step_ = true;
    }
    if (*next && walk_.IsBefore(row, step.time)) continue;
    if (!*next || walk_.Judge(row) != PlanWalk::Verdict::kShow) return true;
    return Show(row) && Flush();
  }
}

// The user ended the run before the end of the window.
bool Player::IsCutShort() const {
  return Interrupted() || (quit_ && (command_.samples == 0 || shown_ < command_.samples));
}

int Player::Finish() {
  finished_ = true;
  if (auto before = walk_.TakeBefore(); before && !IsEmpty(*before) && !IsCutShort()) Show(*before);
  if (!output_failed_) sink_.End(out_);
  if (output_failed_ || !Flush()) return kFailed;
  if (any_value_ && !Save()) return kFailed;
  if (!errors_.empty()) return shown_ > 0 ? kDataLost : kFailed;
  if (any_value_ || IsCutShort()) return kOk;
  PrintError(NothingBetween(values_, columns_, walk_.plan()));
  return kFailed;
}

bool Player::Save() {
  const Result<void> saved = sink_.Save();
  if (!saved) PrintError(saved.error());
  return saved.has_value();
}

bool Player::Show(Row& row) {
  if (const auto before = walk_.TakeBefore()) FillFrom(*before, row);
  sink_.Add(row, out_);
  if (shared_ != nullptr) shared_->Show(row.stamp, walk_.plan().direction);
  any_value_ |= !IsEmpty(row);
  walk_.NoteShown(row);
  ++shown_;
  const bool live = command_.rate || command_.follow || command_.followed_port;
  if (live && on_screen_) sink_.Refresh(out_);
  if (!live && out_.size() < kFlushAt && Clock::now() - flushed_ < kFlushAfter) return true;
  return Flush();
}

bool Player::Flush() {
  const std::string status = keyboard_.IsThere() && on_screen_ && !finished_ ? StatusLine() : "";
  const bool changes = !out_.empty() || status != status_;
  output_failed_ = (changes && !status_.empty() && !DrawOutput(kEraseLine)) ||
                   !WriteRows(sink_, out_) || (changes && !DrawOutput(status));
  status_ = status;
  out_.clear();
  flushed_ = Clock::now();
  return !output_failed_;
}

// Damage may have been reported already when the archive was opened.
void Player::Tell(const Error& error) {
  if (CanBePassed(error.code) || IsShortage(error.system_error))
    damage_.Add(ProblemOf(error));
  else
    PrintError(error);
}

// Goes on with all that can be read.
bool Player::GoOnAfter(const Error& error) {
  if (errors_.insert(PlaceOf(error)).second) Tell(error);
  return walk_.GoOnAfterError();
}

// Interpolation also yields rows beyond the data, so it must wait for the data of a followed log.
bool Player::HasDataByNow() {
  if (!command_.follow || !walk_.plan().interpolated) return true;
  if (context_.origin() <= known_end_) return true;
  const Result<Timestamp> end = context_.EndTime();
  if (!end) {  // nothing to wait for
    errors_.insert(PlaceOf(end.error()));
    Tell(end.error());
    quit_ = true;
    return false;
  }
  known_end_ = *end;
  if (context_.origin() <= known_end_) return true;
  Rest(std::min(kLongestRest, Seconds(static_cast<double>(walk_.plan().step) / kNanosPerSecond)));
  return false;
}

void Player::Rest(Seconds time) {
  if (!Flush()) {
    quit_ = true;
    return;
  }
  Obey(shared_ != nullptr ? shared_->Wait(keyboard_, time) : keyboard_.Wait(time));
  if (shared_ != nullptr) shared_->SetMotion(paused_, walk_.plan().direction);
  HeedResize();
}

// Programs that come later would miss the beginning.
void Player::WaitForPrograms() {
  if (shared_ == nullptr) return;
  paused_ = true;
  while (paused_ && !shared_->HasHadPrograms() && !quit_ && !Interrupted()) Rest(kLongestRest);
  paused_ = at_once_ = false;
}

// What is on the screen is drawn again for its new size.
void Player::HeedResize() {
  if (!TakeRequest(Request::kResize)) return;
  const TerminalSize size = SizeOfTerminal(STDOUT_FILENO);
  width_ = size.width;
  sink_.Resize(size.width, ChartLines(size.height));
  if (shown_ > 0) sink_.Refresh(out_);
  if (!Flush()) quit_ = true;
}

// The time that passes up to a row: none if recording was interrupted, or if the row is empty.
double Player::DistanceTo(const Row& row) {
  if (!walk_.last() || IsEmpty(row)) return 0;
  const auto [first, second] = std::minmax(*walk_.last(), row.stamp);
  const Result<bool> gap = context_.HasGapBetween(first, second);
  return gap && *gap ? 0 : SecondsBetween(first, second);
}

// Waits until the row is due.
void Player::Pace(const Row& row) {
  const Clock::time_point now = Clock::now();
  const double distance = DistanceTo(row);
  due_ = std::max(due_, now - std::chrono::seconds(1)) +
         std::chrono::duration_cast<Clock::duration>(
             std::min(Seconds(distance / speed_), Seconds(kLongestPause)));
  if (!walk_.last()) due_ = now;
  at_end_ = false;
  while (!at_once_) {
    const Seconds rest = paused_              ? kLongestPause
                         : WaitsForPrograms() ? kLongestRest
                                              : Seconds(due_ - Clock::now());
    Rest(std::max(rest, Seconds(0)));
    if (quit_ || moved_ || Interrupted()) return;
    if (!paused_ && Clock::now() >= due_ && !WaitsForPrograms()) return;
  }
  at_once_ = false;
  due_ = Clock::now();
}

// At the end of the log, too, the user may still turn round with a key.
bool Player::StaysAtEnd() {
  if (loops_ && BeginAgain()) return true;
  if (!keyboard_.IsThere()) return false;
  at_end_ = true;
  while (!quit_ && !moved_ && !Interrupted()) {
    at_once_ = false;
    Rest(kLongestPause);
  }
  return moved_;
}

// False if there was nothing to show.
bool Player::BeginAgain() {
  if (shown_ == shown_before_loop_) return false;
  shown_before_loop_ = shown_;
  walk_.GoToBeginning();
  at_once_ = false;
  return moved_ = true;
}

void Player::TurnTo(Direction direction) {
  if (walk_.plan().direction == direction) return;
  walk_.Turn();
  moved_ = true;
}

// "paused, backward, 50x"
std::string Player::StatusLine() const {
  const bool backward = plays_ == Direction::kBackward;
  std::string line = at_end_   ? (walk_.is_forward() ? "at the end" : "at the start")
                     : paused_ ? "paused"
                               : "playing";
  line += fmt::format("{}, {:.6g}x{}", backward ? ", backward" : "", speed_,
                      loops_ ? ", again and again" : "");
  if (const std::string row = sink_.LastRow(); !row.empty())
    line = CutEnd(line + "  " + row, std::max(width_ - 1, 1), LocaleIsUtf8());
  return WantsColor(STDOUT_FILENO) ? fmt::format("{}{}{}", kDim, line, kReset) : line;
}

void Player::Obey(Key key) {
  switch (key) {
    case Key::kNone:
      return;
    case Key::kPause:
      paused_ = !paused_;
      due_ = Clock::now();
      if (!paused_) TurnTo(plays_);
      return;
    case Key::kAhead:
    case Key::kBack:
      paused_ = at_once_ = true;
      return TurnTo(key == Key::kAhead ? Direction::kForward : Direction::kBackward);
    case Key::kReverse:
      plays_ = plays_ == Direction::kForward ? Direction::kBackward : Direction::kForward;
      due_ = Clock::now();
      return TurnTo(plays_);
    case Key::kFaster:
      return ChangeSpeed(2);
    case Key::kSlower:
      return ChangeSpeed(0.5);
    case Key::kJumpAhead:
    case Key::kJumpBack:
      walk_.Jump(key == Key::kJumpAhead);
      return NoteJump();
    case Key::kNextGap:
      if (walk_.GoToNextGap()) NoteJump();
      return;
    case Key::kLoop:
      loops_ = !loops_;
      moved_ = at_end_ && loops_ && BeginAgain();
      return;
    case Key::kBookmark:
      if (walk_.last()) bookmarks_.Toggle(*walk_.last());
      return;
    case Key::kToBookmark:
      if (const auto there = bookmarks_.After(walk_.here())) {
        walk_.GoTo(*there);
        NoteJump();
      }
      return;
    case Key::kQuit:
      quit_ = true;
      return;
  }
}

void Player::ChangeSpeed(double factor) {
  const double before = speed_;
  speed_ = std::clamp(speed_ * factor, kSlowest, kFastest);
  const Clock::time_point now = Clock::now();
  if (due_ > now)
    due_ =
        now + std::chrono::duration_cast<Clock::duration>(Seconds(due_ - now) * (before / speed_));
}

}  // namespace fdr::tools
