// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Work for a thread of its own or, where there is no thread to be had, for the one that asks for
// the outcome.

#pragma once

#include <future>
#include <memory>
#include <utility>

namespace fdr {

/// std::async() for work that cannot be copied: libstdc++ moves it into the thread that it cannot
/// start, and then has nothing left to do later.
template <class Work>
auto StartAsync(std::launch how, Work work) {
  const auto run = [kept = std::make_shared<Work>(std::move(work))] { return (*kept)(); };
  return std::async(how, run);
}

}  // namespace fdr
