// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The parameters of a request: NAME=VALUE&NAME=VALUE, in its URL or in its body.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr {

/// In the order of the request.  A name may occur several times.
class Parameters {
 public:
  static constexpr std::size_t kMost = 4096;
  /// How long a value may be that answers echo.
  static constexpr std::size_t kLongestEchoed = 64 * 1024;

  /// Adds those of `text`.  A value goes on to the next "&", so it may contain "=".  "+" is a
  /// blank, and %41 is A.  kInvalidArgument for a "%" without two hexadecimal digits, and for more
  /// than kMost parameters.
  Result<void> AddEncoded(std::string_view text);
  void Add(std::string name, std::string value) {
    all_.emplace_back(std::move(name), std::move(value));
  }

  /// The first value of this name; null without one.
  const std::string* Find(std::string_view name) const;
  bool Has(std::string_view name) const { return Find(name) != nullptr; }
  /// The first value of this name, or "".
  std::string_view Get(std::string_view name) const;
  /// All values of this name, each split at its commas, without empty parts.
  std::vector<std::string> List(std::string_view name) const;
  /// The value as a number.  kInvalidArgument, with the name in its text, if it is no number or
  /// outside of the bounds; nothing if there is no such parameter.
  Result<std::optional<double>> Number(std::string_view name, double least, double most) const;
  Result<std::optional<std::uint64_t>> Count(std::string_view name, std::uint64_t most) const;

  /// kInvalidArgument, with the name in its text, if the value is too long to be echoed.
  Result<void> CheckEchoed(std::string_view name) const;

  const std::vector<std::pair<std::string, std::string>>& all() const { return all_; }

 private:
  std::vector<std::pair<std::string, std::string>> all_;
};

/// Decodes %41 in the path of a URL.  kInvalidArgument as above, and for a zero byte.
Result<std::string> DecodePath(std::string_view path);

}  // namespace fdr
