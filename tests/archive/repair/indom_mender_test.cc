// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/repair/indom_mender.h"

#include <gtest/gtest.h>

#include "fdr/archive/record/indom_record.h"

namespace fdr {
namespace {

constexpr InDomId kDomain = InDomId::Build(1, 1);
constexpr InDomId kOther = InDomId::Build(1, 2);
using Verdict = InDomMender::Verdict;

struct Entry {
  InstanceId id;
  const char* name;  // nullptr: the instance is deleted
};

class InDomMenderTest : public testing::Test {
 protected:
  // Each record has a stamp of its own, as long as `step_` is not 0.
  Verdict Add(bool is_delta, const std::vector<Entry>& entries, InDomId indom = kDomain) {
    InDomBuilder builder;
    for (const Entry& entry : entries)
      entry.name == nullptr ? builder.Delete(entry.id) : builder.Add(entry.id, entry.name);
    stamp_ = stamp_.Plus(step_);
    return mender_.Add(version_, builder.Build(stamp_, indom, is_delta), is_followed_);
  }
  Verdict Full(const std::vector<Entry>& entries) { return Add(false, entries); }
  Verdict Delta(const std::vector<Entry>& entries) { return Add(true, entries); }

  // As text: "full 1 a, 2 b" or "delta -1, 3 c".
  std::string Replacement() const {
    const InDomRecord& record = mender_.replacement();
    EXPECT_EQ(record.stamp, stamp_);
    std::string text;
    for (const InDomEntry& entry : record.entries) {
      text += text.empty() ? "" : ", ";
      text += entry.deleted() ? '-' + std::to_string(entry.id)
                              : std::to_string(entry.id) + ' ' + std::string(entry.name);
    }
    return (record.is_delta ? "delta " : "full ") + text;
  }

