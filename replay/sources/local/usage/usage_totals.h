// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Counters of what each of many names used.  The number of names is bounded: the rest is together.
// Those that use most have names.  Where no place is free, a name takes that of one that has used
// little of late.
//
// A name begins at 0, so that the growth of its counter can be seen: what it used until then is
// with the rest.  One that has to leave is there for the last time with all that it used until
// then; what it uses later is with the rest, and its counter goes on if it comes back.  So the
// growth of all counters between two samples is always the whole.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/sources/local/usage/usage.h"

namespace fdr::local {

class UsageTotals {
 public:
  /// The name of what is together.
  static constexpr std::string_view kRest = "(other)";

  explicit UsageTotals(std::size_t most) : most_(most) {}

  void Add(std::string_view name, const Usage& usage);
  /// To be called at the end of a sample: names that have used enough by now get a place.
  void Settle();

  /// Hands out the rest, and all names with their counters.
  template <class Take>  // of a name and a Usage
  void ForEach(Take take) const {
    take(kRest, rest_);
    for (const auto& [name, account] : accounts_)
      if (account.state != State::kWaits) take(name, account.shown);
  }

 private:
  enum class State : std::uint8_t { kWaits, kNamed, kLeaves };
  struct Account {
    Usage shown = {};             // the counter
    std::uint64_t unnamed = 0;    // what it used without a place, by weight
    std::uint64_t of_late = 0;    // what it used, by weight; a part fades each time
    State state = State::kWaits;  // a new name waits for a place
  };
  using Accounts = std::map<std::string, Account, std::less<>>;

  // Each change writes names to the metadata.  16 may come at once, and one in 16 samples later.
  static constexpr std::uint64_t kSamplesOfChange = 16, kMostChanges = 16 * kSamplesOfChange;

  void Age();
  void Choose();
  bool MakeRoom(const Account& candidate);
  void Forget();

  std::size_t most_, named_ = 0;
  Usage rest_;
  Accounts accounts_;
  std::vector<Accounts::iterator> waiting_;  // those with much use, the largest first
  std::uint64_t changes_ = kMostChanges;     // that may be, each for some samples
};

}  // namespace fdr::local
