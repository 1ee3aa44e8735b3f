// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/toy_archive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace fdr::test {
namespace {

constexpr int kInstances = 32;

Type ParseType(const std::string& word) {
  static const std::map<std::string, Type> kTypes = {
      {"32", Type::k32},        {"u32", Type::kU32},     {"64", Type::k64},
      {"u64", Type::kU64},      {"float", Type::kFloat}, {"double", Type::kDouble},
      {"string", Type::kString}};
  const auto found = kTypes.find(word);
  if (found == kTypes.end()) ADD_FAILURE() << "no type: " << word;
  return found != kTypes.end() ? found->second : Type::k32;
}

Semantics ParseSemantics(const std::string& word) {
  if (word == "counter") return Semantics::kCounter;
  if (word == "discrete") return Semantics::kDiscrete;
  EXPECT_EQ(word, "instant");
  return Semantics::kInstant;
}

Payload ParseValue(const std::string& cell, Type type) {
  switch (type) {
    case Type::kString:
      return cell;
    case Type::kFloat:
    case Type::kDouble:
      return std::stod(cell);
    case Type::kU64:
      return std::uint64_t{std::stoull(cell)};
    default:
      return std::int64_t{std::stoll(cell)};
  }
}

}  // namespace

std::vector<std::string> Words(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

MetricId ToyMetric(std::string_view name) {
  std::uint32_t hash = 0;
  for (const char c : name) hash = hash * 31 + static_cast<std::uint8_t>(c);
  return MetricId::Build(60, hash >> 10, hash);
}

InDomId ToyDomain(std::string_view name) { return InDomId::Build(60, ToyMetric(name).value); }

WriterOptions ToyArchive::Options(std::string_view host) {
  WriterOptions options = ArchiveBuilder::Options(Version::k3);
  options.label.host = host;
  return options;
}

ToyArchive::ToyArchive(const std::string& base, std::string_view picture, std::string_view host)
    : builder_(base, Options(host)) {
  std::istringstream lines{std::string(picture)};
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> words = Words(line);
    if (words.empty()) continue;
    if (words[0] == "time")
      times_.assign(words.begin() + 1, words.end());
    else
      rows_.push_back(ParseRow(words));
  }
  for (int i = 0; i < kInstances; ++i) names_.push_back("inst" + std::to_string(i));
  Describe();
}

ToyArchive::Row ToyArchive::ParseRow(const std::vector<std::string>& words) const {
  Row row;
  const std::size_t bracket = words[0].find('[');
  row.metric = words[0].substr(0, bracket);
  if (bracket != std::string::npos) {
    const std::size_t dash = words[0].find('-');
    row.first = row.last = std::stoi(words[0].substr(bracket + 1));
    if (dash != std::string::npos) row.last = std::stoi(words[0].substr(dash + 1));
    EXPECT_LT(row.last, kInstances);
  }
  const std::size_t n = times_.size();
  if (words.size() < n + 2) {
    ADD_FAILURE() << "too few columns: " << words[0];
    row.cells.assign(n, ".");
    return row;
  }
  row.cells.assign(words.begin() + 1, words.begin() + 1 + static_cast<std::ptrdiff_t>(n));
  row.semantics = ParseSemantics(words[n + 1]);
  if (words.size() > n + 2) row.type = ParseType(words[n + 2]);
  return row;
}

void ToyArchive::Describe() {
  for (const Row& row : rows_) {
    if (std::find(metrics_.begin(), metrics_.end(), row.metric) != metrics_.end()) continue;
    metrics_.push_back(row.metric);
    builder_.Metric({.name = row.metric,
                     .id = ToyMetric(row.metric),
                     .type = row.type,
                     .indom = row.first == kSingular ? InDomId{} : ToyDomain(row.metric),
                     .semantics = row.semantics});
  }
}

void ToyArchive::WriteUpTo(double t) {
  for (; written_ < times_.size(); ++written_) {
    if (times_[written_] == "/") {
      builder_.Volume();
      continue;
    }
    const double time = std::stod(times_[written_]);
    if (time > t) break;
    if (rows_.front().cells[written_] == "|") {
      builder_.Mark(At(time));
      continue;
    }
    std::vector<Values> record;
    for (const std::string& metric : metrics_) {
      Values values = ValuesIn(written_, metric);
      if (values.id.IsNull()) continue;
      NoteMembers(At(time), values);
      record.push_back(std::move(values));
    }
    builder_.Record(At(time), record);
  }
  const Result<void> synced = builder_.writer().Sync();
  EXPECT_TRUE(synced) << synced.error().Message();
}

// The metric's values in a record.  Their metric is null if the record does not have the metric.
Values ToyArchive::ValuesIn(std::size_t column, const std::string& metric) {
  Values values;
  for (const Row& row : rows_) {
    if (row.metric != metric || row.cells[column] == ".") continue;
    values.id = ToyMetric(metric);
    const std::string& cell = row.cells[column];
    if (cell == "!") values.count = -12345;
    if (cell == "!" || cell == "-") continue;
    for (InstanceId i = row.first; i <= row.last; ++i)
      values.values.emplace_back(i, ParseValue(cell, row.type));
  }
  return values;
}

void ToyArchive::NoteMembers(Timestamp stamp, const Values& values) {
  if (values.values.empty() || values.values.front().first == kSingular) return;
  InstanceList members;
  for (const auto& [instance, value] : values.values)
    members.push_back({instance, names_[static_cast<std::size_t>(instance)]});
  InstanceList& known = members_[values.id];
  if (members == known) return;
  known = members;
  builder_.InDom(stamp, InDomId::Build(60, values.id.value), members);
}

}  // namespace fdr::test
