// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/interrupt.h"

#include <csignal>
#include <cstdlib>
#include <initializer_list>

namespace fdr::tools {
namespace {

volatile std::sig_atomic_t interrupted = 0;  // the signal's number

void OnSignal(int signal) { interrupted = signal; }

}  // namespace

void CatchInterrupts() {
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

bool Interrupted() { return interrupted != 0; }

void EndAsInterrupted() {
  const int signal = interrupted;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  std::_Exit(128 + signal);  // where somebody blocks it
}

}  // namespace fdr::tools
