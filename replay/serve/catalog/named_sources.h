// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Sources that exist because a client named them: hosts and tapes.

#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/replay/serve/catalog/web_source.h"
#include "fdr/replay/serve/http/answer_memory.h"

namespace fdr {

/// Clients that use the same name share its source.  Any thread.
class NamedSources {
 public:
  explicit NamedSources(std::size_t most) : most_(most) {}

  /// The source of this name; if there is none, the one that `make` returns.  A source that no
  /// client keeps any more makes room for a new one; kTooLarge if there is none.
  template <class Make>
  Result<std::shared_ptr<WebSource>> FindOrMake(std::string_view name, Make make) {
    const std::lock_guard lock(mutex_);
    const auto known = sources_.find(name);
    if (known != sources_.end()) return known->second;
    const AnswerMemory::WithoutRefusal whole;  // the end of a source must not fail
    if (sources_.size() >= most_ && !DropUnused())
      return Fail(Errc::kTooLarge, "Too many hosts and tapes are in use");
    Result<std::shared_ptr<WebSource>> made = make();
    if (made) sources_.emplace(name, *made);
    return made;
  }

 private:
  // Only this object has it, and no thread can get it: the lock is held.
  bool DropUnused() {
    return std::erase_if(sources_,
                         [](const auto& source) { return source.second.use_count() == 1; }) > 0;
  }

  const std::size_t most_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<WebSource>, std::less<>> sources_;
};

}  // namespace fdr
