// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The keys that a terminal sends as bytes while a line is edited.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fdr::tools {

struct TypedKey {
  enum class Kind : std::uint8_t {
    kNothing,
    kText,
    kEnter,
    kTab,
    kLeft,
    kRight,
    kWordLeft,
    kWordRight,
    kHome,
    kEnd,
    kUp,
    kDown,
    kEraseBefore,
    kEraseBehind,
    kEraseWordBefore,
    kEraseWordBehind,
    kEraseToStart,
    kEraseToEnd,
    kInsertErased,
    kClearScreen,
    kAbandon,     ///< Ctrl-C
    kEndOrErase,  ///< Ctrl-D
    kSuspend,     ///< Ctrl-Z
  };
  Kind kind = Kind::kNothing;
  std::string text;  ///< of kText: a character

  friend bool operator==(const TypedKey&, const TypedKey&) = default;
};

/// Puts keys together, byte by byte.
class KeyDecoder {
 public:
  /// Nothing while the key is incomplete.
  std::optional<TypedKey> Take(char byte);

 private:
  enum class State : std::uint8_t {
    kPlain,
    kEscape,
    kSequence,
    kSingleShift,
    kLiteral,
    kCharacter
  };

  std::optional<TypedKey> TakePlain(char byte);
  std::optional<TypedKey> TakeEscape(char byte);
  std::optional<TypedKey> TakeSequence(char byte);
  std::optional<TypedKey> TakeCharacter(char byte);
  TypedKey End(TypedKey key);

  State state_ = State::kPlain;
  std::string bytes_;  // of the sequence, or of the character
};

}  // namespace fdr::tools
