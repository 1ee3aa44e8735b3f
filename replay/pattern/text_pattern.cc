// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pattern/text_pattern.h"

#include <re2/re2.h>

#include <utility>
#include <vector>

#include "fdr/archive/base/granted_memory.h"
#include "fdr/replay/pattern/posix_regex.h"

namespace fdr {
namespace {

constexpr std::size_t kLongest = 64 << 10;
constexpr std::int64_t kMostMemory = 4 << 20;
// A report has up to a thousand patterns, and requests match theirs with thousands of names.
constexpr std::size_t kLongestPosix = 1024;
constexpr std::int64_t kMostPosixMemory = 1 << 20;
constexpr int kMostPosixSteps = 1024;  // for each byte of a text, at worst

re2::StringPiece Piece(std::string_view text) { return {text.data(), text.size()}; }

void AppendQuoted(std::string_view text, std::string& regex) {
  regex += RE2::QuoteMeta(Piece(text));
}

// The length of the brackets that `text` begins with; 0 if they have no end.
std::size_t BracketsIn(std::string_view text) {
  std::size_t first = 1;
  if (text.substr(first, 1) == "!" || text.substr(first, 1) == "^") ++first;
  const std::size_t end = text.find(']', first + 1);  // a "]" that comes first is one of the set
  return end == std::string_view::npos ? 0 : end + 1;
}

void AppendBrackets(std::string_view brackets, std::string& regex) {
  std::string_view set = brackets.substr(1, brackets.size() - 2);
  regex += '[';
  if (set[0] == '!' || set[0] == '^') {
    regex += '^';
    set.remove_prefix(1);
  }
  for (const char c : set) {
    if (c == '[' || c == ']' || c == '\\' || c == '^') regex += '\\';
    regex += c;
  }
  regex += ']';
}

std::string RegexOf(std::string_view glob) {
  std::string regex;
  while (!glob.empty()) {
    std::size_t length = 1;
    if (const char c = glob[0]; c == '*') {
      regex += ".*";
    } else if (c == '?') {
      regex += '.';
    } else if (const std::size_t brackets = c == '[' ? BracketsIn(glob) : 0; brackets > 0) {
      length = brackets;
      AppendBrackets(glob.substr(0, length), regex);
    } else if (c == '\\' && glob.size() > 1) {
      length = 2;
      AppendQuoted(glob.substr(1, 1), regex);
    } else {
      AppendQuoted(glob.substr(0, 1), regex);
    }
    glob.remove_prefix(length);
  }
  return regex;
}

}  // namespace

TextPattern::TextPattern(std::shared_ptr<const re2::RE2> regex) : regex_(std::move(regex)) {}

Result<TextPattern> TextPattern::Regex(std::string_view text) {
  if (text.size() > kLongest) return Fail(Errc::kTooLarge, "regular expression too long");
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMostMemory);
  options.set_dot_nl(true);
  const GrantedMemory granted;
  auto regex = std::make_shared<RE2>(Piece(text), options);
  if (regex->ok()) return TextPattern(std::move(regex));
  if (regex->error_code() == RE2::ErrorPatternTooLarge)
    return Fail(Errc::kTooLarge, "regular expression too big");
  return Fail(Errc::kInvalidArgument, "invalid regular expression \"" + std::string(text) + '"');
}

Result<TextPattern> TextPattern::Posix(std::string_view text) {
  if (text.size() > kLongestPosix) return Fail(Errc::kTooLarge, "Regular expression too big");
  const Result<std::string> translated = Re2OfPosix(text);
  if (!translated) return Fail(translated.error());
  RE2::Options options(RE2::Latin1);
  options.set_log_errors(false);
  options.set_max_mem(kMostPosixMemory);
  options.set_dot_nl(true);
  options.set_longest_match(true);
  const GrantedMemory granted;
  auto regex = std::make_shared<RE2>(*translated, options);
  // Nothing else is wrong with a translation: it nests too deep, or repeats too much.
  if (!regex->ok() || regex->ProgramSize() > kMostPosixSteps)
    return Fail(Errc::kTooLarge, "Regular expression too big");
  return TextPattern(std::move(regex));
}

Result<TextPattern> TextPattern::Glob(std::string_view text) {
  if (text.size() > kLongest) return Fail(Errc::kTooLarge, "pattern too long");
  Result<TextPattern> pattern = Regex(RegexOf(text));
  if (!pattern && pattern.error().code == Errc::kInvalidArgument)
    pattern.error().what = "invalid pattern \"" + std::string(text) + '"';
  return pattern;
}

bool TextPattern::IsIn(std::string_view text) const {
  const GrantedMemory granted;
  return RE2::PartialMatch(Piece(text), *regex_);
}

bool TextPattern::MatchesWhole(std::string_view text) const {
  const GrantedMemory granted;
  return RE2::FullMatch(Piece(text), *regex_);
}

int TextPattern::groups() const { return regex_->NumberOfCapturingGroups(); }

std::optional<std::vector<std::string_view>> TextPattern::Match(std::string_view text) const {
  std::vector<re2::StringPiece> pieces(static_cast<std::size_t>(groups()) + 1);
  const GrantedMemory granted;
  if (!regex_->Match(Piece(text), 0, text.size(), RE2::UNANCHORED, pieces.data(),
                     static_cast<int>(pieces.size())))
    return std::nullopt;
  std::vector<std::string_view> found;
  for (const re2::StringPiece& piece : pieces)
    found.push_back(piece.data() == nullptr ? std::string_view()
                                            : std::string_view(piece.data(), piece.size()));
  return found;
}

std::optional<std::string> TextPattern::Captured(std::string_view text) const {
  const auto found = Match(text);
  if (!found) return std::nullopt;
  std::string captured;
  for (std::size_t i = found->size() > 1 ? 1 : 0; i < found->size(); ++i) {
    if ((*found)[i].data() == nullptr) continue;  // a branch that was not taken
    if (!captured.empty()) captured += ' ';
    captured += (*found)[i];
  }
  return captured;
}

}  // namespace fdr
