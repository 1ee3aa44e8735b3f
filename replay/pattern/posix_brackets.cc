// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pattern/posix_brackets.h"

#include <array>
#include <utility>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

constexpr std::size_t kBytes = 256;

struct ByteClass {
  std::string_view name;
  bool (*contains)(char);
};

bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsAlnum(char c) { return IsAlpha(c) || IsDigit(c); }
bool IsGraph(char c) { return IsPrintable(c) && c != ' '; }

constexpr auto kClasses = std::to_array<ByteClass>({
    {"alnum", IsAlnum},
    {"alpha", [](char c) { return IsAlpha(c); }},
    {"blank", [](char c) { return c == ' ' || c == '\t'; }},
    {"cntrl", [](char c) { return (c >= '\0' && c < ' ') || c == '\x7f'; }},
    {"digit", [](char c) { return IsDigit(c); }},
    {"graph", IsGraph},
    {"lower", IsLower},
    {"print", [](char c) { return IsPrintable(c); }},
    {"punct", [](char c) { return IsGraph(c) && !IsAlnum(c); }},
    {"space", [](char c) { return IsSpace(c); }},
    {"upper", IsUpper},
    {"xdigit", [](char c) { return IsDigit(c) || (ToLower(c) >= 'a' && ToLower(c) <= 'f'); }},
});

std::array<ByteSet, kClasses.size()> MakeSets() {
  std::array<ByteSet, kClasses.size()> sets;
  for (std::size_t i = 0; i < kClasses.size(); ++i)
    for (std::size_t byte = 0; byte < kBytes; ++byte)
      sets[i][byte] = kClasses[i].contains(static_cast<char>(byte));
  return sets;
}

std::size_t IndexOf(char c) { return static_cast<unsigned char>(c); }

tl::unexpected<Error> Unmatched() {
  return Fail(Errc::kInvalidArgument, "Unmatched [, [^, [:, [., or [=");
}
tl::unexpected<Error> WrongRange() { return Fail(Errc::kInvalidArgument, "Invalid range end"); }

// A byte, which may be an end of a range, or a class of bytes, which may not.
struct Member {
  ByteSet bytes;
  bool is_class = false;
  char byte = '\0';
};

Member ByteMember(char c) {
  Member member;
  member.byte = c;
  member.bytes.set(IndexOf(c));
  return member;
}

// Takes [:alpha:], [.a.], [=a=] or one byte.
Result<Member> TakeMember(std::string_view& text) {
  if (text.empty()) return Unmatched();
  const char kind = text.size() > 1 && text[0] == '[' ? text[1] : '\0';
  if (kind != ':' && kind != '.' && kind != '=') {
    const char c = text[0];
    text.remove_prefix(1);
    return ByteMember(c);
  }
  const char end[] = {kind, ']'};
  const std::size_t length = text.find(std::string_view(end, 2), 2);
  if (length == text.npos) return Unmatched();
  const std::string_view name = text.substr(2, length - 2);
  text.remove_prefix(length + 2);
  if (kind == ':') {
    const ByteSet* const found = FindByteClass(name);
    if (found == nullptr) return Fail(Errc::kInvalidArgument, "Invalid character class name");
    return Member{*found, true};
  }
  if (name.size() != 1) return Fail(Errc::kInvalidArgument, "Invalid collation character");
  Member member = ByteMember(name[0]);
  member.is_class = kind == '=';
  return member;
}

// Takes a member, or the range that it begins.
Result<ByteSet> TakeRange(std::string_view& text) {
  Result<Member> first = TakeMember(text);
  if (!first) return Fail(first.error());
  if (first->is_class || !text.starts_with('-') || text.starts_with("-]")) return first->bytes;
  text.remove_prefix(1);
  const Result<Member> last = TakeMember(text);
  if (!last) return Fail(last.error());
  const std::size_t from = IndexOf(first->byte), to = IndexOf(last->byte);
  if (last->is_class || from > to) return WrongRange();
  for (std::size_t byte = from; byte <= to; ++byte) first->bytes.set(byte);
  return first->bytes;
}

}  // namespace

const ByteSet* FindByteClass(std::string_view name) {
  static const std::array<ByteSet, kClasses.size()> kSets = MakeSets();
  for (std::size_t i = 0; i < kClasses.size(); ++i)
    if (kClasses[i].name == name) return &kSets[i];
  return nullptr;
}

Result<ByteSet> TakeBrackets(std::string_view& text) {
  text.remove_prefix(1);
  const bool is_inverted = text.starts_with('^');
  if (is_inverted) text.remove_prefix(1);
  if (text.empty()) return Fail(Errc::kInvalidArgument, "Invalid regular expression");
  ByteSet all;
  // A bracket that comes first is a member.
  for (bool is_first = true; is_first || !text.starts_with(']'); is_first = false) {
    if (!is_first && text.starts_with('-') && !text.starts_with("-]")) return WrongRange();
    const Result<ByteSet> bytes = TakeRange(text);
    if (!bytes) return Fail(bytes.error());
    all |= *bytes;
  }
  text.remove_prefix(1);
  return is_inverted ? ~all : all;
}

}  // namespace fdr