  Version version_ = Version::k3;
  std::int64_t step_ = 1;  // in nanoseconds
  bool is_followed_ = false;
  Timestamp stamp_{1, 0};
  InDomMender mender_;
};

TEST_F(InDomMenderTest, FullRecordsFitUntilThereIsADelta) {
  EXPECT_EQ(Full({{2, "b"}, {1, "a"}}), Verdict::kFits);
  EXPECT_EQ(Full({{1, "c"}}), Verdict::kFits);
  EXPECT_EQ(Delta({{2, "b"}}), Verdict::kFits);
  EXPECT_EQ(Full({{1, "d"}, {3, "e"}}), Verdict::kReplaced);
  EXPECT_EQ(Replacement(), "delta -1, 1 d, -2, 3 e");
  EXPECT_EQ(Full({{1, "d"}, {3, "e"}}), Verdict::kRepeated);
  EXPECT_EQ(Delta({{3, nullptr}}), Verdict::kFits);
}

TEST_F(InDomMenderTest, ARecordWithoutEntriesChangesNothing) {
  EXPECT_EQ(Delta({}), Verdict::kFits);
  EXPECT_EQ(Full({{1, "a"}}), Verdict::kFits);
  EXPECT_EQ(Full({}), Verdict::kFits);
  EXPECT_EQ(Delta({{1, nullptr}, {2, "b"}}), Verdict::kFits);
}

TEST_F(InDomMenderTest, ADeltaThatFitsStays) {
  Full({{1, "a"}, {2, "b"}});
  EXPECT_EQ(Delta({{1, nullptr}, {3, "c"}}), Verdict::kFits);
  EXPECT_EQ(Delta({{3, nullptr}, {3, "new name"}}), Verdict::kFits);
}

TEST_F(InDomMenderTest, ADeltaToSomethingUnknownIsOfNoUse) {
  EXPECT_EQ(Delta({{1, "a"}}), Verdict::kNoBase);
  Full({{1, "a"}});
  EXPECT_EQ(Add(true, {{1, nullptr}}, kOther), Verdict::kNoBase);
}

TEST_F(InDomMenderTest, AnInstanceThatIsThereAlreadyTakesTheNewName) {
  Full({{1, "a"}, {2, "b"}});
  EXPECT_EQ(Delta({{1, "c"}}), Verdict::kReplaced);
  EXPECT_EQ(Replacement(), "full 1 c, 2 b");
  EXPECT_EQ(Delta({{3, "d"}}), Verdict::kFits);
  EXPECT_EQ(Delta({{1, "e"}}), Verdict::kReplaced);
  EXPECT_EQ(Replacement(), "delta -1, 1 e");
}

TEST_F(InDomMenderTest, AnInstanceThatIsNotThereCannotGo) {
  Full({{1, "a"}});
  EXPECT_EQ(Delta({{2, nullptr}, {3, "c"}}), Verdict::kReplaced);
  EXPECT_EQ(Replacement(), "full 1 a, 3 c");
}

TEST_F(InDomMenderTest, EntriesThatDoNotAscendDoNotFit) {
  Full({{1, "a"}});
  EXPECT_EQ(Delta({{3, "c"}, {2, "b"}}), Verdict::kReplaced);
  EXPECT_EQ(Replacement(), "full 1 a, 2 b, 3 c");
  EXPECT_EQ(Delta({{4, "d"}, {4, "e"}}), Verdict::kReplaced);
  EXPECT_EQ(Replacement(), "full 1 a, 2 b, 3 c, 4 e");
}

TEST_F(InDomMenderTest, WithoutAMemberTheLastOnesStayUntilTheNextChange) {
  Full({{1, "a"}, {2, "b"}});
  EXPECT_EQ(Delta({{1, nullptr}}), Verdict::kFits);
  EXPECT_EQ(Delta({{2, nullptr}}), Verdict::kNothing);
  EXPECT_EQ(Delta({{3, "c"}}), Verdict::kCombined);
  EXPECT_EQ(Replacement(), "delta -2, 3 c");
  EXPECT_EQ(Delta({{4, "d"}}), Verdict::kFits);
}

TEST_F(InDomMenderTest, AllChangesAtOneStampAreOneRecord) {
  Full({{1, "a"}});
  Delta({{2, "b"}});
  is_followed_ = true;
  EXPECT_EQ(Delta({{3, "c"}}), Verdict::kWaits);
  step_ = 0;
  EXPECT_EQ(Full({{4, "d"}}), Verdict::kWaits);
  is_followed_ = false;
  EXPECT_EQ(Delta({{5, "e"}}), Verdict::kCombined);
  EXPECT_EQ(Replacement(), "delta -1, -2, 4 d, 5 e");
  step_ = 1;
  EXPECT_EQ(Delta({{1, "a"}}), Verdict::kFits);
}

TEST_F(InDomMenderTest, ChangesAtOneStampThatAreUndoneAreNone) {
  Full({{1, "a"}});
  Delta({{2, "b"}});
  is_followed_ = true;
  EXPECT_EQ(Delta({{3, "c"}}), Verdict::kWaits);
  step_ = 0;
  is_followed_ = false;
  EXPECT_EQ(Delta({{3, nullptr}}), Verdict::kRepeated);
}

TEST_F(InDomMenderTest, FullRecordsOfOneStampStayUntilThereIsADelta) {
  is_followed_ = true;
  EXPECT_EQ(Full({{1, "a"}}), Verdict::kFits);
  step_ = 0;
  EXPECT_EQ(Full({{2, "b"}}), Verdict::kFits);
  EXPECT_EQ(Delta({{3, "c"}}), Verdict::kWaits);
  is_followed_ = false;
  EXPECT_EQ(Delta({{4, "d"}}), Verdict::kCombined);
  EXPECT_EQ(Replacement(), "full 2 b, 3 c, 4 d");
}

TEST_F(InDomMenderTest, ADeltaAtTheStampOfTheFirstRecordReplacesIt) {
  Full({{1, "a"}});
  step_ = 0;
  EXPECT_EQ(Delta({{2, "b"}}), Verdict::kReplaced);
  EXPECT_EQ(Replacement(), "full 1 a, 2 b");
}

TEST_F(InDomMenderTest, Version2HasOnlyFullRecords) {
  version_ = Version::k2;
  Full({{1, "a"}});
  EXPECT_EQ(Delta({{2, "b"}}), Verdict::kReplaced);
  EXPECT_EQ(Replacement(), "full 1 a, 2 b");
  EXPECT_EQ(Full({{1, "a"}}), Verdict::kFits);
}

}  // namespace
}  // namespace fdr
