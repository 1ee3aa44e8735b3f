// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compares interpolated values with those of the installed PCP library, on random walks.  The test
// does not ask questions that may kill the library.  Every difference must have a known reason.

#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <random>
#include <set>

#include "fdr/tests/differential/interpolation_explainer.h"
#include "fdr/tests/differential/peer_limits.h"
#include "fdr/tests/differential/record_model.h"
#include "fdr/tests/differential/replay_corpus.h"
#include "fdr/tests/differential/replay_operations.h"
#include "fdr/tests/differential/replay_peer.h"
#include "fdr/tests/support/random_archive.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

struct FetchTally {
  std::size_t fetches = 0, sets = 0, values = 0;
  std::array<std::size_t, static_cast<std::size_t>(Reason::kCount)> reasons{};

  void Print(const char* what) const {
    std::cout << what << ": " << fetches << " fetches, " << sets << " sets, " << values
              << " values compared";
    for (std::size_t i = 0; i < reasons.size(); ++i)
      if (reasons[i] > 0) std::cout << "; " << Name(static_cast<Reason>(i)) << ": " << reasons[i];
    std::cout << "; the peer died " << PeerDeaths() << " times\n";
  }
};

class Walks {
 public:
  Walks(std::string names, const Timeline& timeline, std::uint64_t seed)
      : names_(std::move(names)),
        timeline_(timeline),
        events_(ListEvents(timeline)),
        deadly_(DeadlyMetrics(timeline)),
        random_(seed) {
    for (const ListedEvent& event : events_) has_marks_ |= event.is_mark;
  }

  /// A walk with steps and jumps.
  Operations Walk(std::size_t fetches) {
    Operations all = {OpenOperation(names_)};
    forward_ = random_() % 2 == 0;
    all.push_back(Jump());
    std::string fetch = AnyFetch(false);
    for (std::size_t n = 0; n < fetches;) {
      const std::uint64_t choice = random_() % 24;
      if (choice == 0) {
        all.push_back(Jump());
      } else if (choice < 3) {
        if (std::string other = AnyFetch(false); !other.empty()) fetch = std::move(other);
      } else if (choice == 3) {
        for (std::string& operation : AnyProfile()) all.push_back(std::move(operation));
      } else if (!fetch.empty()) {
        all.push_back(fetch);
        ++n;
      } else {
        break;  // no question is allowed
      }
    }
    return all;
  }

  /// A single fetch of any metrics.
  Operations Alone() {
    Operations all = {OpenOperation(names_)};
    forward_ = true;
    all.push_back(Jump());
    if (std::string fetch = AnyFetch(true); !fetch.empty()) all.push_back(std::move(fetch));
    return all;
  }

