// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/instance_pattern.h"

#include <algorithm>
#include <string_view>

#include "fdr/replay/ascii.h"

namespace fdr {
namespace {

constexpr std::size_t kLongest = 1024;
constexpr std::size_t kMostCopies = 4096;

// The C library unfolds {n} into n copies, or one more for {n,}, and + into two, of copies of
// copies.  No pattern needs more than the product of all that; + behind a single character counts
// for nothing, since there is nothing in that to be multiplied.
bool IsModest(std::string_view pattern) {
  if (pattern.size() > kLongest) return false;
  std::size_t copies = 1, number = 0;
  bool in_braces = false;
  char before = '\0';
  for (const char c : pattern) {
    if (c == '{') in_braces = true;
    if (c == '+' && std::string_view(")}*+?").find(before) != std::string_view::npos) copies *= 2;
    before = c;
    if (in_braces && IsDigit(c))
      number = std::min(number * 10 + static_cast<std::size_t>(c - '0'), kMostCopies + 1);
    else if (number > 0) {
      copies *= number + 1;
      number = 0;
    }
    if (c == '}') in_braces = false;
    if (copies > kMostCopies) return false;
  }
  return copies * pattern.size() <= kMostCopies * 16;
}

}  // namespace

Result<std::shared_ptr<const InstancePattern>> InstancePattern::Compile(const std::string& text) {
  if (!IsModest(text)) return Fail(Errc::kTooLarge, "Regular expression too big");
  std::unique_ptr<InstancePattern> pattern(new InstancePattern);
  const int status = ::regcomp(&pattern->regex_, text.c_str(), REG_EXTENDED | REG_NOSUB);
  if (status == 0) return std::shared_ptr<const InstancePattern>(std::move(pattern));
  std::string why(256, '\0');
  why.resize(::regerror(status, &pattern->regex_, why.data(), why.size()) - 1);
  pattern->regex_ = {};  // there is nothing to be freed
  return Fail(Errc::kInvalidArgument, std::move(why));
}

bool InstancePattern::Matches(const std::string& instance) const {
  const std::string name = instance.substr(0, instance.find(' '));
  return ::regexec(&regex_, name.c_str(), 0, nullptr, 0) == 0;
}

}  // namespace fdr
