// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/metadata/indom_mender.h"

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
  Verdict Add(bool is_delta, const std::vector<Entry>& entries, InDomId indom = kDomain) {
    InDomBuilder builder;
    for (const Entry& entry : entries)
      entry.name == nullptr ? builder.Delete(entry.id) : builder.Add(entry.id, entry.name);
    return mender_.Add(builder.Build({1, 0}, indom, is_delta));
  }
  Verdict Full(const std::vector<Entry>& entries) { return Add(false, entries); }
  Verdict Delta(const std::vector<Entry>& entries) { return Add(true, entries); }

  // The members as text: "1 a, 2 b".
  std::string Members(InDomId indom = kDomain) const {
    InDomBuilder builder = mender_.Full(indom);
    const InDomRecord record = builder.Build({1, 0}, indom, false);
    std::string text;
    for (const InDomEntry& entry : record.entries)
      text += (text.empty() ? "" : ", ") + std::to_string(entry.id) + ' ' + std::string(entry.name);
    return text;
  }

  InDomMender mender_;
};

TEST_F(InDomMenderTest, FullRecordsAlwaysFit) {
  EXPECT_EQ(Full({{2, "b"}, {1, "a"}}), Verdict::kFits);
  EXPECT_EQ(Members(), "1 a, 2 b");
  EXPECT_EQ(Full({{1, "c"}}), Verdict::kFits);
  EXPECT_EQ(Members(), "1 c");
}

TEST_F(InDomMenderTest, ARecordWithoutEntriesChangesNothing) {
  EXPECT_EQ(Delta({}), Verdict::kFits);
  EXPECT_EQ(Full({{1, "a"}}), Verdict::kFits);
  EXPECT_EQ(Full({}), Verdict::kFits);
  EXPECT_EQ(Members(), "1 a");
}

TEST_F(InDomMenderTest, ADeltaThatFitsStays) {
  Full({{1, "a"}, {2, "b"}});
  EXPECT_EQ(Delta({{1, nullptr}, {3, "c"}}), Verdict::kFits);
  EXPECT_EQ(Members(), "2 b, 3 c");
}

TEST_F(InDomMenderTest, ADeltaToSomethingUnknownIsOfNoUse) {
  EXPECT_EQ(Delta({{1, "a"}}), Verdict::kNoBase);
  EXPECT_EQ(Members(), "");
  Full({{1, "a"}});
  EXPECT_EQ(Add(true, {{1, nullptr}}, kOther), Verdict::kNoBase);
}

TEST_F(InDomMenderTest, AnInstanceThatIsThereAlreadyTakesTheNewName) {
  Full({{1, "a"}, {2, "b"}});
  EXPECT_EQ(Delta({{1, "c"}}), Verdict::kNeedsFull);
  EXPECT_EQ(Members(), "1 c, 2 b");
  EXPECT_EQ(Delta({{3, "d"}}), Verdict::kFits);
}

TEST_F(InDomMenderTest, AnInstanceThatIsNotThereCannotGo) {
  Full({{1, "a"}});
  EXPECT_EQ(Delta({{2, nullptr}, {3, "c"}}), Verdict::kNeedsFull);
  EXPECT_EQ(Members(), "1 a, 3 c");
}

TEST_F(InDomMenderTest, EntriesThatDoNotAscendDoNotFit) {
  Full({{1, "a"}});
  EXPECT_EQ(Delta({{3, "c"}, {2, "b"}}), Verdict::kNeedsFull);
  EXPECT_EQ(Delta({{4, "d"}, {4, "e"}}), Verdict::kNeedsFull);
  EXPECT_EQ(Members(), "1 a, 2 b, 3 c, 4 e");
}

}  // namespace
}  // namespace fdr
