// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which clients may connect to a server, and what they may do.  The rules: docs/serve-access.md.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/serve/access/access_statements.h"
#include "fdr/replay/serve/access/host_range.h"

namespace fdr {

/// What statements and clients mean on this machine.
struct AccessNames {
  std::function<Result<std::vector<HostAddress>>(const std::string& host)> addresses;
  std::function<std::optional<std::uint32_t>(const std::string& user)> user;
  std::function<std::optional<std::uint32_t>(const std::string& group)> group;
  /// All groups of a user.
  std::function<std::vector<std::uint32_t>(std::uint32_t user)> groups_of;
};

/// The origin of a client, as the system reports it.
struct ClientOrigin {
  HostAddress address;
  std::optional<std::uint32_t> user;  ///< known at a Unix socket
};

/// What the statements say of one client.
struct Admission {
  std::uint8_t rights = kMayAll;     ///< a sum of operations; 0: must not connect
  std::vector<std::size_t> entries;  ///< those that cover the client
  std::vector<std::size_t> limits;   ///< those whose maximum counts for him
};

class AccessControl {
 public:
  /// Every client may do everything.
  AccessControl() = default;
  /// Fails at unknown hosts, users and groups, and at statements that contradict each other.
  /// `all`: the operations that there are, a bit for each.
  static Result<AccessControl> Make(const std::vector<AccessStatement>& statements,
                                    AccessNames names, std::uint8_t all = kMayAll);

  Admission Look(const ClientOrigin& origin) const;
  /// Whether as many clients as a statement allows are here.
  bool IsFull(const Admission& admission) const;
  /// A client has come, or left.
  void Enter(const Admission& admission);
  void Leave(const Admission& admission);
  /// Without any, every client may do everything.
  bool has_statements() const { return !entries_.empty(); }
  /// Clients whose user is unknown may not connect.
  bool needs_user() const { return needs_user_; }

 private:
  using Whom = AccessStatement::Whom;

  // One name of a statement, or of several.
  struct Entry {
    Whom whom = Whom::kHosts;
    HostRange range;                  // of kHosts
    bool is_everyone = false;         // of kHosts: the name is *, which is less precise than ".*"
    std::optional<std::uint32_t> id;  // of the others; none: everyone
    std::uint8_t allowed = 0, denied = 0;
    std::uint32_t most = 0, count = 0;

    bool IsSame(const Entry& other) const;
    bool Covers(const ClientOrigin& origin, const std::vector<std::uint32_t>& groups) const;
    std::size_t Precision() const;
  };

  Result<void> AddName(const AccessStatement& statement, const std::string& name);
  Result<void> AddHost(const AccessStatement& statement, const std::string& name);
  Result<void> Add(const AccessStatement& statement, const std::string& name, Entry entry);
  std::uint8_t RightsOf(Whom whom, const std::vector<std::size_t>& entries) const;
  void AddLimits(Whom whom, Admission& admission) const;

  AccessNames names_;
  std::vector<Entry> entries_;  // the most precise ones first
  std::uint8_t all_ = kMayAll;
  bool needs_user_ = false;
};

}  // namespace fdr
