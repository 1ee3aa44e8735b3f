// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Strings of any length, appended to a text part by part.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fdr {

/// A string that a caller appends in parts, as many as there is room for:
///
///   for (StringParts parts = json.Parts(string); parts.AppendNext();) SendSome(out);
class [[nodiscard]] StringParts {
 public:
  /// Appends a piece of the string as the text needs it, with escapes for instance.
  using AppendPiece = void (*)(std::string_view piece, std::string& out);

  /// The most bytes of the string in a piece; escaped, they may be six times as many.
  static constexpr std::size_t kMost = 16 * 1024;

  /// Nothing.
  StringParts() = default;
  /// Borrows all.  No piece ends within a character; `end` follows the last one.
  StringParts(std::string_view string, std::string& out, AppendPiece append,
              std::string_view end = {})
      : rest_(string), out_(&out), append_(append), end_(end) {}
  /// The string as it is.  Borrows both.
  StringParts(std::string_view string, std::string& out);
  StringParts(std::string&& string, std::string& out) = delete;

  /// Appends the next part; false, with nothing appended, behind the last one.
  bool AppendNext();

  /// What the parts are appended to; null behind the last one.
  std::string* out() const { return out_; }

 private:
  std::string_view rest_;
  std::string* out_ = nullptr;
  AppendPiece append_ = nullptr;
  std::string_view end_;
};

}  // namespace fdr
