// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/instance_pattern.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "fdr/archive/record/indom_record.h"
#include "fdr/replay/ascii.h"

namespace fdr {
namespace {

constexpr std::size_t kLongest = 1024;
constexpr std::size_t kMostWork = 1 << 16;

bool IsOneOf(char c, std::string_view all) { return all.find(c) != std::string_view::npos; }

std::size_t Times(std::size_t a, std::size_t b) { return std::min(a * b, kMostWork + 1); }

// The number of copies that the braces ask for, at least one.
std::size_t CopiesAt(std::string_view braces) {
  std::size_t copies = 0, number = 0;
  for (const char c : braces.substr(0, braces.find('}'))) {
    number = IsDigit(c) ? number * 10 + static_cast<std::size_t>(c - '0') : 0;
    number = std::min(number, kMostWork);
    copies = std::max(copies, number);
  }
  return std::max<std::size_t>(copies, 1);
}

// The C library expands {n} into n or n + 1 copies, and + into two; nested repetitions multiply.
// If a repetition can match the empty text in several ways, the library may try all of them each
// time.  So each repetition of more than a character multiplies the estimate.  Useful patterns stay
// far below the limit; patterns at the limit take half a second.
bool IsModest(std::string_view pattern) {
  if (pattern.size() > kLongest) return false;
  std::size_t work = pattern.size(), ways = 2;
  for (std::size_t i = 0; i < pattern.size() && work <= kMostWork; ++i) {
    if (pattern[i] == '|') ++ways;
    if (!IsOneOf(pattern[i], "?*+{")) continue;
    const std::size_t copies = pattern[i] == '{' ? CopiesAt(pattern.substr(i + 1)) : 1;
    if (i == 0 || !IsOneOf(pattern[i - 1], ")}?*+")) {
      work += copies;
      continue;
    }
    work = Times(Times(work, copies * copies), ways);
    for (std::size_t copy = 1; copy < copies && work <= kMostWork; ++copy)
      work = Times(work, ways - 1);
    ++ways;
  }
  return work <= kMostWork;
}

}  // namespace

Result<std::shared_ptr<const InstancePattern>> InstancePattern::Compile(const std::string& text) {
  if (!IsModest(text)) return Fail(Errc::kTooLarge, "Regular expression too big");
  std::unique_ptr<InstancePattern> pattern(new InstancePattern);
  const int status = ::regcomp(&pattern->regex_, text.c_str(), REG_EXTENDED);
  if (status == 0) return std::shared_ptr<const InstancePattern>(std::move(pattern));
  std::string why(256, '\0');
  why.resize(::regerror(status, &pattern->regex_, why.data(), why.size()) - 1);
  pattern->regex_ = {};  // nothing to free
  return Fail(Errc::kInvalidArgument, std::move(why));
}

bool InstancePattern::Matches(const std::string& instance) const {
  const std::string name(FirstWordOf(instance));
  return ::regexec(&regex_, name.c_str(), 0, nullptr, 0) == 0;
}

std::optional<std::string> InstancePattern::Captured(const std::string& instance) const {
  std::vector<regmatch_t> groups(regex_.re_nsub + 1);
  if (::regexec(&regex_, instance.c_str(), groups.size(), groups.data(), 0) != 0)
    return std::nullopt;
  std::string captured;
  for (std::size_t i = groups.size() > 1 ? 1 : 0; i < groups.size(); ++i) {
    if (groups[i].rm_so < 0) continue;  // a branch that was not taken
    if (!captured.empty()) captured += ' ';
    captured.append(instance, static_cast<std::size_t>(groups[i].rm_so),
                    static_cast<std::size_t>(groups[i].rm_eo - groups[i].rm_so));
  }
  return captured;
}

}  // namespace fdr
