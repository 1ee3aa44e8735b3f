// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An invented source behind a collector's protocol.  It is for programs that know only hosts, and
// for tests of what a collector does and a source does not.

#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>

#include "fdr/replay/profile.h"
#include "fdr/tests/hosts/invented_source.h"
#include "fdr/tests/hosts/scripted_collector.h"

namespace fdr::test {

/// Serves any number of clients, one question after another.
class InventedHost {
 public:
  InventedHost() : collector_([this](ClientEnd& client) { Serve(client); }) {}

  std::string host() const { return collector_.host(); }

  // To be set before the first client connects.
  InventedSource source;
  /// Called before each fetch of the source's metrics, with the number of the fetch, from 0 on.  It
  /// may change the source.  Returns the CollectorChanges for the client, sent before the values.
  std::function<std::uint32_t(int fetch)> before_fetch;
  /// Called first with each message.  Returns true if it has answered; then the host does not.
  std::function<bool(ClientEnd& client, const Message& message)> instead;
  /// Called when the values of a fetch have been sent.
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
