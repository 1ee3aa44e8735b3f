// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/usage/estates.h"

#include <algorithm>
#include <utility>

namespace fdr::local {
namespace {

// /proc/PID/stat has ticks, in four parts.
constexpr std::int64_t kRounding = 50'000'000;
// Of a process that ended, if nothing else is known: the kernel needs as much to end it.
constexpr std::uint64_t kLeast = 50'000;
// The counters of an heir show what it got after a tick or two.  What they have not shown by now,
// they never will.
constexpr std::uint64_t kPatience = 500'000'000;

std::uint64_t AboveZero(std::int64_t number) {
  return number > 0 ? static_cast<std::uint64_t>(number) : 0;
}

}  // namespace

void Estates::Add(InstanceId heir, std::int64_t cpu, std::int64_t read, std::int64_t written) {
  if (cpu == 0 && read == 0 && written == 0) return;
  Estate& estate = estates_[heir];
  // Growth comes before debts: what it owed before this sample is paid by now.
  if (cpu < 0 && estate.cpu >= -kRounding) estate.owes_since = now_;
  if (cpu < 0) estate.fresh_debt -= cpu;
  estate.cpu += cpu;
  estate.read += read;
  estate.written += written;
}

void Estates::Claim(InstanceId heir, const User& user, std::uint64_t cpu) {
  Estate& estate = estates_[heir];
  if (estate.claims.empty()) estate.claimed_since = now_;
  estate.claims.push_back({user, std::max(cpu, kLeast)});
}

void Estates::Inherit(InstanceId ended, const User& user, InstanceId heir, const TakeUsage& take) {
  const auto it = estates_.find(ended);
  if (it == estates_.end()) return;
  Estate left = std::move(it->second);
  estates_.erase(it);
  take(user, {0, AboveZero(left.read), AboveZero(left.written), 0});
  Add(heir, left.cpu, std::min(left.read, std::int64_t{0}),
      std::min(left.written, std::int64_t{0}));
  for (const Part& part : left.claims) Claim(heir, part.user, part.cpu);
}

// Takes it from the largest estates, as far as they have it.  Returns that.
std::int64_t Estates::Pay(std::int64_t debt) {
  const std::int64_t all = debt;
  while (debt > 0) {
    const auto richest =
        std::ranges::max_element(estates_, {}, [](const auto& entry) { return entry.second.cpu; });
    if (richest == estates_.end() || richest->second.cpu <= 0) break;
    const std::int64_t paid = std::min(debt, richest->second.cpu);
    debt -= paid;
    richest->second.cpu -= paid;
  }
  return all - debt;
}

void Estates::PayDebts(bool all) {
  for (auto& [heir, owed] : unsure_) {
    const auto estate = estates_.find(heir);
    if (estate != estates_.end() && estate->second.cpu > 0) {
      const std::int64_t paid = std::min(owed, estate->second.cpu);
      owed -= paid;
      estate->second.cpu -= paid;
    }
    Add(kNobody, -owed, 0, 0);
  }
  unsure_.clear();
  for (auto& [heir, estate] : estates_) {
    const bool is_sure = !all && heir != kNobody;
    if (is_sure && !IsOld(estate.owes_since)) continue;
    const std::int64_t debt = -estate.cpu - (is_sure ? estate.fresh_debt : 0);
    if (debt > kRounding) estate.cpu += Pay(debt);
  }
}

// Claims are guesses; only their relation counts.
void Estates::Divide(const Estate& estate, const User& heir, const TakeUsage& take) {
  const auto cpu = AboveZero(estate.cpu);
  if (cpu == 0 && estate.read <= 0 && estate.written <= 0) return;
  double claimed = 0;
  for (const Part& part : estate.claims) claimed += static_cast<double>(part.cpu);
  std::uint64_t given = 0;
  double reached = 0;
  for (const Part& part : estate.claims) {
    reached += static_cast<double>(part.cpu);
    const auto upto =
        std::min(cpu, static_cast<std::uint64_t>(static_cast<double>(cpu) * (reached / claimed)));
    take(part.user, {.cpu = upto - given});
    given = upto;
  }
  take(heir, {cpu - given, AboveZero(estate.read), AboveZero(estate.written), 0});
}

bool Estates::IsOld(std::uint64_t since) const { return now_ - since >= kPatience; }

// What waits for the next sample.  Bytes were counted when their process ended, and it may take a
// while until another one waits for it.
Estates::Estate Estates::RestOf(Estate& estate) const {
  Estate rest{.cpu = std::min(estate.cpu, std::int64_t{0}),
              .read = std::min(estate.read, std::int64_t{0}),
              .written = std::min(estate.written, std::int64_t{0}),
              .owes_since = estate.owes_since,
              .claimed_since = estate.claimed_since};
  if (IsOld(estate.owes_since)) rest.cpu = std::max(rest.cpu, -kRounding - estate.fresh_debt);
  if (estate.cpu <= 0 && !IsOld(estate.claimed_since)) rest.claims = std::move(estate.claims);
  return rest;
}

void Estates::Share(const std::function<const User*(InstanceId)>& heir, const TakeUsage& take) {
  std::map<InstanceId, Estate> left;
  for (auto& [id, estate] : estates_) {
    const User* const user = heir(id);
    if (user == nullptr && id != kNobody) continue;
    if (user != nullptr) Divide(estate, *user, take);
    Estate rest = RestOf(estate);
    if (rest.cpu != 0 || rest.read != 0 || rest.written != 0 || !rest.claims.empty())
      left.emplace(id, std::move(rest));
  }
  estates_ = std::move(left);
}

}  // namespace fdr::local
