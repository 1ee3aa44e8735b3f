// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/record_session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "fdr/tools/options/derive_option.h"
#include "fdr/tools/record/record_options.h"
#include "fdr/tools/record/record_summary.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/shortage.h"
#include "fdr/tools/run/started_program.h"
#include "fdr/tools/run/steady_clock.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/status/status_place.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/message_flow.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

constexpr Nanos kBetweenRates = 2'000'000'000;
constexpr std::chrono::milliseconds kBetweenLooks{50};
constexpr Nanos kSilence = 1'000'000'000;    // shorter waits are not reported
constexpr Nanos kLongestWait = 250'000'000;  // until signals and the end are looked at again

// After an unexpected exception the recordings can neither go on nor end in order.  Ends the
// process at once: all archives stay as after a crash, whole up to their last records.
[[noreturn]] void LeaveAll() { std::_Exit(ExplainException()); }

}  // namespace

void RecordSession::Add(std::unique_ptr<Context> source, RecordingOptions options, std::string name,
                        std::unique_ptr<Snapshots> ring) {
  options.on_event = [this, tell = std::move(options.on_event)](const std::string& what) {
    status_.Clear();
    if (tell) tell(what);
  };
  if (ring) options.recorder.files = &ring->files();
  if (compressor_)
    options.recorder.on_volume_end = [this](const std::string& path) { compressor_->Add(path); };
  RecordTrack& track = tracks_.emplace_back();
  options.recorder.on_archive = [&track, tell = std::move(options.recorder.on_archive)](
                                    const std::string& base, const std::string& why) {
    track.archives.push_back(base);
    if (track.control) track.control->Name(base);
    if (tell) tell(base, why);
  };
  auto recorded = std::make_unique<RecordedSource>(
      *source, names_, derived_, quiet_ ? OnSemanticError() : TellOfSenseless(name));
  track.name = std::move(name);
  if (ring && when_) track.pace = std::make_unique<TriggerPace>(ring_length_);
  std::unique_ptr<TriggerSource> trigger;
  if (when_) trigger = MakeTrigger(recorded->context(), track);
  options.on_plan = [recorded = recorded.get(), trigger = trigger.get()] {
    recorded->Renew();
    if (trigger != nullptr) trigger->Renew();
  };
  Context& watched = trigger ? *trigger : recorded->context();
  auto recording = std::make_unique<Recording>(watched, std::move(options));
  fleet_.Add(*recording);
  track.source = std::move(source);
  track.recorded = std::move(recorded);
  track.trigger = std::move(trigger);
  track.ring = std::move(ring);
  track.recording = std::move(recording);
}

// The first source is found by the process, the others by their ports.
Result<void> RecordSession::Control(ControlOptions options) {
  RecordTrack& track = tracks_.back();
  options.is_found_by_process = tracks_.size() == 1;
  options.tell = [this, name = track.name](const std::string& text) {
    status_.Clear();
    PrintError(name + ": " + text);
  };
  auto control =
      ControlPoint::Open(loop_, *track.recording, track.recorded->context(), std::move(options));
  if (!control) return Fail(control.error());
  track.control = std::move(*control);
  return {};
}

void RecordSession::React(Reaction::Options options) {
  options.tell_error = [this](const std::string& what) {
    status_.Clear();
    PrintError(what);
  };
  reaction_.emplace(std::move(options));
}

std::unique_ptr<TriggerSource> RecordSession::MakeTrigger(Context& source, RecordTrack& track) {
  const auto on_true = [this, &track](const std::string& values) { NoteTrigger(track, values); };
  const auto on_doubt = [this, name = track.name](const Error& why) {
    status_.Clear();
    const bool is_unknown = why.code == Errc::kNotFound;
    PrintError(fmt::format("warning: {}: --when: {}{}", name,
                           is_unknown ? "There is no metric " : "", why.what));
  };
  auto trigger = std::make_unique<TriggerSource>(source, *when_, on_true, on_doubt);
  trigger->SetPatience(patience_);
  return trigger;
}

// What is in a ring has no archive before the ring is written.
void RecordSession::NoteTrigger(RecordTrack& track, const std::string& values) {
  status_.Clear();
  PrintMessage(fmt::format("{}: {}\n", track.name, values));
  track.trigger_values = values;
  track.pace ? track.pace->Note() : NoteEvent(track);
}

void RecordSession::NoteEvent(const RecordTrack& track) {
  if (!reaction_) return;
  const std::vector<std::string>& archives = track.Written();
  reaction_->Note({.host = track.name,
                   .values = track.trigger_values,
                   .archive = archives.empty() ? "" : AbsoluteOut(archives.back()),
                   .time = WallClock()});
}

