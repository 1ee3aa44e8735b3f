// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/typed_key.h"

#include <string_view>
#include <utility>

#include "fdr/replay/text/utf8.h"

namespace fdr::tools {
namespace {

using TypedKind = TypedKey::Kind;

constexpr std::size_t kLongestSequence = 16;

constexpr char Control(char letter) { return static_cast<char>(letter - 'A' + 1); }

// The keys of Emacs, as in shells.
TypedKind KindOfControl(char byte) {
  switch (byte) {
    case Control('A'):
      return TypedKind::kHome;
    case Control('B'):
      return TypedKind::kLeft;
    case Control('C'):
      return TypedKind::kAbandon;
    case Control('D'):
      return TypedKind::kEndOrErase;
    case Control('E'):
      return TypedKind::kEnd;
    case Control('F'):
      return TypedKind::kRight;
    case Control('H'):
    case '\x7f':
      return TypedKind::kEraseBefore;
    case '\t':
      return TypedKind::kTab;
    case '\n':
    case '\r':
      return TypedKind::kEnter;
    case Control('K'):
      return TypedKind::kEraseToEnd;
    case Control('L'):
      return TypedKind::kClearScreen;
    case Control('N'):
      return TypedKind::kDown;
    case Control('P'):
      return TypedKind::kUp;
    case Control('U'):
      return TypedKind::kEraseToStart;
    case Control('W'):
      return TypedKind::kEraseWordBefore;
    case Control('Y'):
      return TypedKind::kInsertErased;
    case Control('Z'):
      return TypedKind::kSuspend;
    default:
      return TypedKind::kNothing;
  }
}

// A letter with Alt.
TypedKind KindOfAlt(char byte) {
  switch (byte) {
    case 'b':
      return TypedKind::kWordLeft;
    case 'f':
      return TypedKind::kWordRight;
    case 'd':
      return TypedKind::kEraseWordBehind;
    case '\b':
    case '\x7f':
      return TypedKind::kEraseWordBefore;
    default:
      return TypedKind::kNothing;
  }
}

// What follows "ESC [" or "ESC O".
TypedKind KindOfSequence(std::string_view sequence) {
  constexpr std::pair<std::string_view, TypedKind> kSequences[] = {
      {"A", TypedKind::kUp},           {"B", TypedKind::kDown},
      {"C", TypedKind::kRight},        {"D", TypedKind::kLeft},
      {"H", TypedKind::kHome},         {"F", TypedKind::kEnd},
      {"1~", TypedKind::kHome},        {"4~", TypedKind::kEnd},
      {"7~", TypedKind::kHome},        {"8~", TypedKind::kEnd},
      {"3~", TypedKind::kEraseBehind}, {"1;5C", TypedKind::kWordRight},
      {"1;5D", TypedKind::kWordLeft},  {"1;3C", TypedKind::kWordRight},
      {"1;3D", TypedKind::kWordLeft},
  };
  for (const auto& [known, kind] : kSequences)
    if (sequence == known) return kind;
  return TypedKind::kNothing;
}

// The bytes of a character of UTF-8, by its first one; 0 if it cannot be the first.
std::size_t LengthOfCharacter(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte < 0x80) return 1;
  if (byte >= 0xc2 && byte < 0xe0) return 2;
  if (byte >= 0xe0 && byte < 0xf0) return 3;
  return byte >= 0xf0 && byte < 0xf5 ? 4 : 0;
}

}  // namespace

std::optional<TypedKey> KeyDecoder::Take(char byte) {
  switch (state_) {
    case State::kPlain:
      return TakePlain(byte);
    case State::kEscape:
      return TakeEscape(byte);
    case State::kSequence:
      return TakeSequence(byte);
    case State::kSingleShift:
      return End({KindOfSequence({&byte, 1}), {}});
    case State::kLiteral:
      return End({TypedKind::kText, std::string(1, byte)});
    case State::kCharacter:
      return TakeCharacter(byte);
  }
  return std::nullopt;
}

TypedKey KeyDecoder::End(TypedKey key) {
  state_ = State::kPlain;
  bytes_.clear();
  return key;
}

std::optional<TypedKey> KeyDecoder::TakePlain(char byte) {
  constexpr char kEscape = '\x1b';
  if (byte == kEscape || byte == Control('V')) {
    state_ = byte == kEscape ? State::kEscape : State::kLiteral;
    return std::nullopt;
  }
  if (static_cast<unsigned char>(byte) < ' ' || byte == '\x7f')
    return TypedKey{KindOfControl(byte), {}};
  if (LengthOfCharacter(byte) == 0) return TypedKey{};
  return TakeCharacter(byte);
}

std::optional<TypedKey> KeyDecoder::TakeEscape(char byte) {
  if (byte != '[' && byte != 'O') return End({KindOfAlt(byte), {}});
  state_ = byte == '[' ? State::kSequence : State::kSingleShift;
  return std::nullopt;
}

// A sequence ends with a letter or a tilde.
std::optional<TypedKey> KeyDecoder::TakeSequence(char byte) {
  bytes_ += byte;
  if (byte < '@' && bytes_.size() < kLongestSequence) return std::nullopt;
  return End({KindOfSequence(bytes_), {}});
}

std::optional<TypedKey> KeyDecoder::TakeCharacter(char byte) {
  if (!bytes_.empty() && !ContinuesCharacter(byte)) {
    End({});
    return TakePlain(byte);
  }
  state_ = State::kCharacter;
  bytes_ += byte;
  if (bytes_.size() < LengthOfCharacter(bytes_[0])) return std::nullopt;
  std::string character = bytes_;
  return End({TypedKind::kText, std::move(character)});
}

}  // namespace fdr::tools
