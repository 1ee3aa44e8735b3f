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

  void StartFind(std::span<const std::string> names,
                 Done<std::vector<Result<MetricId>>> done) override {
    Later([names, done] {
      std::vector<Result<MetricId>> found;
      for (const std::string& name : names)
        found.push_back(name == "load" ? Result<MetricId>(kLoad)
                                       : Fail(Errc::kNotFound, "no " + name));
      done(found);
    });
  }
  void StartNamesOf(MetricId, Done<std::vector<std::string>> done) override {
    Later([done] { done(std::vector<std::string>{"load"}); });
  }
  void StartChildren(std::string_view, Done<std::vector<NameChild>> done) override {
    Later([done] { done(std::vector<NameChild>{{"load", true}}); });
  }
  void StartTraverse(std::string_view, Done<std::vector<std::string>> done) override {
    Later([done] { done(Fail(Errc::kIo, "the host is gone")); });
  }
  void StartDescs(std::span<const MetricId> ids, Done<std::vector<Result<Desc>>> done) override {
    Later([ids, done] {
      std::vector<Result<Desc>> descs;
      for (const MetricId id : ids) {
        Desc desc;
        desc.id = id;
        descs.push_back(desc);
      }
      done(descs);
    });
  }
  void StartInstances(InDomId, Done<std::vector<NamedInstance>> done) override {
    Later([done] { done(std::vector<NamedInstance>{{1, "one"}}); });
  }
  void StartAllInstances(InDomId, Done<std::vector<NamedInstance>> done) override {
    Later([done] { done(std::vector<NamedInstance>{{2, "two"}}); });
  }
  void StartText(TextKind, std::uint32_t, Done<std::string> done) override {
    Later([done] { done(std::string("text")); });
  }
  void StartLabels(LabelLevel, std::uint32_t, Done<std::vector<OwnedLabelSet>> done) override {
    Later([done] { done(std::vector<OwnedLabelSet>(3)); });
  }
  void StartFetch(std::span<const MetricId> metrics, const Profile& profile, FetchResult& result,
                  Done<bool> done) override {
    Later([=, &profile, &result] {
      result.Begin({5, 0});
      for (const MetricId id : metrics) result.AddSet(id, SetStatus::kNoValues);
      done(profile.Includes(InDomId{1}, 1));
    });
  }
  void StartFetchRecord(FetchResult&, Done<bool> done) override {
    Later([done] { done(Fail(Errc::kInvalidArgument, "hosts have no records")); });
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
