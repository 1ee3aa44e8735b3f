// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmTimeStateSetup() and the functions beside it: a simple client that follows a time server.

#include <pcp/pmapi.h>
#include <pcp/pmtime.h>
#include <sys/time.h>

#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "fdr/replay/pcp/pmgui/time_connection.h"

namespace {

// Where the client is, which decides what the next step means for it.
enum class Phase {
  kNew,       // no step yet
  kForward,   // the last step was the one before the next
  kBackward,  // steps go back, which a simple client does not show
  kStopped,
  kMoved,  // the next step is somewhere else
  kAtEnd,  // the client has said so
};

// PCP keeps it for the process, too.
Phase phase = Phase::kNew;

void Resume() { std::puts("\n[Time Control] Resume ..."); }
void Rewind() { std::puts("\n[Time Control] Rewind/Reverse ..."); }
void Exited() {
  std::fprintf(stderr, "\n%s: Time Control dialog exited, goodbye.\n", pmGetProgname());
}
void Boundary() { std::puts("\n[Time Control] End of Archive ..."); }
void Position(timeval) { std::puts("\n[Time Control] Repositioned in archive ..."); }
void Interval(timeval delta) { std::printf("new interval:  %1.2f sec\n", pmtimevalToReal(&delta)); }
void Stepped(timeval) {}
void NewZone(char* zone, char* label) { std::printf("new timezone: %s (%s)\n", zone, label); }

bool IsSame(const timeval& a, const timeval& b) {
  return a.tv_sec == b.tv_sec && a.tv_usec == b.tv_usec;
}

// Two texts that end with a NUL each: a zone, and a name for it.
void TakeZone(const pmTimeControls& controls, pmTime& message) {
  const std::size_t size = message.length - sizeof message;
  if (size == 0 || message.data[size - 1] != '\0') return;
  const std::string_view zone(message.data);
  char* const label = message.data + zone.size() + (zone.size() + 1 < size ? 1 : 0);
  pmNewZone(message.data);
  controls.newzone(message.data, label);
}

void NoteMode(const pmTime& message) {
  if (message.command == PM_TCTL_VCRMODE_DRAG || message.state != PM_STATE_STOP)
    phase = Phase::kMoved;
  else
    phase = Phase::kStopped;
}

void NoteJump() {
  if (phase == Phase::kForward) phase = Phase::kMoved;
  if (phase == Phase::kAtEnd) phase = Phase::kStopped;
}

// The first step after something else than a step.
void BeginAt(pmTimeControls& controls, pmTime& message) {
  if (phase == Phase::kStopped) controls.resume();
  if (phase == Phase::kMoved || phase == Phase::kBackward) controls.position(message.position);
  if (!IsSame(controls.delta, message.delta)) {
    controls.delta = message.delta;
    if (phase != Phase::kNew) controls.interval(message.delta);
  }
  if (controls.context == PM_CONTEXT_ARCHIVE)
    pmTimeStateMode(PM_MODE_INTERP, message.delta, &message.position);
  controls.stepped(message.delta);
  phase = Phase::kForward;
}

// Whether the client has to fetch.  A step that it does not show is acknowledged here.
bool TakeStep(pmTimeControls& controls, pmTime& message) {
  if (message.state != PM_STATE_BACKWARD && phase != Phase::kAtEnd) {
    if (phase != Phase::kForward) BeginAt(controls, message);
    return true;
  }
  if (message.state == PM_STATE_BACKWARD && phase != Phase::kBackward) {
    controls.rewind();
    phase = Phase::kBackward;
  }
  pmTimeSendAck(controls.fd, &message.position);
  return false;
}

pmTime* NewState(int context, timeval delta, const char* zone, const char* label) {
  const std::size_t zone_size = std::strlen(zone) + 1, label_size = std::strlen(label) + 1;
  const std::size_t length = sizeof(pmTime) + zone_size + label_size;
  if (length > fdr::TimeMessage::kMostSize) return nullptr;
  auto* const state = static_cast<pmTime*>(std::calloc(1, fdr::TimeMessage::kMostSize));
  if (state == nullptr) return nullptr;
  state->magic = PMTIME_MAGIC;
  state->length = static_cast<unsigned>(length);
  state->command = PM_TCTL_SET;
  state->source = context == PM_CONTEXT_ARCHIVE ? PM_SOURCE_ARCHIVE : PM_SOURCE_HOST;
  state->delta = delta;
  std::memcpy(state->data, zone, zone_size);
  std::memcpy(state->data + zone_size, label, label_size);
  return state;
}

}  // namespace

pmTime* pmTimeStateSetup(pmTimeControls* controls, int context, int port, struct timeval delta,
                         struct timeval position, struct timeval start, struct timeval end,
                         char* zone, char* label) {
  *controls = {Resume,  Rewind, Exited, Boundary, Position, Interval, Stepped,
               NewZone, delta,  -1,     1,        context,  0};
  phase = Phase::kNew;
  pmTime* const state =
      NewState(context, delta, zone != nullptr ? zone : "", label != nullptr ? label : "");
  if (state == nullptr) return nullptr;
  if (state->source == PM_SOURCE_ARCHIVE) {
    state->position = position;
    state->start = start;
    state->end = end;
  } else {
    ::gettimeofday(&state->position, nullptr);
  }
  const int fd = pmTimeConnect(port, state);
  if (fd < 0) {
    std::fprintf(stderr, "%s: pmTimeConnect: %s\n", pmGetProgname(), pmErrStr(fd));
    std::exit(1);
  }
  state->length = sizeof *state;
  controls->fd = fd;
  return state;
}

// Steps that the client shows end the wait for messages.
int pmTimeStateVector(pmTimeControls* controls, pmTime* state) {
  if (controls->showgui != 0) {
    pmTimeShowDialog(controls->fd, 1);
    controls->showgui = 0;
  }
  for (;;) {
    const int command = pmTimeRecv(controls->fd, &state);
    if (command < 0) {
      controls->exited();
      std::exit(1);
    }
    switch (command) {
      case PM_TCTL_STEP:
        if (TakeStep(*controls, *state)) return 0;
        break;
      case PM_TCTL_SET:
        NoteJump();
        break;
      case PM_TCTL_VCRMODE:
      case PM_TCTL_VCRMODE_DRAG:
        NoteMode(*state);
        break;
      case PM_TCTL_TZ:
        TakeZone(*controls, *state);
        break;
      default:
        break;
    }
  }
}

void pmTimeStateAck(pmTimeControls* controls, pmTime* state) {
  pmTimeSendAck(controls->fd, &state->position);
}

void pmTimeStateBounds(pmTimeControls* controls, pmTime* state) {
  phase = Phase::kAtEnd;
  controls->boundary();
  pmTimeStateAck(controls, state);
}

// The step is in whole milliseconds, or in seconds if those are too many.
void pmTimeStateMode(int mode, struct timeval delta, struct timeval* position) {
  const std::int64_t milliseconds = std::int64_t{delta.tv_sec} * 1000 + delta.tv_usec / 1000;
  const bool fits = milliseconds <= INT_MAX;
  const int step = static_cast<int>(fits ? milliseconds : std::int64_t{delta.tv_sec});
  const int unit = PM_XTB_SET(fits ? PM_TIME_MSEC : PM_TIME_SEC);
  const int status = pmSetMode(mode | unit, position, step);
  if (status >= 0) return;
  std::fprintf(stderr, "%s: pmSetMode: %s\n", pmGetProgname(), pmErrStr(status));
  std::exit(1);
}
