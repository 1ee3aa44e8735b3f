// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/pmapi/changing_domain.h"

#include <string_view>
#include <vector>

#include "fdr/tests/pmapi/dice.h"
#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {
namespace {

constexpr InDomId kComing = InDomId::Build(60, 3);
constexpr MetricId kGauges[] = {MetricId::Build(60, 1, 1), MetricId::Build(60, 1, 2)};
constexpr double kPause = 10;  // seconds

constexpr std::string_view kNames[] = {"i0", "i1", "i2", "i3", "i4", "i5", "i6", "i7", "i8", "i9"};

// The members, and the times at which they change: before a record, or at its time.
class Members {
 public:
  explicit Members(ArchiveBuilder& archive) : archive_(archive), are_listed_(std::size(kNames)) {
    dice_.Seed(5);
  }

  void Write(int record) {
    for (std::size_t i = 0; i < are_listed_.size(); ++i)
      if (dice_.OneIn(are_listed_[i] ? 8 : 2)) are_listed_[i] = !are_listed_[i];
    const double before = dice_.OneIn(2) ? 0 : static_cast<double>(1 + dice_.Below(8));
    InstanceList list;
    for (std::size_t i = 0; i < are_listed_.size(); ++i)
      if (are_listed_[i]) list.push_back({static_cast<InstanceId>(i), kNames[i]});
    archive_.InDom(At(record * kPause - before), kComing, list);
  }

  Values Of(MetricId metric, int record) {
    Values values{metric, {}};
    for (std::size_t i = 0; i < are_listed_.size(); ++i)
      if (dice_.Below(100) < (are_listed_[i] ? 35 + 5 * i : 20))
        values.values.emplace_back(static_cast<InstanceId>(i),
                                   record * 100 + static_cast<std::int64_t>(i));
    return values;
  }

 private:
  ArchiveBuilder& archive_;
  Dice dice_;
  std::vector<bool> are_listed_;
};

}  // namespace

void WriteChangingDomain(const std::string& base, int records) {
  ArchiveBuilder archive(base, Version::k2);
  archive.Metric({.name = "come.a", .id = kGauges[0], .type = Type::k32, .indom = kComing});
  archive.Metric({.name = "come.b", .id = kGauges[1], .type = Type::k32, .indom = kComing});
  Members members(archive);
  for (int record = 0; record < records; ++record) {
    if (record > 0) members.Write(record);
    archive.Record(At(record * kPause),
                   {members.Of(kGauges[0], record), members.Of(kGauges[1], record)});
  }
  archive.Close();
}

}  // namespace fdr::test
