// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The text of a state as it is shown, and a digest that distinguishes texts that were cut.

#pragma once

#include <string>
#include <string_view>

namespace fdr {

struct StateText {
  /// Longer texts are cut, with "…" behind them.
  static constexpr std::size_t kLongest = 256;

  std::string shown;
  std::string digest = {};  ///< of a text that was cut

  friend bool operator==(const StateText&, const StateText&) = default;
};

StateText StateTextOf(std::string_view text);

}  // namespace fdr
