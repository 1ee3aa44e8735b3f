// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/final_names.h"

#include <fmt/format.h>

namespace fdr {
namespace {

constexpr std::uint64_t kNoHash = 14695981039346656037u;

std::uint64_t HashWith(std::uint64_t hash, char c) {
  constexpr std::uint64_t kPrime = 1099511628211u;
  return (hash ^ static_cast<unsigned char>(c)) * kPrime;
}

std::uint64_t HashOf(std::string_view name) {
  std::uint64_t hash = kNoHash;
  for (const char c : name) hash = HashWith(hash, c);
  return hash;
}

tl::unexpected<Error> TakenBy(std::string_view name, std::string_view other) {
  return Fail(Errc::kInvalidArgument,
              fmt::format("The rules would make a metric \"{}\" beside \"{}\"", name, other));
}

}  // namespace

Result<void> FinalNames::Add(std::string_view name, const Use& use) {
  const std::uint64_t whole = HashOf(name);
  const auto [known, is_first] = leaves_.try_emplace(whole, Leaf{std::string(name), use});
  if (!is_first) {
    const Use& other = known->second.use;
    const bool is_fault = other.metric != use.metric && (other.is_new || use.is_new);
    if (!is_fault || other.may_exist || use.may_exist) return {};
    return Fail(Errc::kInvalidArgument,
                fmt::format("The rules would give the name \"{}\" to metrics {} and {}", name,
                            ToString(other.metric), ToString(use.metric)));
  }
  if (const auto inner = inner_.find(whole);
      inner != inner_.end() && (use.is_new || inner->second.is_new))
    return TakenBy(name, inner->second.below);
  std::uint64_t hash = kNoHash;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '.') {
      if (const auto leaf = leaves_.find(hash);
          leaf != leaves_.end() && (use.is_new || leaf->second.use.is_new))
        return TakenBy(name, leaf->second.name);
      Inner& inner = inner_.try_emplace(hash, Inner{known->second.name, false}).first->second;
      if (use.is_new && !inner.is_new) inner = {known->second.name, true};
    }
    hash = HashWith(hash, name[i]);
  }
  return {};
}

}  // namespace fdr
