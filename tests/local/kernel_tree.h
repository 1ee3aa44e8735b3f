// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A directory that stands for a machine.  A test writes the files that the kernel would show.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/sources/local/local_context.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {

class KernelTree {
 public:
  KernelTree();

  /// Writes a file such as "proc/stat", and makes its directories.
  void Write(std::string_view path, std::string_view text) const;
  void Link(std::string_view path, std::string_view target) const;
  void Remove(std::string_view path) const;
  std::string Path(std::string_view path) const { return directory_ / path; }

  /// The collector on this tree, at the time clock(), with the time zone UTC.
  LocalContext& context();
  std::optional<BusyOptions> busy;  ///< of the collector; to be set before it is used
  Timestamp clock = {1'700'000'000, 5};

  /// A value as text: "" where there is none.  Without an instance, returns the value of a singular
  /// metric or the first value.
  std::string Value(std::string_view metric, std::string_view instance = "");
  /// The names of the instances of a metric's domain that have values, ascending by identifier.
  std::vector<std::string> Instances(std::string_view metric);

 private:
  TempDirectory directory_;
  std::unique_ptr<LocalContext> context_;
};

/// A value of any type, in decimal.
std::string ValueText(Type type, const FetchedValue& value);

}  // namespace fdr::test
