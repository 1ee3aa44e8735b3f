// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the passes of a check leave their findings: counts them, and keeps the output bounded.

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

/// "1418882400.123456789", whatever the stamp holds.
std::string StampText(Timestamp stamp);

/// The findings of one file.  Counts what is beyond the limit, and hands it to the summary at its
/// end.
class FileReport {
 public:
  FileReport(std::string file, const CheckOptions& options, const FindingSink& sink,
             CheckSummary& summary)
      : file_(std::move(file)), options_(options), sink_(sink), summary_(summary) {}
  ~FileReport();
  FileReport(const FileReport&) = delete;
  FileReport& operator=(const FileReport&) = delete;

  const std::string& file() const { return file_; }

  /// The sentence is only made if it is wanted.
  template <class... Args>
  void Add(CheckCode code, const CheckPlace& place, fmt::format_string<Args...> format,
           Args&&... args) {
    if (Count(code)) Deliver(code, place, fmt::format(format, std::forward<Args>(args)...));
  }

  /// Unreadable files are known by the error that reading gave.
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
