// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How threads are started that get no signals.

#pragma once

#include <csignal>

namespace fdr {

/// Threads that are started meanwhile get no signals: those are for the program that uses us.
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
