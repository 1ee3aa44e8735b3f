// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Derived metrics of a source that is slow, as hosts are.  Several fetches are under way at a time,
// and the source can end during a fetch.

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <memory>
#include <utility>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/replay/forwarding_context.h"
#include "fdr/tests/hosts/invented_source.h"

namespace fdr::test {
namespace {

// Answers the questions of a fetch one by one, when AnswerNext() is called.  Answers all other
// questions at once.
class SlowSource final : public ForwardingContext {
 public:
  explicit SlowSource(Context& source) : ForwardingContext(source) {}
  ~SlowSource() override {
    for (Held& question : std::exchange(open_, {}))
      question.refuse({Errc::kCancelled, "The source is gone", {}, 0});
  }

  bool IsIdle() const { return open_.empty(); }
  void AnswerNext() {
    const Held question = std::move(open_.front());
    open_.pop_front();
    question.answer();
  }

  void Start(Question question) override {
    std::visit([this](const auto& asked) { Take(asked); }, question);
  }
  void Wait() override { AnswerNext(); }

 private:
  struct Held {
    std::function<void()> answer;
    std::function<void(Error)> refuse;
  };

  void Take(const FindQuestion& asked) { Hold(asked); }
  void Take(const DescsQuestion& asked) { Hold(asked); }
  void Take(const InstancesQuestion& asked) { Hold(asked); }
  void Take(const FetchQuestion& asked) { Hold(asked); }
  template <class Other>
  void Take(const Other& asked) {
    source().Start(asked);
  }

  template <class Asked>
  void Hold(const Asked& asked) {
    open_.push_back({[this, asked] { source().Start(asked); },
                     [asked](Error error) { asked.done(Fail(std::move(error))); }});
  }

  std::deque<Held> open_;
};

class DerivedOfASlowSourceTest : public ::testing::Test {
 protected:
  // A fetch that is under way.
  struct Fetch {
    std::vector<MetricId> metrics;
    Profile profile;
    FetchResult result;
    std::optional<Result<bool>> outcome;
    int answers = 0;
  };

  DerivedOfASlowSourceTest() {
    invented_.Add("counter", 1, 100).desc.semantics = Semantics::kCounter;
    invented_.AddSet("set", 2, {{0, 10}, {1, 20}});
    delta_ = *table_.Add("delta", "delta(counter)");
    chosen_ = *table_.Add("chosen", "matchinst(/i1/, set)");
    Begin();
  }

  void Begin() {
    auto source = std::make_unique<SlowSource>(invented_);
    slow_ = source.get();
    context_ = std::make_unique<DerivedContext>(std::move(source), table_);
  }

  std::unique_ptr<Fetch> Start(std::vector<MetricId> metrics) {
    auto fetch = std::make_unique<Fetch>();
    fetch->metrics = std::move(metrics);
    context_->StartFetch(fetch->metrics, fetch->profile, fetch->result,
                         [fetch = fetch.get()](Result<bool> outcome) {
                           fetch->outcome = std::move(outcome);
                           ++fetch->answers;
                         });
    return fetch;
  }

  void AnswerAll() {
    while (!slow_->IsIdle()) slow_->AnswerNext();
  }

  static std::string Values(const Fetch& fetch, std::size_t set = 0) {
    std::string text;
    for (const FetchedValue& value : fetch.result.Values(fetch.result.sets()[set]))
      text += std::to_string(static_cast<std::int64_t>(value.bits)) + ' ';
    return text;
  }

  InventedSource invented_;
  DerivedTable table_;
  MetricId delta_, chosen_;
  SlowSource* slow_ = nullptr;
  std::unique_ptr<DerivedContext> context_;
};

TEST_F(DerivedOfASlowSourceTest, FetchesOverlap) {
  const auto first = Start({delta_, chosen_}), second = Start({chosen_}),
             third = Start({chosen_, delta_});
  EXPECT_FALSE(first->outcome || second->outcome || third->outcome);
  AnswerAll();
  EXPECT_EQ(Values(*first), "");
  EXPECT_EQ(Values(*first, 1), "20 ");
  EXPECT_EQ(Values(*second), "20 ");
  EXPECT_EQ(Values(*third), "20 ");
  EXPECT_EQ(Values(*third, 1), "0 ");
  invented_.metrics["counter"].values[kSingular] = 107;
  const auto fourth = Start({delta_}), fifth = Start({delta_});
  AnswerAll();
  EXPECT_EQ(Values(*fourth), "7 ");
  EXPECT_EQ(Values(*fifth), "0 ");
  for (const auto* fetch : {&first, &second, &third, &fourth, &fifth}) {
    EXPECT_TRUE((*fetch)->outcome->value_or(false));
    EXPECT_EQ((*fetch)->answers, 1);
  }
}

// The source ends before any one of the answers.
TEST_F(DerivedOfASlowSourceTest, WhatIsOpenEndsWithTheSource) {
  int stages = 0;
  for (bool is_done = false; !is_done; ++stages) {
    Begin();
    const auto first = Start({delta_, chosen_}), second = Start({chosen_});
    for (int i = 0; i < stages && !slow_->IsIdle(); ++i) slow_->AnswerNext();
    is_done = slow_->IsIdle();
    context_.reset();
    for (const auto* fetch : {&first, &second}) {
      ASSERT_EQ((*fetch)->answers, 1) << stages;
      if (is_done || (*fetch)->outcome->has_value()) continue;
      EXPECT_EQ((*fetch)->outcome->error().code, Errc::kCancelled) << stages;
    }
    const bool both = first->outcome->has_value() && second->outcome->has_value();
    EXPECT_TRUE(both || !is_done) << stages;
    EXPECT_FALSE(both && stages < 6) << stages;
  }
  EXPECT_EQ(stages, 9);  // none; names, descriptors, values, instances of each
}

TEST_F(DerivedOfASlowSourceTest, AFetchThatOtherDefinitionsOvertakeIsCancelled) {
  const auto known = Start({delta_, chosen_});
  AnswerAll();
  for (int answered = 0; answered < 2; ++answered) {  // first the values, then the instances
    invented_.AddSet("set", 2, {{0, 10}, {1, 20}, {2 + answered, 30}});
    const auto fetch = Start({delta_, chosen_});
    for (int i = 0; i < answered; ++i) slow_->AnswerNext();
    ASSERT_FALSE(fetch->outcome);
    context_->Rebind();
    AnswerAll();
    ASSERT_EQ(fetch->answers, 1);
    EXPECT_EQ(fetch->outcome->error().code, Errc::kCancelled);
    const auto next = Start({delta_, chosen_});
    AnswerAll();
    EXPECT_EQ(Values(*next), "") << "nothing to compare with";
  }
}

// For example, a collector may not report that a metric has changed.
TEST_F(DerivedOfASlowSourceTest, WhatWasForgottenIsLookedUpAnew) {
  const auto before = Start({chosen_});
  AnswerAll();
  EXPECT_EQ(Values(*before), "20 ");
  InventedSource::Metric& set = invented_.metrics["set"];
  set.desc.type = Type::kU64;
  set.values[1] = std::uint64_t{1} << 40;
  context_->ForgetDesc(set.desc.id);
  const auto behind = Start({chosen_});
  AnswerAll();
  EXPECT_EQ(Values(*behind), "1099511627776 ");
}

}  // namespace
}  // namespace fdr::test
