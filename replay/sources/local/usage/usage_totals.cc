// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/usage/usage_totals.h"

#include <algorithm>
#include <utility>

namespace fdr::local {
namespace {

// More that wait make no sense: those that use least begin again.
constexpr std::size_t kMostWaiting = 1024;

// Names stay in the metadata of a recording, so that what idles has none.
constexpr std::uint64_t kMuch = 5'000'000;

// Half of what was used fades in 44 samples.
constexpr std::uint64_t kFading = 64;

// 256 KB from and to disks are as much as 5 ms.
std::uint64_t WeightOf(const Usage& usage) {
  constexpr std::uint64_t kNanosOfByte = 20;
  return usage.cpu + kNanosOfByte * (usage.read + usage.written);
}

}  // namespace

void UsageTotals::Add(std::string_view name, const Usage& usage) {
  if (name == kRest) {
    rest_ += usage;
    return;
  }
  auto it = accounts_.find(name);
  if (it == accounts_.end()) it = accounts_.emplace(name, Account{}).first;
  Account& account = it->second;
  const std::uint64_t weight = WeightOf(usage);
  account.of_late += weight;
  if (account.state == State::kNamed) {
    account.shown += usage;
  } else {
    account.unnamed += weight;
    rest_ += usage;
  }
}

void UsageTotals::Settle() {
  changes_ = std::min(changes_ + 1, kMostChanges);
  Age();
  Choose();
  if (accounts_.size() > most_ + kMostWaiting) Forget();
}

void UsageTotals::Age() {
  waiting_.clear();
  for (auto it = accounts_.begin(); it != accounts_.end(); ++it) {
    Account& account = it->second;
    account.of_late -= account.of_late / kFading;
    if (account.state == State::kLeaves) account.state = State::kWaits;
    if (account.state == State::kWaits && account.unnamed >= kMuch) waiting_.push_back(it);
  }
}

void UsageTotals::Choose() {
  std::ranges::sort(waiting_, std::greater<>(), [](auto it) { return it->second.of_late; });
  for (const auto it : waiting_) {
    Account& account = it->second;
    if (named_ >= most_ && !MakeRoom(account)) return;
    account.state = State::kNamed;
    account.unnamed = 0;
    ++named_;
  }
}

// Takes the place of the name that has used least of late, if the candidate has used much more.
bool UsageTotals::MakeRoom(const Account& candidate) {
  if (changes_ < kSamplesOfChange) return false;
  Account* least = nullptr;
  for (auto& [name, account] : accounts_)
    if (account.state == State::kNamed && (least == nullptr || account.of_late < least->of_late))
      least = &account;
  if (least == nullptr || candidate.of_late / 2 <= least->of_late) return false;
  least->state = State::kLeaves;
  --named_;
  changes_ -= kSamplesOfChange;
  return true;
}

// The half of those that wait which has used least of late.
void UsageTotals::Forget() {
  waiting_.clear();
  for (auto it = accounts_.begin(); it != accounts_.end(); ++it)
    if (it->second.state == State::kWaits) waiting_.push_back(it);
  const auto half = waiting_.begin() + static_cast<std::ptrdiff_t>(waiting_.size() / 2);
  std::ranges::nth_element(waiting_, half, {}, [](auto it) { return it->second.of_late; });
  for (auto it = waiting_.begin(); it != half; ++it) accounts_.erase(*it);
}

}  // namespace fdr::local
