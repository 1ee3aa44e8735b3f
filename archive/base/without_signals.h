// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Starts threads that get no signals.

#pragma once

#include <csignal>

namespace fdr {

/// Threads started during its life get no signals.  Signals belong to the program that uses this
/// library.
class WithoutSignals {
 public:
  WithoutSignals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~WithoutSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  WithoutSignals(const WithoutSignals&) = delete;
  WithoutSignals& operator=(const WithoutSignals&) = delete;

 private:
  sigset_t before_;
};

}  // namespace fdr