 private:
  std::string Jump() {
    constexpr std::int64_t kNear[] = {
        0, 0, 1'000, -1'000, 250'000'000, -700'000'000, 3'000'000'000};
    Timestamp t = timeline_.start();
    if (!events_.empty() && random_() % 8 != 0) t = events_[random_() % events_.size()].stamp;
    t = t.Plus(kNear[random_() % std::size(kNear)]);
    const Timestamp end = timeline_.End().value_or(timeline_.start());
    const std::int64_t span = std::max<std::int64_t>(1, end.sec - timeline_.start().sec);
    const std::int64_t steps[] = {span * 1'000'000 * static_cast<std::int64_t>(1 + random_() % 100),
                                  1'000'000'000, 700'000'000, 5'000'000'000};
    const std::int64_t delta = steps[random_() % std::size(steps)];
    return ModeOperation(Mode::kInterpolated, t, forward_ ? delta : -delta);
  }

  bool MayAsk(const Desc& desc, bool alone) const {
    if (deadly_.contains(desc.id)) return false;
    if (!desc.indom.IsNull() && !PeerMergesDomains(timeline_)) return false;
    if (alone || !IsBehindPointer(desc)) return true;
    return forward_ && !(desc.semantics == Semantics::kDiscrete && has_marks_);
  }

  std::string AnyFetch(bool alone) {
    constexpr std::size_t kMostInstances = 400;
    const std::span<const Desc> metrics = timeline_.metadata().metrics();
    std::vector<MetricId> ids;
    std::size_t instances = 0;
    for (std::uint64_t n = 1 + random_() % 6; n > 0; --n) {
      const Desc& desc = metrics[random_() % metrics.size()];
      const InDomHistory* domain = timeline_.metadata().FindInDom(desc.indom);
      const std::size_t more = domain != nullptr ? domain->AllInstances().size() : 1;
      if (!MayAsk(desc, alone) || instances + more > kMostInstances ||
          std::find(ids.begin(), ids.end(), desc.id) != ids.end())
        continue;
      instances += more;
      ids.push_back(desc.id);
    }
    return ids.empty() ? "" : FetchOperation(ids);
  }

  Operations AnyProfile() {
    const std::span<const InDomHistory> indoms = timeline_.metadata().indoms();
    if (indoms.empty() || random_() % 2 == 0) return {"include " + std::to_string(InDomId().value)};
    const InDomHistory& domain = indoms[random_() % indoms.size()];
    std::vector<InstanceId> some;
    for (const Instance& instance : domain.AllInstances())
      if (some.size() < 1000 && random_() % 2 == 0) some.push_back(instance.id);
    if (some.empty()) some.push_back(1);
    return random_() % 2 == 0 ? IncludeOperations(domain.id(), some)
                              : ExcludeOperations(domain.id(), some);
  }

  std::string names_;
  const Timeline& timeline_;
  std::vector<ListedEvent> events_;
  std::set<MetricId> deadly_;
  bool has_marks_ = false;
  bool forward_ = true;
  std::mt19937_64 random_;
};

// A fetch with different answers.
struct Difference {
  FetchQuestion question;
  std::string ours, peer;
};

// Finds the differences of one scenario.
void FindDifferences(const Operations& operations, const Answers& peers, FetchTally& tally,
                     std::vector<Difference>& differences) {
  OurReplay replay;
  FetchQuestion question;
  bool lost = false;  // after an error the time of the peer stands still
  for (std::size_t i = 0; i < peers.size(); ++i) {
    const std::string& operation = operations[i];
    const std::string ours = replay.Answer(operation);
    if (operation.starts_with("mode")) {
      lost = false;
      question.jumped = true;
      const ModeWords mode = ReadMode(operation);
      question.t = *mode.origin;
      question.delta = mode.delta;
    } else if (operation.starts_with("include") || operation.starts_with("exclude")) {
      question.profile.push_back(operation);
    } else if (operation.starts_with("fetch") && !lost) {
      lost = peers[i] == "error";
      ++tally.fetches;
      question.fetch = operation;
      if (ours != peers[i]) differences.push_back({question, ours, peers[i]});
      question.jumped = false;
      const FetchedAnswer answer = FetchedAnswer::Read(peers[i]);
      tally.sets += answer.sets.size();
      for (const auto& [id, set] : answer.sets) {
        tally.values += set.values.size();
        if (set.values.empty())
          question.before.erase(id);
        else
          question.before[id] = question.t;
      }
      question.t = question.t.Plus(question.delta);
    }
  }
}

Operations AskedAlone(const std::string& names, const FetchQuestion& question) {
  Operations all = {OpenOperation(names)};
  all.insert(all.end(), question.profile.begin(), question.profile.end());
  all.push_back(ModeOperation(Mode::kInterpolated, question.t, question.delta));
  all.push_back(question.fetch);
  return all;
}

std::vector<MetricId> MetricsOf(const std::vector<Difference>& differences) {
  std::set<MetricId> metrics;
  for (const Difference& difference : differences)
    for (const std::string* answer : {&difference.ours, &difference.peer})
      for (const auto& [id, set] : FetchedAnswer::Read(*answer).sets) metrics.insert(id);
  return {metrics.begin(), metrics.end()};
}

// The reasons for the differences in one fetch.
std::vector<Reason> Reasons(const Difference& difference, const std::string& alone,
                            const InterpolationExplainer& explainer) {
  const FetchQuestion& question = difference.question;
  const FetchedAnswer ours = FetchedAnswer::Read(difference.ours),
                      peer = FetchedAnswer::Read(difference.peer),
                      again = FetchedAnswer::Read(alone);
  if (ours.stamp.empty() || ours.stamp != peer.stamp)
    return {explainer.ExplainResult(question, difference.ours, difference.peer, alone)};
  std::vector<Reason> reasons;
  for (const auto& [id, set] : ours.sets) {
    const auto other = peer.sets.find(id);
    if (other == peer.sets.end())
      reasons.push_back(Reason::kUnexplained);
    else if (!(other->second == set))
      reasons.push_back(explainer.Explain(question, id, ours, peer, again));
  }
  return reasons;
}

void Explain(const std::string& names, const Timeline& timeline,
             const std::vector<Difference>& differences, FetchTally& tally) {
  if (differences.empty()) return;
  std::vector<Operations> scenarios;
  scenarios.reserve(differences.size());
  for (const Difference& difference : differences)
    scenarios.push_back(AskedAlone(names, difference.question));
  const std::vector<Answers> answers = AskPeer(scenarios);
  const InterpolationExplainer explainer(timeline, MetricsOf(differences));
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const Difference& difference = differences[i];
    const bool answered = answers[i].size() == scenarios[i].size();
    const std::string alone = answered ? answers[i].back() : "died";
    const std::vector<Reason> reasons = Reasons(difference, alone, explainer);
    EXPECT_FALSE(reasons.empty()) << "the same values, but " << difference.peer.substr(0, 600);
    for (const Reason reason : reasons) {
      ++tally.reasons[static_cast<std::size_t>(reason)];
      EXPECT_NE(reason, Reason::kUnexplained)
          << ModeOperation(Mode::kInterpolated, difference.question.t, difference.question.delta)
          << ' ' << difference.question.fetch << "\nours  " << difference.ours.substr(0, 600)
          << "\npeer  " << difference.peer.substr(0, 600) << "\nalone " << alone.substr(0, 600);
    }
    if (testing::Test::HasFailure()) return;
  }
}

