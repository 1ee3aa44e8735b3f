// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs work in a thread of its own.  If no thread can be started, the work runs in the thread that
// asks for its result.

#pragma once

#include <future>
#include <memory>
#include <utility>

namespace fdr {

/// Like std::async(), but also right for work that cannot be copied.  If a thread cannot be
/// started, std::async() of libstdc++ has moved the work away and cannot run it later.
template <class Work>
auto StartAsync(std::launch how, Work work) {
  const auto run = [kept = std::make_shared<Work>(std::move(work))] { return (*kept)(); };
  return std::async(how, run);
}

}  // namespace fdr
