// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Repair keeps the members of every instance domain at every stamp, whatever records say them.

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "fdr/archive/archive.h"
#include "fdr/archive/repair.h"
#include "fdr/tests/archive/check/check_toy.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
using test::CheckToy;

constexpr InDomId kDisks = InDomId::Build(60, 2), kFans = InDomId::Build(60, 3);
constexpr int kSeconds = 20;  // of the toy

// Adds records of a domain in any order of kinds.  A delta fits the members before it.  A stamp may
// have several records, and has members behind the last one.
class RandomDomain {
 public:
  RandomDomain(CheckToy& toy, InDomId indom, std::mt19937& random)
      : toy_(toy), indom_(indom), random_(random) {}

  void AddRecords(int second) {
    for (int records = Below(5) - 1; records > 0; --records) {
      const bool is_last = records == 1;
      if (members_.empty() || Below(3) == 0)
        AddFull(second);
      else
        AddDelta(second, is_last);
    }
    if (members_.empty() && is_known_) AddFull(second);
  }

 private:
  int Below(unsigned limit) { return static_cast<int>(random_() % limit); }

  // Names are few, so that a record may say again what an earlier one said.
  std::string AnyName(int id) { return "name" + std::to_string(id * 3 + Below(3)); }

  void AddFull(int second) {
    members_.clear();
    is_known_ = true;
    for (int id = 0; id < kMost; ++id)
      if (Below(2) == 0) members_[id] = AnyName(id);
    if (members_.empty()) members_[0] = AnyName(0);
    InDomBuilder builder;
    for (const auto& [id, name] : members_) builder.Add(id, name);
    toy_.Add(builder.Build(At(second), indom_, false));
  }

  void AddDelta(int second, bool must_leave_some) {
    InDomBuilder builder;
    bool has_any = false;
    for (int id = 0; id < kMost; ++id) {
      const auto member = members_.find(id);
      const bool is_there = member != members_.end();
      const bool goes = is_there && Below(3) == 0 && (members_.size() > 1 || !must_leave_some);
      const bool comes = (goes && Below(3) == 0) || (!is_there && Below(4) == 0);
      if (goes) builder.Delete(id);
      if (goes) members_.erase(member);
      if (comes) builder.Add(id, members_[id] = AnyName(id));
      has_any |= goes || comes;
    }
    if (has_any) toy_.Add(builder.Build(At(second), indom_, true));
  }

  static constexpr int kMost = 6;
  CheckToy& toy_;
  InDomId indom_;
  std::mt19937& random_;
  std::map<int, std::string> members_;
  bool is_known_ = false;
};

// "60.2 at 5: 0 name1, 3 name9": for each domain and each half second.
std::string MembersOf(const std::string& base) {
  const auto archive = Archive::Open(base);
  EXPECT_TRUE(archive) << archive.error().Message();
  std::string text;
  for (const InDomId indom : {kDisks, kFans}) {
    const InDomHistory* const history = (*archive)->metadata().FindInDom(indom);
    for (int half = 0; half <= 2 * kSeconds && history != nullptr; ++half) {
      const auto snapshot = history->At(At(0.5 * half));
      if (!snapshot) continue;
      text += ToString(indom) + " at " + std::to_string(half / 2) + (half % 2 ? ".5:" : ":");
      for (const Instance& instance : history->Members(*snapshot))
        text += ' ' + std::to_string(instance.id) + ' ' + std::string(instance.name);
      text += '\n';
    }
  }
  return text;
}

TEST(RepairDomainsTest, TheMembersAtEachStampStay) {
  std::mt19937 random(20231114);
  std::size_t changed = 0;
  const int rounds = test::IsSoak() ? 4'000 : 60;
  for (int round = 0; round < rounds; ++round) {
    const test::TempDirectory directory;
    CheckToy toy;
    RandomDomain disks(toy, kDisks, random), fans(toy, kFans, random);
    for (int second = 0; second <= kSeconds; second += 1 + static_cast<int>(random() % 4)) {
      disks.AddRecords(second);
      fans.AddRecords(second);
    }
    toy.Write(directory / "in");
    const Result<RepairReport> report = RepairArchive(directory / "in", directory / "out", {});
    ASSERT_TRUE(report) << report.error().Message();
    EXPECT_FALSE(report->AnythingLost());
    ASSERT_EQ(MembersOf(directory / "out"), MembersOf(directory / "in")) << "round " << round;
    const test::CheckOutcome outcome = test::Check(directory / "out");
    EXPECT_EQ(outcome.Codes(), "") << "round " << round;
    changed += test::ReadFile(directory / "out.meta") != test::ReadFile(directory / "in.meta");
  }
  EXPECT_GT(changed, static_cast<std::size_t>(rounds / 2));
}

}  // namespace
}  // namespace fdr
