// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An archive under other names.

#include "fdr/replay/name_space/named_context.h"

#include <deque>

#include "fdr/replay/name_space/load_name_space.h"
#include "fdr/tests/replay/recorded/archive_context_fixture.h"

namespace fdr {
namespace {

using Names = std::vector<std::string>;
using Children = std::vector<NameChild>;

/// Answers questions about names in Wait(), and counts the questions.
class LaterContext final : public ForwardingContext {
 public:
  explicit LaterContext(Context& source) : ForwardingContext(source) {}

  void Start(Question question) override {
    ++questions_;
    pending_.push_back([this, question] {
      std::visit(
          [this](const auto& asked) {
            if (error) return asked.done(Fail(*error));
            source().Start(asked);
          },
          question);
    });
  }
  void Wait() override {
    ASSERT_FALSE(pending_.empty());
    const auto answer = std::move(pending_.front());
    pending_.pop_front();
    answer();
  }

  std::size_t questions() const { return questions_; }
  std::optional<Error> error;  ///< if set, the answer to every question

 private:
  std::deque<std::function<void()>> pending_;
  std::size_t questions_ = 0;
};

class NamedContextTest : public ArchiveContextTest {
 protected:
  void SetUp() override {
    Write("a", {1000, 1010});
    archive_ = std::move(*ArchiveContext::Open(directory_ / "a"));
    later_.emplace(*archive_);
  }

  NamedContext Under(std::string_view text) {
    Result<NameSpace> names = ParseNameSpace(text, "n", {});
    EXPECT_TRUE(names) << names.error().Message();
    return {*later_, std::make_shared<NameSpace>(std::move(*names))};
  }

  std::unique_ptr<ArchiveContext> archive_;
  std::optional<LaterContext> later_;
};

TEST_F(NamedContextTest, HasTheNamesOfTheNameSpaceAndNoOthers) {
  NamedContext named = Under("root { my gone 60:0:99 }\nmy { c 60:0:1 also 60:0:1 }");
  EXPECT_EQ(named.Find("my.c").value(), kC);
  EXPECT_EQ(named.Find("gone").value(), kUnknown);
  EXPECT_EQ(named.Find("toy.c").error().code, Errc::kNotFound);
  EXPECT_EQ(named.Traverse("").value(), (Names{"my.c", "my.also", "gone"}));
  EXPECT_EQ(named.Children("my").value(), (Children{{"c", true}, {"also", true}}));
  EXPECT_EQ(named.NamesOf(kC).value(), (Names{"my.also", "my.c"}));
  EXPECT_EQ(named.NamesOf(kPair).error().code, Errc::kNotFound);
  EXPECT_EQ(later_->questions(), 0u);
}

TEST_F(NamedContextTest, EverythingElseIsTheSources) {
  NamedContext named = Under("root { c 60:0:1 }");
  EXPECT_EQ(named.HostName(), archive_->HostName());
  EXPECT_EQ(named.TimeZone(), archive_->TimeZone());
  EXPECT_EQ(named.DescOf(kC).value().semantics, Semantics::kCounter);
  EXPECT_EQ(named.DescOf(kUnknown).error().code, Errc::kNotFound);
  EXPECT_EQ(named.Instances(kTwo).value().size(), 2u);
  EXPECT_EQ(named.AllInstances(kTwo).value().size(), 2u);
  EXPECT_EQ(named.Text(TextKind::kMetricHelp, kC.value).error().code, Errc::kNotFound);
  EXPECT_TRUE(named.Labels(LabelLevel::kContext, 0));

  ASSERT_TRUE(named.SetMode(Mode::kBackward, test::At(1010)));
  EXPECT_EQ(named.mode(), Mode::kBackward);
  EXPECT_EQ(named.origin(), test::At(1010));
  FetchResult result;
  ASSERT_TRUE(named.Fetch(std::span(&kC, 1), result).value());
  EXPECT_EQ(result.stamp(), test::At(1010));
  EXPECT_EQ(named.Now(), test::At(1010));
  ASSERT_TRUE(named.FetchRecord(result).value());
  EXPECT_EQ(result.stamp(), test::At(1000));
}

TEST_F(NamedContextTest, TheProfileIsItsOwn) {
  NamedContext named = Under("root { pair 60:0:5 }");
  Profile profile;
  profile.Set(kTwo, false);
  profile.Include(kTwo, std::vector<InstanceId>{2});
  named.SetProfile(profile);
  FetchResult result;
  ASSERT_TRUE(named.Fetch(std::span(&kPair, 1), result).value());
  ASSERT_EQ(result.sets().size(), 1u);
  EXPECT_EQ(result.AllValues().size(), 1u);
}

TEST_F(NamedContextTest, BelowADynamicRootAreTheSourcesNames) {
  NamedContext named = Under("root { x 60:0:99 toy 60:*:* none 1:*:* y 60:0:98 }");
  EXPECT_EQ(named.Find("toy.c").value(), kC);
  EXPECT_EQ(named.Find("toy.d").error().code, Errc::kNotFound);
  EXPECT_EQ(named.Find("toy").error().code, Errc::kNotAMetric);
  const Names wanted = {"toy.once", "x", "z", "toy.c", "none.a"};
  const auto found = named.Context::Find(std::span(wanted));
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[0].value(), kOnce);
  EXPECT_EQ((*found)[1].value(), kUnknown);
  EXPECT_EQ((*found)[2].error().code, Errc::kNotFound);
  EXPECT_EQ((*found)[3].value(), kC);
  EXPECT_EQ((*found)[4].error().code, Errc::kNotFound);

