// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What ended processes left to those that waited for them, until it is shared among those that
// used it.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/sources/local/usage/usage.h"

namespace fdr::local {

class Estates {
 public:
  /// Another sample begins, at this time in nanoseconds.
  void Begin(std::uint64_t now) { now_ = now; }
  /// The counters of the heir have grown by this, or, with a negative sign, this part of them is
  /// counted elsewhere.  A debt waits for the growth: a process may end between the looks at it and
  /// at its heir.
  void Add(InstanceId heir, std::int64_t cpu, std::int64_t read, std::int64_t written);
  /// An ended process has used some of the CPU time.
  void Claim(InstanceId heir, const User& user, std::uint64_t cpu);
  /// This was counted before, and was left to this heir, perhaps.
  void Owe(InstanceId heir, std::int64_t cpu) { unsure_.emplace_back(heir, cpu); }
  /// The heir has ended, too.  The bytes that it has by now are its own.
  void Inherit(InstanceId ended, const User& user, InstanceId heir, const TakeUsage& take);

  /// The largest estates pay the debts that the heirs cannot pay: those with unsure heirs, and
  /// old ones; or all, if no heir is sure.
  void PayDebts(bool all);
  /// Hands out all estates: CPU time to those with claims, and the rest to the heir.
  /// Old debts of time that no estate could pay are forgotten, but for what rounding makes.
  void Share(const std::function<const User*(InstanceId)>& heir, const TakeUsage& take);

 private:
  struct Part {
    User user = {};
    std::uint64_t cpu = 0;
  };
  struct Estate {
    std::int64_t cpu = 0, read = 0, written = 0;
    std::vector<Part> claims = {};
    std::int64_t fresh_debt = 0;  // of this sample
    // Since when it has owed more than rounding makes; and has had claims.
    std::uint64_t owes_since = 0, claimed_since = 0;
  };
  static void Divide(const Estate& estate, const User& heir, const TakeUsage& take);

  bool IsOld(std::uint64_t since) const;
  Estate RestOf(Estate& estate) const;
  std::int64_t Pay(std::int64_t debt);

  static constexpr InstanceId kNobody = 0;
  std::uint64_t now_ = 0;
  std::map<InstanceId, Estate> estates_;
  std::vector<std::pair<InstanceId, std::int64_t>> unsure_;
};

}  // namespace fdr::local