Result<void> RecordSession::OpenStatus(const std::string& out) {
  self_ = {.pid = ::getpid(), .out = AbsoluteOut(out), .since = WallClock(), .sources = {}};
  const std::string directory = StatusDirectory();
  if (const Result<void> made = MakeStatusDirectory(directory); !made) return made;
  auto server = StatusServer::Open(*loop_, StatusPath(directory, StatusKind::kRecorder, self_.pid),
                                   [this](std::string_view request) { return Answer(request); });
  if (!server) return Fail(server.error());
  server_ = std::move(*server);
  return {};
}

Result<void> RecordSession::OpenOrders(int fd) {
  const auto tell = [this](const std::string& text) {
    status_.Clear();
    PrintMessage(text);
  };
  const auto facts_now = [this] {
    SessionFacts facts = FactsOf(tracks_);
    facts.seconds = static_cast<double>(SteadyNow() - begin_) / 1e9;
    return facts;
  };
  auto orders =
      SessionOrders::Open(*loop_, fd, {facts_now, [this] { is_told_to_end_ = true; }, tell});
  if (!orders) return Fail(orders.error());
  orders_ = std::move(*orders);
  return {};
}

// Nothing that a reader of messages does, or leaves undone, may stop the samples.  Each source may
// say at once why it does not begin, and how it ends.
int RecordSession::Run() {
  LimitMessages(MessageFlow::kAtOnce + 2 * tracks_.size());
  CatchInterrupts();
  CatchRequest(Request::kSnapshot);
  CatchRequest(Request::kHangup);
  begin_ = SteadyNow();
  while (!fleet_.is_over()) {
    const Nanos now = SteadyNow();
    try {
      Step(now);
    } catch (...) {
      server_.reset();
      for (RecordTrack& track : tracks_) track.control.reset();
      LeaveAll();
    }
  }
  status_.Clear();
  if (program_) program_->Wait();  // the recording may end before it
  const bool is_interrupted = Interrupted();
  FinishCompressing();
  WriteRings();
  if (const Result<void> written = background_.Wait(); !written) {
    PrintError(written.error());
    return kFailed;
  }
  if (reaction_) reaction_->Leave();
  const int status = Outcome();
  TellWhatIsRecorded(is_interrupted || program_);
  TellOfLastMissingMessages();
  if (program_ && program_->was_started()) ExplainProgram();
  return status;
}

void RecordSession::Step(Nanos now) {
  EndForWantOfMemory(now);
  EndIfAsked(now);
  if (TakeRequest(Request::kHangup))
    for (const RecordTrack& track : tracks_) track.recording->StartVolume();
  const Nanos next = fleet_.Advance(now).value_or(now + kLongestWait);
  TellOfFailures();
  LookAtRates(now);
  LookAtSnapshots();
  LookAtTriggers(now);
  TellWhatIsNotCompressed();
  TellOfMissingMessages();
  if (status_.IsDue(now)) status_.Show(TotalsOf(tracks_, now), now);
  loop_->RunOneFor(std::chrono::nanoseconds(std::clamp<Nanos>(next - now, 0, kLongestWait)));
}

// With a program, its end is that of the recording, also after a signal.
void RecordSession::EndIfAsked(Nanos now) {
  if (program_) LookAtProgram(now);
  if (Interrupted() || is_told_to_end_ || end_.IsReached(WallClock(), now - begin_))
    fleet_.Stop(now);
}

// Whether each source has a sample, but for those that are in trouble.
bool RecordSession::HasBegun() const {
  const auto is_recorded = [](const RecordTrack& track) {
    return track.recording->samples() > 0 && !track.recording->is_ending();
  };
  const auto is_ready = [](const RecordTrack& track) {
    return track.recording->samples() > 0 || track.recording->is_ending() ||
           !track.recording->trouble().empty();
  };
  return std::ranges::all_of(tracks_, is_ready) && std::ranges::any_of(tracks_, is_recorded);
}

void RecordSession::LookAtProgram(Nanos now) {
  if (!program_->was_started() && !Interrupted() && HasBegun()) program_->Start(*loop_);
  program_->PassInterruptOn();
  if (program_->TakeEnd()) fleet_.StopAfterSample(now);
}

// What happened meanwhile.
void RecordSession::ExplainProgram() const {
  if (quiet_ || tracks_.size() != 1 || tracks_[0].archives.empty()) return;
  const Result<pid_t> why = StartProgram(
      {.words = {"/proc/self/exe", "why", tracks_[0].archives.back()}, .output = STDERR_FILENO});
  if (why) WaitForEnd(*why);
}

// The reserve of memory is there to end all archives in order.
void RecordSession::EndForWantOfMemory(Nanos now) {
  if (!MemoryRanOut() || std::exchange(has_told_of_memory_, true)) return;
  status_.Clear();
  PrintError("Memory has run out: recording ends here");
  fleet_.Stop(now);
}

