// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/version_text.h"

#include <algorithm>

#include "fdr/replay/copy/scrub/plain_forms.h"

namespace fdr {
namespace {

constexpr std::string_view kVersionMarks = " .-+~()";

// "5.10" of "5.10.0-x", or nothing: two or three numbers of up to three digits are at the front.
// Three would be most of an address.
std::string_view HeadOf(std::string_view version) {
  std::size_t end = 0, second = 0;
  for (int n = 0; n < 3; ++n) {
    const std::size_t begin = n == 0 ? 0 : end + 1;
    if (n > 0 && (end >= version.size() || version[end] != '.')) break;
    std::size_t behind = begin;
    while (behind < version.size() && IsDigit(version[behind])) ++behind;
    if (behind == begin || behind - begin > 3) return {};
    end = behind;
    if (n == 1) second = end;
  }
  const bool ends_there = end == version.size() || version[end] == '-' || version[end] == ' ';
  return ends_there ? version.substr(0, second) : std::string_view();
}

// Numbers have up to three digits.  At most three of them stand behind dots without a break, so
// that no address does; and one behind a dash, so that no other number with parts does.
class VersionLook {
 public:
  bool IsHarmless(std::string_view version, const NameKeeper& keeper) {
    constexpr int kMostTokens = 12;
    char mark = ' ';
    for (int n = 0; n < kMostTokens; ++n) {
      const std::size_t end = std::min(version.find_first_of(kVersionMarks), version.size());
      if (!Accept(mark, version.substr(0, end), keeper)) return false;
      if (end == version.size()) return true;
      mark = version[end];
      version.remove_prefix(end + 1);
    }
    return false;
  }

 private:
  bool Accept(char mark, std::string_view token, const NameKeeper& keeper) {
    if (keeper.IsForbidden(token)) return false;
    if (!IsShortNumber(token, 3)) {
      in_a_row_ = 0;
      return token.empty() || IsKnownWord(WordList::kSystem, token);
    }
    in_a_row_ = mark == '.' ? in_a_row_ + 1 : 1;
    behind_dash_ += mark == '-' ? 1 : 0;
    return in_a_row_ <= 3 && behind_dash_ <= 1 && ++numbers_ <= 7;
  }

  int in_a_row_ = 0;
  int behind_dash_ = 0;
  int numbers_ = 0;
};

// "E5", "2620", "v3", "7763": a letter, up to four digits, a letter.
bool IsCode(std::string_view token) {
  if (!token.empty() && IsAlpha(token.front())) token.remove_prefix(1);
  if (!token.empty() && IsAlpha(token.back())) token.remove_suffix(1);
  return IsShortNumber(token, 4);
}

// "2.40GHz"
bool IsSpeed(std::string_view token) {
  if (!token.ends_with("GHz") && !token.ends_with("MHz")) return false;
  token.remove_suffix(3);
  const std::size_t dot = token.find('.');
  return IsShortNumber(token.substr(0, dot), 4) &&
         (dot == token.npos || IsShortNumber(token.substr(dot + 1), 2));
}

// At most one code is a number without a letter, so that no number with parts is a model.
bool IsHarmlessModel(std::string_view model, const NameKeeper& keeper) {
  constexpr int kMostCodes = 3;
  constexpr int kMostTokens = 12;
  int codes = 0, numbers = 0;
  for (int n = 0; n < kMostTokens; ++n) {
    const std::size_t end = std::min(model.find_first_of(" -"), model.size());
    const std::string_view token = model.substr(0, end);
    const bool is_word = IsKnownWord(WordList::kSystem, token) && !keeper.IsForbidden(token);
    const bool is_last = end == model.size();
    if (!is_word && !(is_last && IsSpeed(token)) && !token.empty()) {
      if (n == 0 || !IsCode(token) || keeper.IsForbidden(token) || ++codes > kMostCodes)
        return false;
      if (IsShortNumber(token, 4) && ++numbers > 1) return false;
    }
    if (is_last) return true;
    model.remove_prefix(end + 1);
  }
  return false;
}

}  // namespace

std::string ScrubbedVersion(std::string_view version, NameKeeper& keeper) {
  if (keeper.Stays(VersionLook().IsHarmless(version, keeper), version)) return std::string(version);
  const std::string_view head = HeadOf(version);
  if (head.empty() || AddressOf(version)) return keeper.names().Of(NameKind::kText, version);
  return std::string(head) + '-' + keeper.names().Of(NameKind::kText, version);
}

std::string ScrubbedModel(std::string_view model, NameKeeper& keeper) {
  if (keeper.Stays(IsHarmlessModel(model, keeper), model)) return std::string(model);
  return keeper.names().Of(NameKind::kText, model);
}

}  // namespace fdr
