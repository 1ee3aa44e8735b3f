// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Receives the findings of the passes of a check, counts them, and limits the output.

#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "fdr/archive/report/finding.h"

namespace fdr {

/// The place of a finding within its file.
struct CheckPlace {
  std::uint64_t offset = 0;
  std::optional<Timestamp> stamp = {};
  std::optional<MetricId> metric = {};
};

/// Returns, for example, "1418882400.123456789", for any stamp.
std::string StampText(Timestamp stamp);

/// The findings of one file.  Counts findings beyond the limit, and adds the counts to the summary
/// at its end.
class FileReport {
 public:
  FileReport(std::string file, const CheckOptions& options, const FindingSink& sink,
             CheckSummary& summary)
      : file_(std::move(file)), options_(options), sink_(sink), summary_(summary) {}
  ~FileReport();
  FileReport(const FileReport&) = delete;
  FileReport& operator=(const FileReport&) = delete;

  const std::string& file() const { return file_; }

  /// The sentence is formatted only if the finding is within the limit.
  template <class... Args>
  void Add(CheckCode code, const CheckPlace& place, fmt::format_string<Args...> format,
           Args&&... args) {
    if (Count(code)) Deliver(code, place, fmt::format(format, std::forward<Args>(args)...));
  }

  /// Reports an unreadable file, with the error of reading.  A shortage is no finding: the summary
  /// has it.
  void AddUnreadable(const Error& error);

 private:
  static constexpr std::size_t kCodeCount = static_cast<std::size_t>(CheckCode::kDataCounter) + 1;

  bool Count(CheckCode code);
  void Deliver(CheckCode code, const CheckPlace& place, std::string sentence) const;

  std::string file_;
  const CheckOptions& options_;
  const FindingSink& sink_;
  CheckSummary& summary_;
  std::array<std::uint64_t, kCodeCount> counts_{};
};

}  // namespace fdr