void RecordSession::LookAtSnapshots() {
  if (TakeRequest(Request::kSnapshot)) {
    const std::string started = StartSnapshots(tracks_, background_);
    status_.Clear();
    if (started.empty()) PrintError("SIGUSR1 writes a ring, and there is none: see --ring");
    PrintMessage(started);
  }
  const Result<void> written = background_.Poll();
  if (written) return;
  status_.Clear();
  PrintError(written.error());
}

void RecordSession::LookAtTriggers(Nanos now) {
  for (const RecordTrack& track : tracks_) {
    if (!track.pace || !track.pace->IsDue(now)) continue;
    const std::string started = track.StartSnapshot(background_);
    status_.Clear();
    PrintMessage(started);
    NoteEvent(track);
  }
  if (reaction_ && !background_.is_busy()) reaction_->Advance(now);
}

// A ring has the minutes before the end, which may be what it was filled for.  With a condition it
// is written if the condition has asked for it, though it is not due yet.
void RecordSession::WriteRings() {
  for (const RecordTrack& track : tracks_) {
    if (track.pace && track.pace->is_pending()) {
      PrintMessage(track.StartSnapshot(background_));
      NoteEvent(track);
    }
    if (!track.ring || track.pace) continue;
    if (const auto names = track.ring->Start(background_); !names) PrintError(names.error());
  }
}

// A program that ends as it was asked to says nothing to a file or another program.
void RecordSession::TellWhatIsRecorded(bool is_news) {
  if (quiet_ || !(is_news || ::isatty(STDERR_FILENO) == 1)) return;
  if (const std::string summary = RecordSummary(PartsOf(tracks_)); !summary.empty())
    PrintError(summary);
}

// All is recorded.  Another signal now leaves the rest of the volumes uncompressed.
void RecordSession::FinishCompressing() {
  if (!compressor_) return;
  ForgetInterrupt();
  const Nanos silent_until = SteadyNow() + kSilence;
  bool is_told = quiet_;
  while (!Interrupted()) {
    const std::size_t pending = compressor_->pending();
    if (pending == 0) break;
    if (!is_told && SteadyNow() >= silent_until) {
      PrintError(fmt::format("compressing {}; Ctrl-C leaves the rest uncompressed",
                             Count(pending, "data volume")));
      is_told = true;
    }
    loop_->RunOneFor(kBetweenLooks);
  }
  TellWhatIsNotCompressed();
}

void RecordSession::TellWhatIsNotCompressed() {
  if (!compressor_) return;
  for (const Error& error : compressor_->TakeFailures()) {
    status_.Clear();
    PrintError("warning: " + error.Message() + "; the data volume stays as it is");
  }
}

void RecordSession::LookAtRates(Nanos now) {
  if (now < rates_due_) return;
  rates_due_ = now + kBetweenRates;
  for (RecordTrack& track : tracks_) track.rate.Add(now, track.recording->recorded().bytes);
}

// Reports a failure at once: other recordings may go on for days.
void RecordSession::TellOfFailures() {
  if (std::exchange(over_, fleet_.over()) == fleet_.over()) return;
  for (RecordTrack& track : tracks_) TellOfFailure(track);
}

void RecordSession::TellOfFailure(RecordTrack& track) {
  if (!track.recording->is_over() || std::exchange(track.is_told, true)) return;
  if (!track.recording->failure()) return;
  status_.Clear();
  Error error = *track.recording->failure();
  if (error.file.empty() && (tracks_.size() > 1 || error.code == Errc::kTooLarge))
    error.file = track.name;
  PrintError(ExplainStart(std::move(error)));
}

std::string RecordSession::Answer(std::string_view request) {
  if (request == "out") return self_.out;
  if (request == "own") return OwnArchiveOf(tracks_);
  if (request == "snapshot") return StartSnapshots(tracks_, background_);
  if (request == "busy") return background_.is_busy() ? "yes" : "no";
  RecorderStatus status = self_;
  const Nanos now = SteadyNow();
  for (const RecordTrack& track : tracks_) status.sources.push_back(track.StatusAt(now));
  return request == "json" ? StatusJson(status) : StatusParagraph(status, WallClock());
}

int RecordSession::Outcome() {
  int status = MemoryRanOut() || misses_source_ ? kFailed : kOk;
  for (RecordTrack& track : tracks_) {
    if (track.recording->failure()) {
      TellOfFailure(track);
      status = kFailed;
    } else if (track.recording->recorded().samples == 0) {
      PrintError(track.name + ": nothing was recorded");
      status = kFailed;
    }
  }
  return program_ ? program_->Outcome(status) : status;
}

}  // namespace fdr::tools