void Compare(const std::string& names, std::uint64_t seed, std::size_t walks, std::size_t fetches,
             FetchTally& tally) {
  SCOPED_TRACE(testing::Message() << names << ", seed " << seed);
  OurReplay replay;
  ASSERT_EQ(replay.Answer(OpenOperation(names)), "ok") << names;
  const Timeline& timeline = replay.context()->timeline();
  Walks random(names, timeline, seed);
  std::vector<Operations> scenarios;
  for (std::size_t i = 0; i < walks; ++i) {
    scenarios.push_back(random.Walk(fetches));
    scenarios.push_back(random.Alone());
  }
  const std::vector<Answers> answers = AskPeer(scenarios);
  std::vector<Difference> differences;
  for (std::size_t i = 0; i < scenarios.size(); ++i)
    FindDifferences(scenarios[i], answers[i], tally, differences);
  Explain(names, timeline, differences, tally);
}

TEST(ReplayInterpolationTest, OfThePeersArchivesIsThePeers) {
  FetchTally tally;
  for (std::size_t i = 0; i < ReplayCorpus().size(); ++i)
    Compare(ReplayCorpus()[i], i, IsSoak() ? 10 : 2, IsSoak() ? 60 : 20, tally);
  tally.Print("interpolated values of the peer's archives");
  EXPECT_GT(tally.values, tally.fetches);
}

TEST(ReplayInterpolationTest, OfRandomArchivesIsThePeers) {
  FetchTally tally;
  const int deaths = PeerDeaths();
  for (std::uint64_t seed = 0; seed < (IsSoak() ? 2000 : 60); ++seed) {
    const TempDirectory directory;
    Compare(WriteRandomArchives(directory.path(), seed).names, seed, 4, 30, tally);
  }
  tally.Print("interpolated values of random archives");
  EXPECT_GT(tally.values, tally.fetches * 4);
  EXPECT_LT(static_cast<std::size_t>(PeerDeaths() - deaths), tally.fetches / 500);
}

}  // namespace
}  // namespace fdr::test
