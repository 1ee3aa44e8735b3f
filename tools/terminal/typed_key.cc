// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/typed_key.h"

#include <string_view>
#include <utility>

#include "fdr/replay/text/utf8.h"

namespace fdr::tools {
namespace {

using Kind = TypedKey::Kind;

constexpr std::size_t kLongestSequence = 16;

constexpr char Control(char letter) { return static_cast<char>(letter - 'A' + 1); }

// The keys of Emacs, as in shells.
Kind KindOfControl(char byte) {
  switch (byte) {
    case Control('A'):
      return Kind::kHome;
    case Control('B'):
      return Kind::kLeft;
    case Control('C'):
      return Kind::kAbandon;
    case Control('D'):
      return Kind::kEndOrErase;
    case Control('E'):
      return Kind::kEnd;
    case Control('F'):
      return Kind::kRight;
    case Control('H'):
    case '\x7f':
      return Kind::kEraseBefore;
    case '\t':
      return Kind::kTab;
    case '\n':
    case '\r':
      return Kind::kEnter;
    case Control('K'):
      return Kind::kEraseToEnd;
    case Control('L'):
      return Kind::kClearScreen;
    case Control('N'):
      return Kind::kDown;
    case Control('P'):
      return Kind::kUp;
    case Control('U'):
      return Kind::kEraseToStart;
    case Control('W'):
      return Kind::kEraseWordBefore;
    case Control('Y'):
      return Kind::kInsertErased;
    case Control('Z'):
      return Kind::kSuspend;
    default:
      return Kind::kNothing;
  }
}

// A letter with Alt.
Kind KindOfAlt(char byte) {
  switch (byte) {
    case 'b':
      return Kind::kWordLeft;
    case 'f':
      return Kind::kWordRight;
    case 'd':
      return Kind::kEraseWordBehind;
    case '\b':
    case '\x7f':
      return Kind::kEraseWordBefore;
    default:
      return Kind::kNothing;
  }
}

// What follows "ESC [" or "ESC O".
Kind KindOfSequence(std::string_view sequence) {
  constexpr std::pair<std::string_view, Kind> kSequences[] = {
      {"A", Kind::kUp},          {"B", Kind::kDown},         {"C", Kind::kRight},
      {"D", Kind::kLeft},        {"H", Kind::kHome},         {"F", Kind::kEnd},
      {"1~", Kind::kHome},       {"4~", Kind::kEnd},         {"7~", Kind::kHome},
      {"8~", Kind::kEnd},        {"3~", Kind::kEraseBehind}, {"1;5C", Kind::kWordRight},
      {"1;5D", Kind::kWordLeft}, {"1;3C", Kind::kWordRight}, {"1;3D", Kind::kWordLeft},
  };
  for (const auto& [known, kind] : kSequences)
    if (sequence == known) return kind;
  return Kind::kNothing;
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
      return End({Kind::kText, std::string(1, byte)});
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
  return End({Kind::kText, std::move(character)});
}

}  // namespace fdr::tools
