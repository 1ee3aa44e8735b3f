// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compares records, one by one, forward and backward, with those of the installed PCP library.  The
// peer may depart from the rules (docs/compatibility.md, "Replaying").  Then a plain list of the
// records must show that our answer is right, and that the departure leads to the peer's answer.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <iostream>
#include <map>
#include <random>

#include "fdr/tests/differential/record_explainer.h"
#include "fdr/tests/differential/record_model.h"
#include "fdr/tests/differential/replay_corpus.h"
#include "fdr/tests/differential/replay_operations.h"
#include "fdr/tests/differential/replay_peer.h"
#include "fdr/tests/support/random_archive.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/unsorted_archive.h"

namespace fdr::test {
namespace {

struct AnswerTally {
  std::size_t compared = 0, different = 0;
  std::map<std::string, std::size_t> departures;  // of the peer, by reason

  void Print(const char* what) const {
    std::cout << what << ": " << compared << " answers compared, " << different << " differ";
    for (const auto& [reason, count] : departures) std::cout << "; " << reason << ": " << count;
    std::cout << '\n';
  }
};

// All operations, or all answers, except "open" at the start.
std::vector<std::string> Rest(const std::vector<std::string>& all) {
  return {all.begin() + 1, all.end()};
}

void Compare(const std::vector<Operations>& scenarios, AnswerTally& tally) {
  const std::vector<Answers> answers = AskPeer(scenarios);
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    const Answers& peers = answers[i];
    EXPECT_EQ(peers.size(), scenarios[i].size()) << scenarios[i].front() << ": the peer died";
    OurReplay replay;
    Answers ours;
    std::size_t different = 0;
    for (std::size_t k = 0; k < peers.size(); ++k) {
      ours.push_back(replay.Answer(scenarios[i][k]));
      different += ours[k] != peers[k] ? 1u : 0u;
    }
    tally.compared += peers.size();
    tally.different += different;
    if (different == 0) continue;
    ASSERT_NE(replay.context(), nullptr) << scenarios[i].front();
    const Replayed replayed{Rest(scenarios[i]), Rest(ours), Rest(peers)};
    EXPECT_EQ(ExplainRecords(replay.context()->timeline(), replayed, tally.departures), "")
        << scenarios[i].front();
  }
}

// Asks for all records in either direction, or for thirty of them.
void Sweep(std::size_t events, Operations& operations) {
  for (const Mode mode : {Mode::kForward, Mode::kBackward}) {
    const Timestamp end{mode == Mode::kForward ? 0 : 4'000'000'000, 0};
    operations.push_back(ModeOperation(mode, end));
    operations.insert(operations.end(), 2 + (IsSoak() ? events : std::min<std::size_t>(events, 30)),
                      "record");
  }
}

class RandomWalk {
 public:
  RandomWalk(const ArchiveContext& context, const std::vector<ListedEvent>& events,
             std::uint64_t seed)
      : context_(context), events_(events), random_(seed) {}

  void Walk(std::size_t length, Operations& all) {
    all.push_back(Position());
    for (const std::size_t end = all.size() + length; all.size() < end;) {
      switch (random_() % 16) {
        case 0:
        case 1:
          all.push_back(Position());
          break;
        case 2:
          all.push_back(ModeOperation(AnyMode(), std::nullopt));
          break;
        case 3:
          for (std::string& operation : AnyProfile()) all.push_back(std::move(operation));
          break;
        case 4:
        case 5:
        case 6:
          all.push_back("record");
          break;
        case 7:
        case 8:
        case 9:
          all.push_back(AnyFetch());
          break;
        default:
          all.push_back(fetch_.empty() ? AnyFetch() : fetch_);
      }
    }
  }

 private:
  Mode AnyMode() { return random_() % 2 == 0 ? Mode::kForward : Mode::kBackward; }

  std::string Position() {
    Timestamp t = context_.timeline().start();
    if (!events_.empty() && random_() % 16 != 0) t = events_[random_() % events_.size()].stamp;
    constexpr std::int64_t kNear[] = {0,         0,          1,           -1,
                                      1'000'000, -1'000'000, 500'000'000, -10'000'000'000};
    t = t.Plus(kNear[random_() % std::size(kNear)]);
    return ModeOperation(AnyMode(), t);
  }

  std::string AnyFetch() {
    const std::span<const Desc> metrics = context_.timeline().metadata().metrics();
    std::vector<MetricId> ids;
    for (std::uint64_t n = 1 + random_() % 5; n > 0; --n)
      ids.push_back(random_() % 20 == 0 ? MetricId::Build(510, 7, 7)
                                        : metrics[random_() % metrics.size()].id);
    return fetch_ = FetchOperation(ids);
  }

  Operations AnyProfile() {
    const std::span<const InDomHistory> indoms = context_.timeline().metadata().indoms();
    const InDomId all;
    if (indoms.empty() || random_() % 4 == 0)
      return {std::string(random_() % 3 == 0 ? "exclude " : "include ") +
              std::to_string(all.value)};
    const InDomHistory& domain = indoms[random_() % indoms.size()];
    std::vector<InstanceId> some;
    for (const Instance& instance : domain.AllInstances())
      if (some.size() < 1000 && random_() % 2 == 0) some.push_back(instance.id);
    if (some.empty()) some.push_back(1);
    return random_() % 2 == 0 ? IncludeOperations(domain.id(), some)
                              : ExcludeOperations(domain.id(), some);
  }

  const ArchiveContext& context_;
  const std::vector<ListedEvent>& events_;
  std::mt19937_64 random_;
  std::string fetch_;
};

void CompareArchives(const std::vector<std::string>& archives, std::size_t scenarios_each,
                     AnswerTally& tally) {
  for (std::size_t i = 0; i < archives.size(); ++i) {
    OurReplay replay;
    ASSERT_EQ(replay.Answer(OpenOperation(archives[i])), "ok") << archives[i];
    const std::vector<ListedEvent> events = ListEvents(replay.context()->timeline());
    RandomWalk walk(*replay.context(), events, i);
    std::vector<Operations> scenarios(scenarios_each, {OpenOperation(archives[i])});
    Sweep(events.size(), scenarios.front());
    for (Operations& scenario : scenarios) walk.Walk(60, scenario);
    Compare(scenarios, tally);
  }
}

TEST(ReplayRecordsTest, OfThePeersArchivesAreThePeers) {
  AnswerTally tally;
  CompareArchives(ReplayCorpus(), IsSoak() ? 10 : 2, tally);
  tally.Print("records of the peer's archives");
}

TEST(ReplayRecordsTest, OfRandomArchivesAreThePeers) {
  AnswerTally tally;
  for (std::uint64_t seed = 0; seed < (IsSoak() ? 1000 : 60); ++seed) {
    const TempDirectory directory;
    CompareArchives({WriteRandomArchives(directory.path(), seed).names}, 2, tally);
  }
  tally.Print("records of random archives");
}

// The records come in the order of the files, without those that lie against the direction of
// travel.  The test does not start in the middle, since each index leads to another place there.
TEST(ReplayRecordsTest, OfUnsortedArchivesAreThePeers) {
  AnswerTally tally;
  for (std::uint64_t seed = 0; seed < (IsSoak() ? 500 : 30); ++seed) {
    const TempDirectory directory;
    const std::string names = WriteRandomArchives(directory.path(), seed).names;
    const std::string base = names.substr(0, names.find(','));
    const UnsortedArchive archive = WriteUnsorted(base, directory.path(), seed);
    Operations all = {OpenOperation(archive.unsorted)};
    Sweep(archive.records, all);
    Compare({all}, tally);
  }
  tally.Print("records of unsorted archives");
}

}  // namespace
}  // namespace fdr::test
