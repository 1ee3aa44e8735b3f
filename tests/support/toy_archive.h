// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives drawn as text, as docs/replay-semantics.md draws them:
//
//   time    1000  1010  1015  1020  /  1030
//   c        100   200     |    10  /    20   counter
//   x[1]     1.5     .     |     -  /   2.5   instant double
//
// A column is a record: `|` a mark, `/` the beginning of a new volume.  `.`: the record does not
// have the metric; `-`: it has the metric without a value; `!`: with an error.  Instances are x[1],
// or x[0-15] for many with the same value.  An instance is in its domain while it has values.

#pragma once

#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {

/// The blank-separated words of a line.
std::vector<std::string> Words(const std::string& line);

/// The metric of that name: the same one in all pictures.
MetricId ToyMetric(std::string_view name);
/// Its instance domain.
InDomId ToyDomain(std::string_view name);

/// Writes what a picture shows.
class ToyArchive {
 public:
  static constexpr double kAll = std::numeric_limits<double>::infinity();

  ToyArchive(const std::string& base, std::string_view picture, std::string_view host = "toyhost");

  /// Writes the columns up to that time that are not yet written.
  void WriteUpTo(double t);
  void Close() { builder_.Close(); }

 private:
  struct Row {
    std::string metric;
    InstanceId first = kSingular, last = kSingular;
    std::vector<std::string> cells;
    Type type = Type::k32;
    Semantics semantics = Semantics::kInstant;
  };

  static WriterOptions Options(std::string_view host);
  Row ParseRow(const std::vector<std::string>& words) const;
  void Describe();
  Values ValuesIn(std::size_t column, const std::string& metric);
  void NoteMembers(Timestamp stamp, const Values& values);

  std::vector<std::string> times_;
  std::vector<Row> rows_;
  std::vector<std::string> metrics_;
  std::vector<std::string> names_;            // of the instances 0, 1, ...
  std::map<MetricId, InstanceList> members_;  // by the metric whose domain it is
  std::size_t written_ = 0;                   // columns
  ArchiveBuilder builder_;
};

/// Writes the whole picture as an archive of that base name.
inline void WriteToy(const std::string& base, std::string_view picture,
                     std::string_view host = "toyhost") {
  ToyArchive(base, picture, host).WriteUpTo(ToyArchive::kAll);
}

}  // namespace fdr::test
