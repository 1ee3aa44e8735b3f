// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Macros, and the text in which they are used: as %name, as %{name}, or as a bare name.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace fdr {

/// How the use of a macro is marked in the text.
enum class MacroUse : std::uint8_t {
  kMarked,  ///< %name and %{name}
  kBare,    ///< name, if no letter or underscore stands before it, nor these or a digit after it
};

class Macros {
 public:
  explicit Macros(MacroUse use) : use_(use) {}

  /// False, and nothing changes, if the macro exists already.
  bool Define(std::string name, std::string value) {
    return values_.emplace(std::move(name), std::move(value)).second;
  }
  void Undefine(std::string_view name);
  bool Has(std::string_view name) const { return values_.find(name) != values_.end(); }

  /// Replaces every use of a macro by its value.  Values are not expanded again.  Ends early if the
  /// result exceeds `limit` bytes; the result is then longer than `limit`.
  std::string Expand(std::string_view text, std::size_t limit) const;

 private:
  MacroUse use_;
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace fdr
