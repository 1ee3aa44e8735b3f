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

std::uint64_t AboveZero(std::int64_t number) {
  return number > 0 ? static_cast<std::uint64_t>(number) : 0;
}

}  // namespace

void Estates::Add(InstanceId heir, std::int64_t cpu, std::int64_t read, std::int64_t written) {
  if (cpu == 0 && read == 0 && written == 0) return;
  Estate& estate = estates_[heir];
  estate.cpu += cpu;
  estate.read += read;
  estate.written += written;
}

void Estates::Claim(InstanceId heir, const User& user, std::uint64_t cpu) {
  estates_[heir].claims.push_back({user, std::max(cpu, kLeast)});
}

void Estates::Inherit(InstanceId ended, const User& user, InstanceId heir, const TakeUsage& take) {
  const auto it = estates_.find(ended);
  if (it == estates_.end()) return;
  Estate left = std::move(it->second);
  estates_.erase(it);
  take(user, {0, AboveZero(left.read), AboveZero(left.written), 0});
  Estate& estate = estates_[heir];
  estate.cpu += left.cpu;
  estate.read += std::min(left.read, std::int64_t{0});
  estate.written += std::min(left.written, std::int64_t{0});
  estate.claims.insert(estate.claims.end(), left.claims.begin(), left.claims.end());
}

// Takes it from the largest estates.
void Estates::Pay(std::int64_t& debt) {
  while (debt > 0) {
    const auto richest =
        std::ranges::max_element(estates_, {}, [](const auto& entry) { return entry.second.cpu; });
    if (richest == estates_.end() || richest->second.cpu <= 0) return;
    const std::int64_t paid = std::min(debt, richest->second.cpu);
    debt -= paid;
    richest->second.cpu -= paid;
  }
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
    if (estate.cpu >= -kRounding || (!all && heir != kNobody && !estate.is_old)) continue;
    std::int64_t debt = -estate.cpu;
    Pay(debt);
    estate.cpu = -debt;
  }
}

// Claims are guesses; only their relation counts.
void Estates::Divide(const Estate& estate, const User& heir, const TakeUsage& take) {
  const auto cpu = AboveZero(estate.cpu);
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

// What waits for the next sample.  Bytes were counted when their process ended, and it may take a
// while until another one waits for it.
Estates::Estate Estates::RestOf(Estate& estate) {
  Estate rest{.cpu = std::min(estate.cpu, std::int64_t{0}),
              .read = std::min(estate.read, std::int64_t{0}),
              .written = std::min(estate.written, std::int64_t{0}),
              .is_old = true};
  if (estate.is_old)
    rest.cpu = std::max(rest.cpu, -kRounding);
  else if (estate.cpu <= 0)
    rest.claims = std::move(estate.claims);
  return rest;
}

void Estates::Share(const std::function<const User*(InstanceId)>& heir, const TakeUsage& take) {
  std::map<InstanceId, Estate> left;
  for (auto& [id, estate] : estates_) {
    const User* const user = heir(id);
    if (user == nullptr && (id != kNobody || estate.is_old)) continue;
    if (user != nullptr) Divide(estate, *user, take);
    Estate rest = RestOf(estate);
    if (rest.cpu != 0 || rest.read != 0 || rest.written != 0 || !rest.claims.empty())
      left.emplace(id, std::move(rest));
  }
  estates_ = std::move(left);
}

}  // namespace fdr::local
