// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr record --ring --when`: the ring is written when an expression becomes true.

#include <gtest/gtest.h>

#include "fdr/tests/hosts/invented_host.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

class RecordWhenTest : public RecordFixture {
 protected:
  // Records this machine for some samples.
  ChildOutcome RecordWhen(const std::string& when) {
    return Record(
        {base_, "hinv.ncpu", "-t", "10ms", "-s", "30", "--ring", "1m", "-q", "--when", when});
  }
};

TEST_F(RecordWhenTest, WhatIsTrueWritesTheRing) {
  const ChildOutcome outcome = RecordWhen("hinv.ncpu >= 1 count");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_NE(outcome.err.find("this machine: hinv.ncpu is "), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("this machine: " + base_ + "\n"), std::string::npos) << outcome.err;
  EXPECT_EQ(Archives(directory_.path()), std::set<std::string>{"rec"});
  ExpectSound(base_);
  EXPECT_GE(Records(base_, "hinv.ncpu"), 1);
}

TEST_F(RecordWhenTest, WhatIsFalseWritesNothing) {
  const ChildOutcome outcome = RecordWhen("hinv.ncpu < 1");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(FileNames(directory_.path()), std::vector<std::string>{});
}

TEST_F(RecordWhenTest, MetricsOfTheExpressionNeedNotBeRecorded) {
  const ChildOutcome outcome = RecordWhen("kernel.all.uptime > 1 msec && hinv.ncpu > 0");
  EXPECT_NE(outcome.err.find("this machine: kernel.all.uptime is "), std::string::npos)
      << outcome.err;
  EXPECT_GE(Records(base_, "hinv.ncpu"), 1);
  EXPECT_EQ(Records(base_, "kernel.all.uptime"), -2);
}

TEST_F(RecordWhenTest, AnInstanceHasItsName) {
  const ChildOutcome outcome = RecordWhen("kernel.all.load[1 minute] >= 0");
  EXPECT_NE(outcome.err.find("this machine: kernel.all.load[1 minute] is "), std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find(" (1 minute)\n"), std::string::npos) << outcome.err;
}

TEST_F(RecordWhenTest, WhatCannotBeEvaluatedIsSaidOnce) {
  const ChildOutcome unknown = RecordWhen("no.such.metric > 1");
  EXPECT_EQ(unknown.exit_status, 0);
  EXPECT_EQ(unknown.err, "fdr: warning: this machine: --when: There is no metric no.such.metric\n");
  EXPECT_EQ(RecordWhen("hinv.ncpu > 5 MB").err,
            "fdr: warning: this machine: --when: Cannot compute hinv.ncpu > 5 MB: Dimensions are "
            "not the same\n");
  Fails({base_, "hinv.ncpu", "--ring", "1m", "--when", "hinv.ncpu >"}, 2,
        "--when: Not an expression; fdr help expressions shows how to write one:\n  hinv.ncpu >\n");
  Fails({base_, "hinv.ncpu", "--when", "hinv.ncpu > 1"}, 2,
        "--ring, --run or --notify, beside --when, is required");
}

class RecordWhenHostTest : public RecordFixture {
 protected:
  RecordWhenHostTest() {
    InventedSource::Metric& set = host_.source.AddSet("top.s", 0, {{0, 1}, {1, 1}});
    host_.source.members[set.desc.indom] = {{0, "first"}, {1, "second"}};
    host_.before_fetch = [&](int fetch) -> std::uint32_t {
      set.values = {{0, fetch == 3 ? 9 : 1}, {1, fetch >= 6 ? 9 : 1}};
      return 0;
    };
  }

  ChildOutcome RecordHost(const std::string& ring, const std::string& when) {
    return Record({"-h", host_.host(), base_, "top", "-t", "20ms", "-s", "12", "-q", "--ring", ring,
                   "--when", when});
  }

  InventedHost host_;
};

TEST_F(RecordWhenHostTest, AMomentThatIsNotDueIsWrittenAtTheEnd) {
  const ChildOutcome outcome = RecordHost("1m", "top.s > 5");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  const std::string name = host_.host() + ": ";
  EXPECT_EQ(outcome.err, name + "top.s is 9 (first)\n" + name + base_ + "\n" + name +
                             "top.s is 9 (second)\n" + name + base_ + "-00\n");
  // Each archive has its moment.
  const auto find = [](const std::string& base, const std::string& where) {
    return RunFdr({"find", base, "--where", where, "-q"}).exit_status;
  };
  EXPECT_EQ(find(base_, "top.s[first] > 5"), 0);
  EXPECT_EQ(find(base_, "top.s[second] > 5"), 4);
  EXPECT_EQ(find(base_ + "-00", "top.s[second] > 5"), 0);
  ExpectSound(base_);
  ExpectSound(base_ + "-00");
}

TEST_F(RecordWhenHostTest, AShortRingIsWrittenEachTime) {
  const ChildOutcome outcome = RecordHost("30ms", "matchinst(/s/, top.s) > 5");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(Archives(directory_.path()), (std::set<std::string>{"rec", "rec-00"})) << outcome.err;
}

}  // namespace
}  // namespace fdr::test