  Names all = {"x"};
  const Names below = archive_->Traverse("toy").value();
  all.insert(all.end(), below.begin(), below.end());
  EXPECT_EQ(named.Traverse("toy").value(), below);
  EXPECT_EQ(named.Traverse("toy.c").value(), Names{"toy.c"});
  EXPECT_EQ(named.Traverse("none").value(), Names{});
  EXPECT_EQ(named.Traverse("none.a").error().code, Errc::kNotFound);
  all.push_back("y");
  EXPECT_EQ(named.Traverse("").value(), all);

  EXPECT_EQ(named.Children("toy").value(), archive_->Children("toy").value());
  EXPECT_EQ(named.Children("toy.c").value(), Children{});
  EXPECT_EQ(named.Children("none").value(), Children{});
  EXPECT_EQ(named.Children("none.a").error().code, Errc::kNotFound);
  EXPECT_EQ(named.NamesOf(kOnce).value(), Names{"toy.once"});
  EXPECT_EQ(named.NamesOf(kUnknown).value(), Names{"x"});
}

TEST_F(NamedContextTest, NamesOfTheSourceOutsideOfDynamicRootsDoNotCount) {
  NamedContext named = Under("root { other 60:*:* }");
  EXPECT_EQ(named.NamesOf(kC).error().code, Errc::kNotFound);
  EXPECT_EQ(named.NamesOf(kUnknown).error().code, Errc::kNotFound);
  EXPECT_EQ(named.Find("toy.c").error().code, Errc::kNotFound);
}

TEST_F(NamedContextTest, TrimmedToTheSourceThereAreNoMetricsThatItDoesNotKnow) {
  const auto names =
      ParseNameSpace("root { c 60:0:1 a d 60:*:* also 60:0:1 }\na { x 60:0:99 }", "n", {});
  const auto trimmed = TrimmedTo(*archive_, *names);
  ASSERT_TRUE(trimmed) << trimmed.error().Message();
  EXPECT_EQ(trimmed->Traverse("").value(), (Names{"c", "d", "also"}));
}

TEST_F(NamedContextTest, WhatGoesWrongWithTheSourceIsTold) {
  NamedContext named = Under("root { x 60:0:99 toy 60:*:* toy2 60:*:* }");
  later_->error = Error{Errc::kDisconnected, "gone", {}, 0};
  EXPECT_EQ(named.Find("toy.c").error().code, Errc::kDisconnected);
  EXPECT_EQ(named.Traverse("").error().code, Errc::kDisconnected);
  EXPECT_EQ(named.Traverse("toy.c").error().code, Errc::kDisconnected);
  EXPECT_EQ(named.Children("toy").error().code, Errc::kDisconnected);
  EXPECT_EQ(named.NamesOf(kC).error().code, Errc::kDisconnected);
  EXPECT_EQ(named.Find("x").value(), kUnknown);
}

TEST_F(NamedContextTest, ASourceThatAnswersAtOnceIsNoDifferent) {
  Result<NameSpace> names = ParseNameSpace("root { toy 60:*:* }", "n", {});
  NamedContext named(*archive_, std::make_shared<NameSpace>(std::move(*names)));
  EXPECT_EQ(named.Traverse("").value(), archive_->Traverse("toy").value());
  EXPECT_EQ(named.Find("toy.c").value(), kC);
}

}  // namespace
}  // namespace fdr
