// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/recording_run.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

#include "fdr/logger/source/no_answer.h"

namespace fdr {

constexpr Nanos kRetryAfter = 1'000'000'000;  // connecting itself may take longer
constexpr Nanos kNever = std::numeric_limits<Nanos>::max();
constexpr Nanos kDiskLookedAt = 10'000'000;

RecordingRun::RecordingRun(Context& source, RecordingOptions options)
    : options_(std::move(options)),
      source_(&source),
      recorder_(source, OptionsOfRecorder()),
      volume_(options_.volume),
      rotation_(options_.rotation) {
  if (options_.keep)
    cleaner_.emplace(options_.recorder, *options_.keep,
                     [this](const std::string& what) { Tell(what); });
  if (options_.is_controlled)
    desk_ = std::make_unique<OrderDesk>(source, options_.orders, options_.recorder.max_metadata,
                                        options_.has_common_instances, options_.on_orders);
  options_.config.Append(std::move(options_.orders));
}

RecorderOptions RecordingRun::OptionsOfRecorder() {
  RecorderOptions options = options_.recorder;
  options.on_begun = [this](const std::string& base, Timestamp start) {
    if (desk_) desk_->OnArchive();
    if (cleaner_) cleaner_->Add(base, start);
  };
  return options;
}

std::optional<Nanos> RecordingRun::NextDue() const {
  const bool wants_flush = !want_flush_.empty() || !flushing_.empty();
  switch (state_) {
    case State::kNew:
      return now_;
    case State::kLost:
      if (stops_ || wants_last_sample_ || !want_volume_.empty() || (desk_ && desk_->HasOrder()))
        return now_;
      return std::min(retry_at_, wants_flush ? now_ + kDiskLookedAt : kNever);
    case State::kReady:
      if (stops_ || wants_last_sample_ || why_next_archive_ || !want_volume_.empty() ||
          next_ < due_.groups.size() || IsDone() || (desk_ && desk_->HasOrder()))
        return now_;
      return std::min({IsIdle() ? retry_at_ : *tasks_.NextDue(), sync_at_.value_or(kNever),
                       wants_flush ? now_ + kDiskLookedAt : kNever});
    case State::kClosing:
      return now_ + kDiskLookedAt;
    default:
      return std::nullopt;
  }
}

void RecordingRun::StartNextArchive(std::string why) {
  why_next_archive_ = std::move(why);
  Become(state_);
}

void RecordingRun::StartVolume(Done<std::int32_t> done) {
  want_volume_.push_back(std::move(done));
  Become(state_);
}

void RecordingRun::StartFlush(Done<void> done) {
  want_flush_.push_back(std::move(done));
  Become(state_);
}

void RecordingRun::StartOrder(LogOrder order, Done<OrderOutcome> done) {
  if (state_ == State::kClosing || state_ == State::kOver)
    return done(Fail(Errc::kDisconnected, "The recording is over"));
  desk_->Add(std::move(order), std::move(done));
  Become(state_);
}

void RecordingRun::Stop() {
  stops_ = true;
  Become(state_);
}

void RecordingRun::StopAfterSample() {
  wants_last_sample_ = true;
  Become(state_);
}

// Whether there is no task, so that metrics must be looked up again from time to time.
bool RecordingRun::IsIdle() const { return tasks_.empty() || !tasks_.NextDue(); }

bool RecordingRun::IsDone() const { return !tasks_.NextDue() && !options_.lingers; }

void RecordingRun::Advance(Nanos now) {
  now_ = now;
  if (state_ == State::kNew) missing_since_ = now;
  if (options_.wall_clock) tasks_.Align(options_.wall_clock() - now);
  if (state_ == State::kBusy || state_ == State::kOver) return;
  if (state_ == State::kClosing) return LookAtDisk();
  SyncIfDue();
  CleanIfDue();
  if (wants_last_sample_ && state_ != State::kReady) stops_ = true;
  if (stops_ || failure_) return Finish();
  if (state_ == State::kReady) return GoOn();
  if (state_ == State::kNew) return Connect();
  AnswerWithoutSource();
  if (state_ == State::kLost && now >= retry_at_) Connect();
}

// Syncs in the background: nothing here waits for a disk.
void RecordingRun::SyncIfDue() {
  const Result<void> synced = recorder_.PollSync();
  if (!synced && !MakeRoom(synced.error())) failure_ = failure_.value_or(synced.error());
  FlushIfAsked(synced);
  if (!sync_at_ || now_ < *sync_at_) return;
  sync_at_.reset();
  if (const Result<void> started = recorder_.StartSync(); !started && !failure_)
    failure_ = started.error();
}

// A sync that is under way may have begun before the last record.
void RecordingRun::FlushIfAsked(const Result<void>& synced) {
  if (recorder_.IsSyncing()) return;
  for (const Done<void>& done : std::exchange(flushing_, {})) done(synced);
  if (want_flush_.empty()) return;
  flushing_ = std::exchange(want_flush_, {});
  if (const Result<void> started = recorder_.StartSync(); !started && !failure_)
    failure_ = started.error();
}

void RecordingRun::CleanIfDue() {
  if (cleaner_) cleaner_->Advance(now_, recorder_.is_open() ? &recorder_.base() : nullptr);
}

// Makes room on a full disk by removing older archives, if that is allowed.
bool RecordingRun::MakeRoom(const Error& error) {
  const bool is_full = error.system_error == ENOSPC || error.system_error == EDQUOT;
  if (!is_full || !cleaner_ || stops_ || failure_) return false;
  if (!cleaner_->MakeRoom(recorder_.base())) return false;
  return recorder_.ReplaceArchive("The disk was full; older archives were removed").has_value();
}

void RecordingRun::BeginVolume() {
  const Result<void> started = recorder_.StartVolume();
  if (!started && !MakeRoom(started.error())) return GiveUp(started.error());
  for (const Done<std::int32_t>& done : std::exchange(want_volume_, {}))
    done(recorder_.writer().volume());
}

void RecordingRun::GoOn() {
  if (next_ < due_.groups.size()) return SampleNext();
  if (std::exchange(wants_last_sample_, false)) return SampleLast();
  if (rotation_.IsDue(now_)) why_next_archive_ = "";
  if (why_next_archive_) return BeginNextArchive();
  if (!want_volume_.empty()) return BeginVolume();
  if (IsDone()) return Finish();
  // A sample that is due comes first, but with a source that is always late orders have their turn.
  const bool has_order = desk_ && desk_->HasOrder();
  const bool is_due = !IsIdle() && now_ >= *tasks_.NextDue();
  if (has_order && (!is_due || std::exchange(is_turn_of_orders_, false))) return TakeOrder();
  if (!IsIdle()) return SampleDue();
  if (now_ >= retry_at_) Plan();
}

void RecordingRun::Connect() {
  state_ = State::kBusy;
  if (!options_.connect) return Open();
  options_.connect([this](const Result<void>& connected) {
    if (connected) return Open();
    Lose(connected.error());
  });
}

void RecordingRun::Open() {
  if (recorder_.is_open()) return Plan();
  recorder_.StartOpen([this](const Result<void>& opened) {
    if (opened) return Plan();
    if (IsNoAnswer(opened.error())) return Lose(opened.error());
    GiveUp(opened.error());
  });
}

void RecordingRun::RefuseOrders(const std::string& why) {
  if (desk_) desk_->RefuseAll({Errc::kDisconnected, why, {}, 0});
}

void RecordingRun::AnswerWithoutSource() {
  RefuseOrders("The source does not answer");
  if (want_volume_.empty()) return;
  if (recorder_.is_open()) return BeginVolume();
  for (const Done<std::int32_t>& done : std::exchange(want_volume_, {}))
    done(Fail(Errc::kDisconnected, "There is no archive yet"));
}

// All that is open ends with the recording.
void RecordingRun::RefuseRequests() {
  const std::string why = "The recording is over";
  RefuseOrders(why);
  for (const Done<std::int32_t>& done : std::exchange(want_volume_, {}))
    done(Fail(Errc::kDisconnected, why));
  for (auto* const requests : {&want_flush_, &flushing_})
    for (const Done<void>& done : std::exchange(*requests, {}))
      done(Fail(Errc::kDisconnected, why));
}

void RecordingRun::BeReady() {
  retry_at_ = now_ + std::max(options_.default_interval, kRetryAfter);
  Become(State::kReady);
}

void RecordingRun::BeginNextArchive() {
  state_ = State::kBusy;
  const std::string why = *std::exchange(why_next_archive_, std::nullopt);
  recorder_.StartNextArchive(why, [this](const Result<void>& begun) {
    if (!begun && !MakeRoom(begun.error())) return GiveUp(begun.error());
    EndTask();
  });
}

void RecordingRun::SampleDue() {
  const std::optional<Nanos> since = tasks_.NextDue();
  std::optional<DueTask> due = tasks_.TakeDue(now_);
  if (!due || due->groups.empty()) return;
  if (!missing_since_) missing_since_ = since;
  due_ = std::move(*due);
  next_ = 0;
  SampleNext();
}

void RecordingRun::SampleLast() {
  due_ = tasks_.All();
  next_ = 0;
  if (due_.groups.empty()) return Finish();
  stops_after_sample_ = true;
  SampleNext();
}

void RecordingRun::SampleNext() {
  state_ = State::kBusy;
  if (options_.on_sample)
    options_.on_sample({due_.interval, tasks_.ShortestInterval(), tasks_.LongestInterval()});
  const FetchGroup& group = due_.groups[next_++];
  recorder_.StartSample(group.metrics, group.profile,
                        [this](const Result<bool>& sampled) { Sampled(sampled); });
}

// The next step waits for Advance(), because answers that come at once would pile up on the stack.
void RecordingRun::Sampled(const Result<bool>& sampled) {
  if (!sampled && IsNoAnswer(sampled.error())) return Lose(sampled.error());
  if (!sampled && MakeRoom(sampled.error())) return EndTask();
  // Orders may ask for more than a message holds.
  const bool may_go_on = !sampled && (sampled.error().code == Errc::kRefused ||
                                      (desk_ && sampled.error().code == Errc::kTooLarge));
  if (!sampled && !may_go_on) return GiveUp(sampled.error());
  if (!sampled) Tell(sampled.error().Message());
  stops_ |= sampled && !*sampled;
  if (desk_ && sampled && *sampled)
    desk_->OnRecord(recorder_.last(), due_.groups[next_ - 1].profile, *plan_);
  const std::uint64_t bytes = recorder_.bytes() - std::exchange(bytes_, recorder_.bytes());
  if (bytes > 0 && options_.on_record) TellRecord(bytes);
  if (stops_ || next_ < due_.groups.size()) return Become(State::kReady);
  stops_ = stops_after_sample_;
  if (sampled) {
    missing_since_.reset();
    CountSample();
    if (failure_) return;
  }
  EndTask();
}

void RecordingRun::TellRecord(std::uint64_t bytes) const {
  RecordedGroup record{.interval = due_.interval, .names = {}, .bytes = bytes};
  for (const MetricId metric : due_.groups[next_ - 1].metrics)
    record.names.push_back(recorder_.NameOf(metric));
  options_.on_record(record);
}

void RecordingRun::CountSample() {
  ++samples_;
  if (options_.sync_interval > 0 && !sync_at_) sync_at_ = now_ + options_.sync_interval;
  stops_ |= options_.samples > 0 && samples_ >= options_.samples;
  stops_ |= options_.bytes > 0 && recorder_.volume_bytes() >= options_.bytes;
  const ArchiveWriter& writer = recorder_.writer();
  if (volume_.IsReached(recorder_.archives(), writer.volume(), writer.volume_size(), now_) &&
      !stops_)
    BeginVolume();
}

// Tasks that run once run once in each archive.
void RecordingRun::EndTask() {
  if (std::exchange(archives_, recorder_.archives()) != archives_) {
    tasks_.RepeatOnce(now_);
    if (cleaner_) cleaner_->CleanAt(now_);
  }
  is_turn_of_orders_ = true;
  if (recorder_.TakeNamesChanged()) return Plan();
  BeReady();
}

void RecordingRun::Lose(const Error& error) {
  // Only other recordings of this process could free descriptors, and they still need theirs.
  if (error.system_error == EMFILE && !recorder_.is_open()) return GiveUp(error);
  due_ = {};
  stops_ |= stops_after_sample_;
  retry_at_ = now_ + kRetryAfter;
  was_lost_ = recorder_.is_open();
  Error told = error;
  told.file.clear();  // the receiver of the event knows the source
  const std::string what = told.Message();
  // An attempt that is too early is not reported.
  const bool is_news = trouble_.empty() || (what != trouble_ && error.code != Errc::kTimeout);
  if (is_news && !stops_) Tell(what + "; trying again");
  if (is_news) trouble_ = what;
  Become(State::kLost);
}

void RecordingRun::Finish() {
  state_ = State::kBusy;
  recorder_.StartFinish([this](const Result<void>& finished) {
    if (!finished && !failure_) failure_ = finished.error();
    LookAtDisk();
  });
}

void RecordingRun::LookAtDisk() {
  if (const Result<void> synced = recorder_.PollSync(); !synced && !failure_)
    failure_ = synced.error();
  Become(recorder_.IsSyncing() ? State::kClosing : State::kOver);
}

// Keeps the recorded data, and ends the archive in order.
void RecordingRun::GiveUp(const Error& error) {
  if (!failure_) failure_ = error;
  Finish();
}

void RecordingRun::Abandon() {
  if (state_ == State::kBusy && options_.disconnect) options_.disconnect();
}

void RecordingRun::Become(State state) {
  state_ = state;
  if (state == State::kClosing || state == State::kOver) RefuseRequests();
  if (listener_) listener_();
}

void RecordingRun::Tell(const std::string& what) const {
  if (options_.on_event) options_.on_event(what);
}

}  // namespace fdr
