// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a server of PCP's protocol serves.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "fdr/replay/context.h"
#include "fdr/replay/serve/own_metrics.h"

namespace fdr {

/// The process of a client at a socket in the file system.
struct ClientProcess {
  std::uint32_t user = 0, group = 0, process = 0;
};

/// Clients have the numbers of ServerFacts.
class ServedSource {
 public:
  virtual ~ServedSource() = default;

  /// The context for the next request of a client, moved to the present time of the source.
  virtual Context& PresentFor(std::uint32_t client) = 0;
  /// The stamp that clients see for values of this time.
  virtual Timestamp StampFor(Timestamp of_values) { return of_values; }
  /// The changes that were noticed since the last call: CollectorChange.
  virtual std::uint32_t TakeChanges() { return 0; }
  /// Stores the values, which are read during the call only.  Ends with PCP's number of an error,
  /// or 0.
  virtual void StartStore(std::uint32_t client, const FetchResult& values,
                          std::function<void(StoreAnswer)> done) = 0;

  // For sources that know their clients.

  /// The changes that this client alone must hear of, since its last call: CollectorChange.
  virtual std::uint32_t TakeChangesFor(std::uint32_t) { return 0; }
  virtual void OnClient(std::uint32_t, const std::optional<ClientProcess>&) {}
  /// The client wants to hear of this container.
  virtual void OnContainer(std::uint32_t, const std::string&) {}
  virtual void OnClientGone(std::uint32_t) {}
};

}  // namespace fdr
