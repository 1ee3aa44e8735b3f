// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/series/archive_names.h"

#include <fmt/format.h>

#include <array>
#include <ctime>
#include <utility>

namespace fdr {
namespace {

constexpr int kMostOfOneName = 10'000;

}  // namespace

Result<std::string> ArchiveNames::Expand() const {
  if (pattern_.text.find('%') == std::string::npos) return pattern_.text;
  const Timestamp now = pattern_.clock ? pattern_.clock() : Timestamp();
  const std::tm time = ToTm(pattern_.zone.At(now.sec));
  std::array<char, 4096> name;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const std::size_t size = std::strftime(name.data(), name.size(), pattern_.text.c_str(), &time);
#pragma GCC diagnostic pop
  if (size == 0)
    return Fail(Errc::kInvalidArgument, "Not a pattern for names of archives", pattern_.text);
  return std::string(name.data(), size);
}

// Continues after the last number given, even if that archive was removed since.
Result<ArchiveNames::Numbered> ArchiveNames::FindFree(const std::string& name) {
  if (name != last_name_) next_number_ = -1;
  last_name_ = name;
  Numbered names;
  for (; next_number_ < kMostOfOneName; ++next_number_) {
    names.free = next_number_ < 0 ? name : fmt::format("{}-{:02}", name, next_number_);
    const Result<void> is_free = CheckBaseIsFree(*files_, names.free);
    if (is_free) return names;
    if (is_free.error().code != Errc::kExists) return Fail(is_free.error());
    names.taken = names.free;
  }
  return Fail(Errc::kExists, "Too many archives of that name are there", name);
}

Result<std::string> ArchiveNames::Next() {
  const Result<std::string> name = Expand();
  if (!name) return name;
  if (std::exchange(is_first_, false) && *name == pattern_.text) return name;
  const Result<Numbered> found = FindFree(*name);
  if (!found) return Fail(found.error());
  ++next_number_;
  return found->free;
}

Result<std::optional<std::string>> ArchiveNames::Last() {
  const Result<std::string> name = Expand();
  if (!name) return Fail(name.error());
  const Result<Numbered> found = FindFree(*name);
  if (!found) return Fail(found.error());
  is_first_ = false;
  return found->taken;
}

}  // namespace fdr
