// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Macros, and text with %name and %{name}, or just their names, in it.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace fdr {

/// How a macro's use is told from text.
enum class MacroUse : std::uint8_t {
  kMarked,  ///< %name and %{name}
  kBare,  ///< name, wherever no letter, digit or underscore stands behind it, and none but a digit
          ///< before it
};

class Macros {
 public:
  explicit Macros(MacroUse use) : use_(use) {}

  /// False, and nothing changes, if there is a macro of that name.
  bool Define(std::string name, std::string value) {
    return values_.emplace(std::move(name), std::move(value)).second;
  }
  void Undefine(std::string_view name);
  bool Has(std::string_view name) const { return values_.find(name) != values_.end(); }

  /// The text with every use of a macro replaced by its value, as it is: what looks like a macro in
  /// there stays.  Ends early, with more than `limit` bytes, if there would be more.
  std::string Expand(std::string_view text, std::size_t limit) const;

 private:
  MacroUse use_;
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace fdr
