// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pattern/posix_regex.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "fdr/replay/pattern/posix_brackets.h"
#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

constexpr int kMostCopies = 1000;  // RE2's limit

tl::unexpected<Error> Wrong(std::string what) {
  return Fail(Errc::kInvalidArgument, std::move(what));
}

std::string TextOf(std::size_t byte) {
  const char c = static_cast<char>(byte);
  return IsAlpha(c) || IsDigit(c) ? std::string(1, c) : fmt::format("\\x{:02x}", byte);
}

std::string TextOf(const ByteSet& set) {
  if (set.none()) return "[^\\x00-\\xff]";
  std::string text = "[";
  for (std::size_t from = 0; from < set.size(); ++from) {
    if (!set[from]) continue;
    std::size_t last = from;
    while (last + 1 < set.size() && set[last + 1]) ++last;
    text += fmt::format("\\x{:02x}-\\x{:02x}", from, last);
    from = last;
  }
  return text + ']';
}

// A number, or nothing, which is `otherwise`.
std::optional<int> NumberOf(std::string_view digits, int otherwise) {
  if (digits.empty()) return otherwise;
  int number = 0;
  for (const char c : digits) {
    if (!IsDigit(c)) return std::nullopt;
    number = std::min(number * 10 + (c - '0'), kMostCopies + 1);
  }
  return number;
}

class Translation {
 public:
  explicit Translation(std::string_view posix) : rest_(posix) {}

  Result<std::string> Run() {
    while (!rest_.empty())
      if (const Result<void> next = Next(); !next) return Fail(next.error());
    if (!groups_.empty()) return Wrong("Unmatched ( or \\(");
    return std::move(re2_);
  }

 private:
  Result<void> Next() {
    if (rest_[0] == '[') return AddBrackets();
    const char c = rest_[0];
    rest_.remove_prefix(1);
    switch (c) {
      case '(':
        groups_.push_back(re2_.size());
        return AddBorder("(");
      case '|':
        return AddBorder("|");
      case '^':
        return AddBorder("\\A");
      case '$':
        return AddBorder("\\z");
      case ')':
        return CloseGroup();
      case '\\':
        return AddEscaped();
      case '.':
        return AddAtom(".");
      case '*':
      case '+':
      case '?':
        return Repeat(std::string_view(&c, 1));
      case '{':
        return AddCopies();
      default:
        return AddByte(c);
    }
  }

  Result<void> AddAtom(std::string_view text) {
    atom_ = re2_.size();
    re2_ += text;
    return {};
  }

  Result<void> AddByte(char c) { return AddAtom(TextOf(static_cast<unsigned char>(c))); }

  // Behind it nothing can be repeated.
  Result<void> AddBorder(std::string_view text) {
    atom_.reset();
    re2_ += text;
    return {};
  }

  Result<void> CloseGroup() {
    if (groups_.empty()) return AddByte(')');
    atom_ = groups_.back();
    groups_.pop_back();
    re2_ += ')';
    return {};
  }

  Result<void> AddBrackets() {
    const Result<ByteSet> set = TakeBrackets(rest_);
    if (!set) return Fail(set.error());
    return AddAtom(TextOf(*set));
  }

  Result<void> AddEscaped() {
    if (rest_.empty()) return Wrong("Trailing backslash");
    const char c = rest_[0];
    rest_.remove_prefix(1);
    switch (c) {
      case 'w':
      case 'W':
      case 's':
      case 'S':
        return AddClass(c);
      case 'b':
        return AddBorder("\\b");
      case 'B':
        return AddBorder("\\B");
      case '`':
        return AddBorder("\\A");
      case '\'':
        return AddBorder("\\z");
      case '<':
      case '>':
        return Wrong(
            fmt::format("\\{} is not supported; \\b is the start or the end of a word", c));
      default:
        break;
    }
    if (c >= '1' && c <= '9')
      return Wrong(fmt::format("The back reference \\{} is not supported", c));
    return AddByte(c);
  }

  Result<void> AddClass(char c) {
    ByteSet set = *FindByteClass(ToLower(c) == 's' ? "space" : "alnum");
    if (ToLower(c) == 'w') set.set('_');
    return AddAtom(TextOf(c == 'W' || c == 'S' ? ~set : set));
  }

  // Takes "{2}", "{2,}", "{,3}", "{2,3}" or "{,}" without its first brace.
  Result<void> AddCopies() {
    if (!atom_) return Repeat({});
    const std::size_t end = rest_.find('}');
    if (end == rest_.npos) return Wrong("Unmatched \\{");
    const std::string_view numbers = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    const std::size_t comma = numbers.find(',');
    const bool is_range = comma != numbers.npos;
    const auto least = NumberOf(numbers.substr(0, comma), 0);
    const auto most = is_range ? NumberOf(numbers.substr(comma + 1), kMostCopies) : least;
    if (numbers.empty() || !least || !most || *least > *most)
      return Wrong("Invalid content of \\{\\}");
    if (*most > kMostCopies) return Fail(Errc::kTooLarge, "Regular expression too big");
    if (is_range && numbers.ends_with(',')) return Repeat(fmt::format("{{{},}}", *least));
    return Repeat(fmt::format("{{{},{}}}", *least, *most));
  }

  Result<void> Repeat(std::string_view times) {
    if (!atom_) return Wrong("Invalid preceding regular expression");
    (re2_.insert(*atom_, "(?:") += ')') += times;
    return {};
  }

  std::string_view rest_;
  std::string re2_;
  std::optional<std::size_t> atom_;  // where in `re2_` the atom begins that may be repeated
  std::vector<std::size_t> groups_;  // where the open groups begin
};

}  // namespace

Result<std::string> Re2OfPosix(std::string_view posix) { return Translation(posix).Run(); }

}  // namespace fdr
