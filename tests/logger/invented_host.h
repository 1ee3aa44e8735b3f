// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An invented source behind a collector's protocol: for programs that know hosts only, and for what
// collectors do that sources do not.

#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>

#include "fdr/replay/profile.h"
#include "fdr/tests/live/scripted_collector.h"
#include "fdr/tests/logger/invented_source.h"

namespace fdr::test {

/// Serves any number of clients, one question after the other.
class InventedHost {
 public:
  InventedHost() : collector_([this](ClientEnd& client) { Serve(client); }) {}

  std::string host() const { return collector_.host(); }

  // To be set before anybody comes.
  InventedSource source;
  /// Called before each fetch of any of its metrics, from 0 on; it may change the source.  Gives
  /// the CollectorChanges that the client is told, right before the values.
  std::function<std::uint32_t(int fetch)> before_fetch;
  /// Called with each message before anything else: whether it has answered, so that nobody else
  /// does.
  std::function<bool(ClientEnd& client, const Message& message)> instead;
  /// Called when its values have been sent.
  std::function<void(int fetch)> after_fetch;

 private:
  void Serve(ClientEnd& client);
  void Answer(ClientEnd& client, const Message& message, const Profile& profile);
  void AnswerFetch(ClientEnd& client, const Message& message, const Profile& profile);

  std::mutex mutex_;
  int fetches_ = 0;
  ScriptedCollector collector_;  // last: it uses all of the above
};

}  // namespace fdr::test
