// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/run/interrupt.h"

#include <poll.h>

#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace fdr::tools {
namespace {

constexpr int kSignals[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t interrupted = 0;  // the signal's number

volatile std::sig_atomic_t interrupt_is_key = 0;

void OnSignal(int signal, siginfo_t* info, void*) {
  interrupt_is_key = info != nullptr && info->si_code == SI_KERNEL ? 1 : 0;
  interrupted = signal;
}

constexpr int kRequestSignals[] = {SIGUSR1, SIGHUP, SIGWINCH};  // by Request

volatile std::sig_atomic_t requests[std::size(kRequestSignals)] = {};

void OnRequest(int signal) {
  for (std::size_t i = 0; i < std::size(kRequestSignals); ++i)
    if (kRequestSignals[i] == signal) requests[i] = 1;
}

bool HasRequest() {
  for (const volatile std::sig_atomic_t& request : requests)
    if (request != 0) return true;
  return false;
}

int flags_of_catching = SA_SIGINFO | static_cast<int>(SA_RESETHAND);
bool hangup_is_request = false;

std::function<void()>& CleanUp() {
  static std::function<void()> clean_up;
  return clean_up;
}

void Catch() {
  struct sigaction action = {};
  action.sa_sigaction = OnSignal;
  action.sa_flags = CleanUp() ? SA_SIGINFO : flags_of_catching;
  for (const int signal : kSignals) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_IGN || (signal == SIGHUP && hangup_is_request)) continue;
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace

void CatchInterrupts() {
  flags_of_catching = SA_SIGINFO | static_cast<int>(SA_RESETHAND);
  Catch();
}

void CatchEveryInterrupt() {
  flags_of_catching = SA_SIGINFO;
  Catch();
}

void CatchRequest(Request request) {
  const int signal = kRequestSignals[static_cast<std::size_t>(request)];
  hangup_is_request |= request == Request::kHangup;
  struct sigaction action = {}, before = {};
  action.sa_handler = OnRequest;
  action.sa_flags = SA_RESTART;
  sigaction(signal, nullptr, &before);
  if (before.sa_handler != SIG_IGN || signal != SIGHUP) sigaction(signal, &action, nullptr);
}

bool TakeRequest(Request request) {
  volatile std::sig_atomic_t& flag = requests[static_cast<std::size_t>(request)];
  if (flag == 0) return false;
  flag = 0;
  return true;
}

bool Interrupted() { return interrupted != 0; }

int InterruptSignal() { return interrupted; }

bool InterruptIsKey() { return interrupt_is_key != 0; }

void ForgetInterrupt() {
  interrupted = 0;
  Catch();
}

bool WaitForInput(int fd, std::chrono::nanoseconds time) {
  // Signals are blocked except during the wait, so that none is missed just before it.
  sigset_t ours, before;
  sigemptyset(&ours);
  for (const int signal : kSignals) sigaddset(&ours, signal);
  for (const int signal : kRequestSignals) sigaddset(&ours, signal);
  sigprocmask(SIG_BLOCK, &ours, &before);
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
  const timespec limit{seconds.count(), (time - seconds).count()};
  pollfd input{fd, POLLIN, 0};
  const bool ready = !Interrupted() && !HasRequest() && ::ppoll(&input, 1, &limit, &before) > 0;
  sigprocmask(SIG_SETMASK, &before, nullptr);
  return ready;
}

void CleanUpIfInterrupted(std::function<void()> clean_up) {
  CleanUp() = std::move(clean_up);
  Catch();
}

void EndAsInterrupted() {
  if (CleanUp()) CleanUp()();
  const int signal = interrupted;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  std::_Exit(128 + signal);  // if the signal is blocked
}

}  // namespace fdr::tools
