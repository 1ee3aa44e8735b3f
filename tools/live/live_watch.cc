// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/live/live_watch.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/series/series_output.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/terminal.h"

namespace fdr::tools {

LiveWatch::LiveWatch(LiveSource& source, Context& values, DerivedContext* derived,
                     const LiveSchedule& schedule, const std::vector<Column>& columns,
                     RowSink& sink)
    : source_(source),
      derived_(derived),
      schedule_(schedule),
      sampler_(values, columns),
      sink_(sink),
      keyboard_(true),
      all_rates_(std::all_of(columns.begin(), columns.end(),
                             [](const Column& column) { return column.is_rate; })),
      on_screen_(IsScreen(STDOUT_FILENO)) {}

int LiveWatch::Run() {
  if (on_screen_) CatchRequest(Request::kResize);
  sampler_.Restart(Direction::kForward);
  sink_.Begin(out_);
  started_ = Clock::now();
  while (!IsOver()) {
    if (!paused_) Sample();
    if (!Flush()) break;
    if (!IsOver()) WaitForNext();
  }
  return Finish();
}

bool LiveWatch::IsOver() const {
  return quit_ || Interrupted() || (schedule_.samples > 0 && shown_ == schedule_.samples) ||
         schedule_.end.IsReached(WallClock(),
                                 (Clock::now() - started_) / std::chrono::nanoseconds(1));
}

void LiveWatch::Sample() {
  if (!IsConnected()) return;
  Row row;
  const Result<bool> sampled = sampler_.Next(row);
  if (!sampled) return Miss(sampled.error());
  HeedChanges();
  trouble_.clear();
  row.after_gap |= std::exchange(after_gap_, false);
  // If all columns are rates, the first row is empty.
  if (row.is_first && all_rates_ && IsEmpty(row)) return;
  Show(row);
}

void LiveWatch::Show(const Row& row) {
  sink_.Add(row, out_);
  ++shown_;
  if (on_screen_) sink_.Refresh(out_);
}

// Reports the same trouble once until it is over.
void LiveWatch::Miss(const Error& error) {
  missed_any_ = after_gap_ = true;
  is_short_ |= IsShortage(error.system_error);
  // Waiting does not help: this process will not get more descriptors.
  quit_ |= error.system_error == EMFILE && source_.host == nullptr;
  sampler_.ForgetCounters();
  std::string message = error.Message();
  if (message == trouble_) return;
  PrintError(error);
  trouble_ = std::move(message);
}

// Tries to connect again to a lost host, as often as is polite.
bool LiveWatch::IsConnected() {
  if (source_.host == nullptr || source_.host->IsConnected()) return true;
  const Result<void> connected = source_.host->Connect();
  if (connected) PrintError(source_.host->host().text + " answers again");
  if (connected && derived_ != nullptr) derived_->Rebind();
  if (!connected && connected.error().code != Errc::kTimeout) Miss(connected.error());
  return connected.has_value();
}

// From the next sample on, metrics that others are derived from may have changed, or exist at last.
void LiveWatch::HeedChanges() {
  constexpr std::uint32_t kOtherMetrics = kAgentsAdded | kAgentsRestarted | kNamesChanged;
  if ((source_.take_changes() & kOtherMetrics) != 0 && derived_ != nullptr) derived_->Rebind();
}

bool LiveWatch::Flush() {
  output_failed_ = !WriteRows(sink_, out_);
  out_.clear();
  return !output_failed_;
}

// Without drift: a late sample does not delay the next one.  A sample that comes after the next one
// is due is left out.
void LiveWatch::WaitForNext() {
  const std::chrono::nanoseconds interval(schedule_.interval);
  const Clock::time_point due = started_ + ((Clock::now() - started_) / interval + 1) * interval;
  while (!quit_ && !Interrupted() && Clock::now() < due) {
    const Key key = keyboard_.Wait(due - Clock::now());
    if (TakeRequest(Request::kResize) && !Resize()) return;
    if (key == Key::kQuit) quit_ = true;
    if (key == Key::kPause) paused_ = !paused_;
  }
}

bool LiveWatch::Resize() {
  const TerminalSize size = SizeOfTerminal(STDOUT_FILENO);
  sink_.Resize(size.width, ChartLines(size.height));
  if (shown_ > 0) sink_.Refresh(out_);
  quit_ = !Flush();
  return !quit_;
}

bool LiveWatch::Save() {
  const Result<void> saved = sink_.Save();
  if (!saved) PrintError(saved.error());
  return saved.has_value();
}

int LiveWatch::Finish() {
  if (!output_failed_) sink_.End(out_);
  if (output_failed_ || !Flush()) return kFailed;
  if (shown_ > 0 && !Save()) return kFailed;
  if (!missed_any_) return kOk;
  return shown_ > 0 && !is_short_ ? kDataLost : kFailed;
}

}  // namespace fdr::tools
