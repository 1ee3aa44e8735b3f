// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/replay/player.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "fdr/tools/replay/next_gap.h"
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
      plan_(plan),
      context_(context),
      values_(values),
      columns_(columns),
      sampler_(values, columns),
      sink_(sink),
      damage_(damage),
      is_table_(FormOf(command.output, command.common.json) == SeriesForm::kTable),
      all_rates_(std::all_of(columns.begin(), columns.end(),
                             [](const Column& column) { return column.is_rate; })),
      any_rates_(std::any_of(
          columns.begin(), columns.end(),
          [](const Column& column) { return column.is_rate || IsDerivedId(column.desc.id); })),
      on_screen_(IsScreen(STDOUT_FILENO)),
      keyboard_(command.rate.has_value()),
      plays_(plan.direction),
      speed_(command.rate.value_or(1)),
      loops_(command.loop),
      width_(SizeOfTerminal(STDOUT_FILENO).width) {}

int Player::Run() {
  if (keyboard_.IsThere() && on_screen_) CatchRequest(Request::kResize);
  StartPrimed(plan_.from);
  sink_.Begin(out_);
  WaitForPrograms();
  Row row;
  while (!quit_ && !Interrupted()) {
    moved_ = false;
    if (!HasDataByNow()) continue;
    const Result<bool> next = sampler_.Next(row);
    if (!next) {
      if (!GoOnAfter(next.error())) break;
      continue;
    }
    const Verdict verdict = *next ? Judge(row) : Verdict::kEnd;
    if (verdict == Verdict::kSkip) continue;
    if (verdict == Verdict::kShow) {
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
    if (!step.is_next || std::exchange(has_missed_step_, false)) GoToStep(step);
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

void Player::GoToStep(const ClockStep& step) {
  plan_.direction = step.direction;
  plan_.step = step.interval;
  StartPrimed(step.time);
}

// Beyond the data, and where they are damaged, there is nothing to show.  False if nothing can be
// written any more.
bool Player::ShowStep(const ClockStep& step, Row& row) {
  while (true) {
    const Result<bool> next = sampler_.Next(row);
    if (!next) {
      if (errors_.insert(PlaceOf(next.error())).second) Tell(next.error());
      return has_missed_step_ = true;
    }
    const bool is_before =
        plan_.direction == Direction::kForward ? row.stamp < step.time : row.stamp > step.time;
    if (*next && is_before) continue;
    if (!*next || Judge(row) != Verdict::kShow) return true;
    return Show(row) && Flush();
  }
}

// The user ended the run before the end of the window.
bool Player::IsCutShort() const {
  return Interrupted() || (quit_ && (command_.samples == 0 || shown_ < command_.samples));
}

int Player::Finish() {
  finished_ = true;
  if (before_ && !IsEmpty(*before_) && !IsCutShort()) {
    Row row = *std::exchange(before_, std::nullopt);
    Show(row);
  }
  if (!output_failed_) sink_.End(out_);
  if (output_failed_ || !Flush()) return kFailed;
  if (any_value_ && !Save()) return kFailed;
  if (!errors_.empty()) return shown_ > 0 ? kDataLost : kFailed;
  if (any_value_ || IsCutShort()) return kOk;
  PrintError(NothingBetween(values_, columns_, plan_));
  return kFailed;
}

bool Player::Save() {
  const Result<void> saved = sink_.Save();
  if (!saved) PrintError(saved.error());
  return saved.has_value();
}

void Player::Start(Timestamp from) {
  const std::int64_t delta = plan_.direction == Direction::kForward ? plan_.step : -plan_.step;
  // Cannot fail: an archive supports all modes of a plan.
  static_cast<void>(values_.SetMode(plan_.mode(), from, delta));
  sampler_.Restart(plan_.direction);
}

// Forward, starts one sample earlier, so that the first row has rates already.
void Player::StartPrimed(Timestamp from) {
  behind_.reset();
  ReadBefore(from);
  Timestamp begin = from;
  if (plan_.direction == Direction::kForward && any_rates_) {
    behind_ = from.Plus(-1);
    if (plan_.interpolated) {
      const Timestamp before = from.Plus(-plan_.step);
      if (before >= context_.label().start) begin = before;
    } else {
      FetchResult before;
      static_cast<void>(values_.SetMode(Mode::kBackward, *behind_));
      if (values_.Fetch(sampler_.metrics(), before).value_or(false)) begin = before.stamp();
    }
  }
  Start(begin);
}

// A table shows everything that is known at its first row.
void Player::ReadBefore(Timestamp from) {
  before_.reset();
  if (is_table_ && !plan_.interpolated && plan_.direction == Direction::kForward)
    before_ = ValuesBefore(values_, columns_, from);
}

void Player::Turn() {
  const bool forward = plan_.direction == Direction::kBackward;
  plan_.direction = forward ? Direction::kForward : Direction::kBackward;
  const Timestamp here = last_.value_or(plan_.from);
  behind_ = here;
  Start(here);  // the next rate is counted from this sample
  moved_ = true;
}

// Jumps by a tenth of the window.
void Player::Jump(bool ahead) {
  const double window = SecondsBetween(plan_.window_start, plan_.window_end);
  constexpr double kFarthest = 9e18;  // the stamp of a damaged archive may be anywhere
  auto way = static_cast<std::int64_t>(std::min(window / 10 * kNanosPerSecond, kFarthest));
  if (plan_.interpolated) way = std::max(way, plan_.step);
  const Timestamp here = last_.value_or(plan_.from);
  Timestamp there = ahead ? std::min(here.Plus(way), std::max(plan_.window_end, here))
                          : std::max(here.Plus(-way), std::min(plan_.window_start, here));
  GoTo(there);
}

// Of an interpolation, to the last time at or before `there` at which it has a row.
void Player::GoTo(Timestamp there) {
  if (plan_.interpolated) there = LastStep(last_.value_or(plan_.from), there, plan_.step);
  StartPrimed(there);
  moved_ = at_once_ = true;
}

// To the end of the next interruption of the recording.
void Player::GoToNextGap() {
  const Timestamp here = last_.value_or(plan_.from);
  const auto there = NextGap(context_, here, plan_.window_end, Direction::kForward);
  if (!there) return;
  GoTo(plan_.interpolated ? there->Plus(plan_.step - 1) : *there);
}

void Player::GoToBookmark() {
  if (const auto there = bookmarks_.After(last_.value_or(plan_.from))) GoTo(*there);
}

// False if there was nothing to show.
bool Player::BeginAgain() {
  if (shown_ == shown_before_loop_) return false;
  shown_before_loop_ = shown_;
  const bool forward = plan_.direction == Direction::kForward;
  GoTo(forward ? plan_.window_start : plan_.window_end);
  at_once_ = false;
  return true;
}

Player::Verdict Player::Judge(const Row& row) const {
  const bool forward = plan_.direction == Direction::kForward;
  if (behind_ && (forward ? row.stamp <= *behind_ : row.stamp >= *behind_)) return Verdict::kSkip;
  if (plan_.IsBeyond(row.stamp)) return Verdict::kEnd;
  if (row.is_first && all_rates_ && IsEmpty(row)) return Verdict::kSkip;
  if (LeavesOut(row)) return Verdict::kSkip;
  return Verdict::kShow;
}

// A record may have a metric without the instances of the table.
bool Player::LeavesOut(const Row& row) const {
  return is_table_ && !plan_.interpolated && !row.after_gap && IsEmpty(row);
}

bool Player::Show(Row& row) {
  if (before_) FillFrom(*std::exchange(before_, std::nullopt), row);
  sink_.Add(row, out_);
  if (shared_ != nullptr) shared_->Show(row.stamp, plan_.direction);
  any_value_ |= !IsEmpty(row);
  last_ = row.stamp;
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
  if (IsDamage(error.code) || IsShortage(error.system_error))
    damage_.Add(ProblemOf(error));
  else
    PrintError(error);
}

// Goes on with all that can be read.  The next time of an interpolation may lie behind the damage;
// after a damaged record comes the next record, or, if reading cannot pass the damage, the next
// volume.
bool Player::GoOnAfter(const Error& error) {
  if (command_.follow && error.code == Errc::kTruncatedRecord) {  // it is being written
    Rest(kLongestRest);
    return true;
  }
  const bool is_new = errors_.insert(PlaceOf(error)).second;
  if (is_new) Tell(error);
  sampler_.ForgetCounters();
  if (!plan_.interpolated) return is_new || context_.SkipDamage().value_or(false);
  const bool forward = plan_.direction == Direction::kForward;
  const std::int64_t delta = forward ? plan_.step : -plan_.step;
  const Timestamp next = context_.origin().Plus(delta);
  static_cast<void>(values_.SetMode(Mode::kInterpolated, next, delta));
  return !plan_.IsBeyond(next) && next >= context_.label().start;
}

// Interpolation also yields rows beyond the data, so it must wait for the data of a followed log.
bool Player::HasDataByNow() {
  if (!command_.follow || !plan_.interpolated) return true;
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
  Rest(std::min(kLongestRest, Seconds(static_cast<double>(plan_.step) / kNanosPerSecond)));
  return false;
}

void Player::Rest(Seconds time) {
  if (!Flush()) {
    quit_ = true;
    return;
  }
  Obey(shared_ != nullptr ? shared_->Wait(keyboard_, time) : keyboard_.Wait(time));
  if (shared_ != nullptr) shared_->SetMotion(paused_, plan_.direction);
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
  if (!last_ || IsEmpty(row)) return 0;
  const auto [first, second] = std::minmax(*last_, row.stamp);
  if (context_.HasGapBetween(first, second).value_or(false)) return 0;
  return SecondsBetween(first, second);
}

// Waits until the row is due.
void Player::Pace(const Row& row) {
  const Clock::time_point now = Clock::now();
  const double distance = DistanceTo(row);
  due_ = std::max(due_, now - std::chrono::seconds(1)) +
         std::chrono::duration_cast<Clock::duration>(
             std::min(Seconds(distance / speed_), Seconds(kLongestPause)));
  if (!last_) due_ = now;
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

void Player::TurnTo(Direction direction) {
  if (plan_.direction != direction) Turn();
}

// "paused, backward, 50x"
std::string Player::StatusLine() const {
  const bool backward = plays_ == Direction::kBackward;
  const bool ends = plan_.direction == Direction::kForward;
  std::string line = at_end_   ? (ends ? "at the end" : "at the start")
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
      return Jump(true);
    case Key::kJumpBack:
      return Jump(false);
    case Key::kNextGap:
      return GoToNextGap();
    case Key::kLoop:
      loops_ = !loops_;
      moved_ = at_end_ && loops_ && BeginAgain();
      return;
    case Key::kBookmark:
      if (last_) bookmarks_.Toggle(*last_);
      return;
    case Key::kToBookmark:
      return GoToBookmark();
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
