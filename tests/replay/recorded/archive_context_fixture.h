// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A context on toy archives whose counter "toy.c" says when it was recorded.

#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {

inline constexpr MetricId kC = MetricId::Build(60, 0, 1), kOnce = MetricId::Build(60, 0, 4),
                          kPair = MetricId::Build(60, 0, 5), kUnknown = MetricId::Build(60, 0, 99);
inline constexpr InDomId kTwo = InDomId::Build(60, 1);

/// The records of most archives.
inline const std::vector<double> kM = {1000, 1010, 1020, 1030, 1040};

class ArchiveContextTest : public testing::Test {
 protected:
  // Takes record stamps and marks as in docs/replay-semantics.md.  "toy.c" says when.
  void Write(const std::string& name, const std::vector<double>& records,
             const std::vector<double>& marks = {}) {
    test::ArchiveBuilder archive(directory_ / name, Version::k3);
    Describe(archive, records.front());
    std::size_t mark = 0;
    for (const double t : records) {
      for (; mark < marks.size() && marks[mark] < t; ++mark) archive.Mark(test::At(marks[mark]));
      AddRecord(archive, t, t == records.front());
    }
  }

  void Describe(test::ArchiveBuilder& archive, double start) {
    archive.Metric({.name = "toy.c", .id = kC, .semantics = Semantics::kCounter})
        .Metric({.name = "toy.once", .id = kOnce})
        .Metric({.name = "toy.pair",
                 .id = kPair,
                 .type = Type::kDouble,
                 .indom = kTwo,
                 .semantics = Semantics::kInstant})
        .InDom(test::At(start), kTwo, {{1, "one"}, {2, "two"}});
  }

  void AddRecord(test::ArchiveBuilder& archive, double t, bool once) {
    std::vector<test::Values> values = {test::Single(kC, static_cast<std::int64_t>(t)),
                                        {kPair, {{2, t}, {1, -t}}}};
    if (once) values.push_back(test::Single(kOnce, std::int64_t{7}));
    archive.Record(test::At(t), values);
  }

  // Makes the count of value sets of the n-th record absurd, but keeps its length words.  Returns
  // the record's offset.
  std::uint64_t DamageRecord(const std::string& file, int n) {
    const std::string path = directory_ / file;
    ByteBuffer bytes = test::ReadFile(path);
    std::size_t at = LabelSize(Version::k3);
    for (int i = 0; i < n; ++i) at += LoadU32(bytes.data() + at);
    bytes[at + 4 + 12] = std::byte{0x7f};
    test::WriteFile(path, bytes);
    return at;
  }

  // Cuts off the end of the last record of a volume.
  void TearEnd(const std::string& file) {
    const std::string path = directory_ / file;
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 3);
  }

  static void RemoveArchive(const std::string& base) {
    for (const char* suffix : {".0", ".meta", ".index"}) std::filesystem::remove(base + suffix);
  }

  void Open(const std::string& names) {
    std::string list;
    for (std::size_t at = 0; at <= names.size();) {
      const std::size_t comma = std::min(names.find(',', at), names.size());
      list += (list.empty() ? "" : ",") + (directory_ / names.substr(at, comma - at));
      at = comma + 1;
    }
    auto context = ArchiveContext::Open(list, options_);
    ASSERT_TRUE(context) << context.error().Message();
    context_ = std::move(*context);
  }

  static std::string Text(Timestamp stamp) {
    char text[32];
    std::snprintf(text, sizeof text, "%.10g",
                  static_cast<double>(stamp.sec - test::kEpoch) + stamp.nsec / 1e9);
    return text;
  }

  // The stamps of the next `n` fetches of the metrics; "end", "overlap" or "error" without a stamp.
  std::string Fetches(std::vector<MetricId> metrics, int n) {
    std::string all;
    for (int i = 0; i < n; ++i) {
      const Result<bool> fetched = context_->Fetch(metrics, result_);
      all += (i > 0 ? " " : "") + Outcome(fetched);
    }
    return all;
  }
  std::string Records(int n) {
    std::string all;
    for (int i = 0; i < n; ++i) {
      const Result<bool> fetched = context_->FetchRecord(result_);
      all += (i > 0 ? " " : "") + Outcome(fetched);
      if (fetched && *fetched && result_.is_mark()) all += "M";
    }
    return all;
  }
  std::string Outcome(const Result<bool>& fetched) {
    if (!fetched) return fetched.error().code == Errc::kOverlap ? "overlap" : "error";
    return *fetched ? Text(result_.stamp()) : "end";
  }
  void Set(Mode mode, std::optional<double> origin = {}, double delta = 0) {
    std::optional<Timestamp> from;
    if (origin) from = test::At(*origin);
    ASSERT_TRUE(context_->SetMode(mode, from, static_cast<std::int64_t>(delta * 1e9)));
  }

  test::TempDirectory directory_;
  ReplayOptions options_;
  std::unique_ptr<ArchiveContext> context_;
  FetchResult result_;
};

}  // namespace fdr
