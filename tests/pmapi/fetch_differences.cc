// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/pmapi/fetch_differences.h"

#include <gtest/gtest.h>

#include <set>

#include "fdr/tests/pmapi/replay_answers.h"
#include "fdr/tests/pmapi/replay_twins.h"

namespace fdr::test {

// The peer's answer to each fetch in a new context; empty if the peer dies of the fetch.
std::vector<std::string> FetchDifferences::AskAlone() const {
  std::vector<std::string> answers;
  while (answers.size() < all_.size()) {
    Operations operations;
    std::vector<std::size_t> fetches;
    for (std::size_t i = answers.size(); i < all_.size(); ++i) {
      const FetchDifference& difference = all_[i];
      const FetchQuestion& question = difference.question;
      char delta[60];
      std::snprintf(delta, sizeof delta, "%lld.%09lld",
                    static_cast<long long>(question.delta / kSecond),
                    static_cast<long long>(question.delta % kSecond));
      operations.push_back("open 2 " + DriverName(names_));
      operations.insert(operations.end(), difference.profile.begin(), difference.profile.end());
      operations.push_back("hmode 1 " + TimeText(question.t) + ' ' + delta);
      fetches.push_back(operations.size());
      operations.push_back('h' + question.fetch);
      operations.push_back("destroy " + std::to_string(fetches.size() - 1));
    }
    const Answers some = RunDriver(Side::kPeers, operations);
    for (const std::size_t at : fetches) {
      answers.push_back(at < some.size() ? some[at] : "");
      if (at >= some.size()) break;  // the peer died of this fetch
    }
  }
  return answers;
}

void FetchDifferences::Explain() {
  if (all_.empty()) return;
  const std::vector<std::string> alone = AskAlone();
  std::set<MetricId> metrics;
  for (const FetchDifference& difference : all_)
    for (const std::string* answer : {&difference.ours, &difference.peers})
      for (const auto& [id, set] : FetchedAnswer::Read(Translated(*answer)).sets)
        metrics.insert(id);
  const InterpolationExplainer explainer(timeline_, {metrics.begin(), metrics.end()});
  for (std::size_t i = 0; i < all_.size(); ++i)
    ExplainOne(all_[i], alone[i].empty() ? "-1" : alone[i], explainer);
  all_.clear();
}

void FetchDifferences::ExplainOne(const FetchDifference& difference, const std::string& alone,
                                  const InterpolationExplainer& explainer) {
  const Words our_words = Split(difference.ours), peers_words = Split(difference.peers),
              once_words = Split(alone);
  const FetchQuestion& question = difference.question;
  const std::string our_answer = Translated(difference.ours),
                    peers_answer = Translated(difference.peers),
                    again = Translated(alone, !IsInNanoseconds(difference.operation));
  const FetchedAnswer ours = FetchedAnswer::Read(our_answer),
                      peers = FetchedAnswer::Read(peers_answer), once = FetchedAnswer::Read(again);
  std::string unexplained;  // metrics
  const auto complain = [&] {
    std::string before;
    for (const auto& [id, t] : question.before)
      before += ' ' + std::to_string(id.value) + '@' + TimeText(t);
    ADD_FAILURE() << names_ << ": at " << TimeText(question.t) << " by " << question.delta
                  << (question.jumped ? " (jumped) " : " ") << difference.operation << "\nours  "
                  << difference.ours.substr(0, 1000) << "\npeers "
                  << difference.peers.substr(0, 1000) << "\nalone " << alone.substr(0, 1000)
                  << "\nbefore " << before << "\nunexplained " << unexplained;
  };
  if (our_words[0] != peers_words[0]) {
    const Reason reason = explainer.ExplainResult(question, our_answer, peers_answer, again);
    ++tally_.departures[Name(reason)];
    if (reason == Reason::kUnexplained) complain();
    return;
  }
  bool alike = our_words.size() == peers_words.size() && our_words[1] == peers_words[1];
  std::size_t different = 0;
  for (std::size_t i = 3; alike && i < our_words.size(); ++i) {
    if (our_words[i] == peers_words[i]) continue;
    ++different;
    alike = AreAlike(our_words[i], peers_words[i]);
    if (!alike && timeline_.size() > 1 && i < once_words.size()) {
      alike = AreAlike(our_words[i], once_words[i]);
      ++tally_.departures["other order in a list of archives"];
    }
    const MetricId id{static_cast<std::uint32_t>(std::stoul(our_words[i]))};
    const std::string reason = ReasonFor(difference, id, ours, peers, once, explainer);
    ++tally_.departures[reason];
    if (reason == Name(Reason::kUnexplained)) unexplained += ' ' + ToString(id);
  }
  if (!alike || different == 0 || !unexplained.empty()) complain();
}

// Both libraries blank a counter alike, unless a value is or was missing from an answer for another
// reason.
std::string FetchDifferences::ReasonFor(const FetchDifference& difference, MetricId metric,
                                        const FetchedAnswer& ours, const FetchedAnswer& peers,
                                        const FetchedAnswer& alone,
                                        const InterpolationExplainer& explainer) const {
  const FetchQuestion& question = difference.question;
  const auto before = difference.our_before.find(metric);
  const bool had_values = before != difference.our_before.end();
  const bool is_blanked =
      ours.sets.at(metric) == FetchedAnswer::Set{} && explainer.HasValues(question, metric);
  if (is_blanked && had_values && explainer.IsMarkBetween(before->second, question.t)) {
    if (!question.before.contains(metric)) return "a counter not blanked, since it had no values";
    if (difference.last_fetch != before->second &&
        !explainer.IsMarkBetween(*difference.last_fetch, question.t))
      return "a counter not blanked, since others were fetched behind the mark";
    if (timeline_.size() > 1) return "a counter not blanked, since the mark of a seam was lost";
    const bool is_mark_now = explainer.IsMarkBetween(question.t, question.t);  // and a value
    return Name(is_mark_now ? Reason::kEqualStamps : Reason::kUnexplained);
  }
  const Reason reason = explainer.Explain(question, metric, ours, peers, alone);
  if (reason == Reason::kBlanked && had_values &&
      explainer.IsMarkBetween(before->second, before->second))
    return Name(Reason::kEqualStamps);  // a value and a mark
  return Name(reason == Reason::kBlanked && had_values ? Reason::kUnexplained : reason);
}

}  // namespace fdr::test
