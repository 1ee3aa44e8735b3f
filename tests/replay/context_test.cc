// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The waiting calls of Context, tested on a context that does not answer at once.

#include "fdr/replay/context.h"

#include <gtest/gtest.h>

#include <deque>

namespace fdr {
namespace {

constexpr MetricId kLoad{7};

// Answers a question at every second Wait().
class SlowContext final : public Context {
 public:
  std::string HostName() const override { return "slow"; }
  std::string TimeZone() const override { return ""; }
  Result<void> SetMode(Mode, std::optional<Timestamp>, std::int64_t) override { return {}; }
  Mode mode() const override { return Mode::kLive; }
  Timestamp origin() const override { return {}; }
  Timestamp Now() const override { return {}; }

  void Start(Question question) override {
    std::visit([this](auto& asked) { Later([asked] { Answer(asked); }); }, question);
  }
  void Wait() override {
    ++waits;
    if (waits % 2 != 0 || open_.empty()) return;
    const auto answer = std::move(open_.front());
    open_.pop_front();
    answer();
  }

  int waits = 0;

 private:
  static void Answer(const FindQuestion& asked) {
    std::vector<Result<MetricId>> found;
    for (const std::string& name : asked.names)
      found.push_back(name == "load" ? Result<MetricId>(kLoad)
                                     : Fail(Errc::kNotFound, "no " + name));
    asked.done(found);
  }
  static void Answer(const NamesOfQuestion& asked) { asked.done(std::vector<std::string>{"load"}); }
  static void Answer(const ChildrenQuestion& asked) {
    asked.done(std::vector<NameChild>{{"load", true}});
  }
  static void Answer(const TraverseQuestion& asked) {
    asked.done(Fail(Errc::kIo, "the host is gone"));
  }
  static void Answer(const DescsQuestion& asked) {
    std::vector<Result<Desc>> descs;
    for (const MetricId id : asked.ids) descs.emplace_back(Desc()).value().id = id;
    asked.done(descs);
  }
  static void Answer(const InstancesQuestion& asked) {
    asked.done(std::vector<NamedInstance>{{1, "one"}});
  }
  static void Answer(const AllInstancesQuestion& asked) {
    asked.done(std::vector<NamedInstance>{{2, "two"}});
  }
  static void Answer(const TextQuestion& asked) { asked.done(std::string("text")); }
  static void Answer(const LabelsQuestion& asked) { asked.done(std::vector<OwnedLabelSet>(3)); }
  static void Answer(const FetchQuestion& asked) {
    asked.result.Begin({5, 0});
    for (const MetricId id : asked.metrics) asked.result.AddSet(id, SetStatus::kNoValues);
    asked.done(asked.profile.Includes(InDomId{1}, 1));
  }
  static void Answer(const FetchRecordQuestion& asked) {
    asked.done(Fail(Errc::kInvalidArgument, "hosts have no records"));
  }

  void Later(std::function<void()> answer) { open_.push_back(std::move(answer)); }

  std::deque<std::function<void()>> open_;
};

TEST(ContextTest, TheCallsThatReturnAnAnswerWaitForIt) {
  SlowContext context;
  EXPECT_EQ(*context.Find("load"), kLoad);
  EXPECT_EQ(context.waits, 2);
  EXPECT_EQ(context.Find("lod").error().what, "no lod");
  EXPECT_EQ(context.NamesOf(kLoad)->size(), 1u);
  EXPECT_TRUE(context.Children("")->front().is_leaf);
  EXPECT_EQ(context.DescOf(kLoad)->id, kLoad);
  EXPECT_EQ(context.Instances(InDomId{1})->front().name, "one");
  EXPECT_EQ(context.AllInstances(InDomId{1})->front().name, "two");
  EXPECT_EQ(*context.Text(TextKind::kMetricHelp, 7), "text");
  EXPECT_EQ(context.Labels(LabelLevel::kItem, 7)->size(), 3u);
}

TEST(ContextTest, ErrorsArriveAsWell) {
  SlowContext context;
  EXPECT_EQ(context.Traverse("").error().code, Errc::kIo);
  FetchResult result;
  EXPECT_EQ(context.FetchRecord(result).error().code, Errc::kInvalidArgument);
}

TEST(ContextTest, AFetchHasTheProfileOfTheContext) {
  SlowContext context;
  FetchResult result;
  EXPECT_TRUE(*context.Fetch(std::array{kLoad}, result));
  EXPECT_EQ(result.stamp(), (Timestamp{5, 0}));
  ASSERT_EQ(result.sets().size(), 1u);
  Profile nothing;
  nothing.SetAll(false);
  context.SetProfile(nothing);
  EXPECT_FALSE(*context.Fetch(std::array{kLoad}, result));
}

TEST(ContextTest, SeveralQuestionsMayBeOpen) {
  SlowContext context;
  std::string order;
  context.StartText(TextKind::kMetricHelp, 1,
                    [&](const Result<std::string>&) { order += "text "; });
  context.StartNamesOf(kLoad, [&](const Result<std::vector<std::string>>&) { order += "names "; });
  EXPECT_EQ(order, "");
  EXPECT_EQ(*context.Find("load"), kLoad);
  EXPECT_EQ(order, "text names ");
}

}  // namespace
}  // namespace fdr
