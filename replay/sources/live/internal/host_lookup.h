// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Looks up the addresses of hosts in threads.  Only the blocking call of the C library uses all
// sources that the machine is configured for.  A name server that does not answer delays only the
// questions about its hosts.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/sources/net/asio.h"

namespace fdr {

/// One for each loop: asio::use_service<HostLookup>(io).  At most kMostThreads lookups run at a
/// time.  The loop's destructor does not wait for them.
class HostLookup final : public asio::execution_context::service {
 public:
  using Addresses = std::vector<asio::ip::address>;
  using Done = std::function<void(const Result<Addresses>&)>;
  using key_type = HostLookup;
  // NOLINTNEXTLINE(readability-identifier-naming): Asio's
  static inline asio::execution_context::id id;

  static constexpr std::size_t kMostThreads = 32;

  explicit HostLookup(asio::io_context& io);
  ~HostLookup() override;
  HostLookup(const HostLookup&) = delete;
  HostLookup& operator=(const HostLookup&) = delete;

  /// The loop calls `done` later, once.  An error says why the host is unknown.
  void Start(const std::string& host, Done done);

 private:
  struct Shared;

  // NOLINTNEXTLINE(readability-identifier-naming): Asio's
  void shutdown() override;
  static void Work(const std::shared_ptr<Shared>& shared);
  void Answer(std::uint64_t question, const Result<Addresses>& found);

  std::shared_ptr<Shared> shared_;  // shared with the threads
  std::unordered_map<std::uint64_t, Done> open_;
  std::uint64_t last_ = 0;
};

}  // namespace fdr
