// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compares names, descriptors, instance domains, help texts and labels of archives with those of
// the installed PCP library.  No difference is allowed.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <iostream>
#include <random>
#include <set>

#include "fdr/tests/differential/peer_limits.h"
#include "fdr/tests/differential/replay_corpus.h"
#include "fdr/tests/differential/replay_operations.h"
#include "fdr/tests/differential/replay_peer.h"
#include "fdr/tests/support/random_archive.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

// All metrics, or every fourth.
std::vector<Desc> SomeMetrics(const Metadata& metadata) {
  std::vector<Desc> some;
  for (std::size_t i = 0; i < metadata.metrics().size(); i += IsSoak() ? 1 : 4)
    some.push_back(metadata.metrics()[i]);
  return some;
}

std::string IdOperation(const std::string& operation, std::uint32_t id) {
  return operation + ' ' + std::to_string(id);
}

void AskOfNames(const Metadata& metadata, Operations& all) {
  std::set<std::string> inner = {"", "no", "no.such.metric"};
  for (const Desc& desc : SomeMetrics(metadata)) {
    for (const std::string_view name : metadata.NamesOf(desc.id)) {
      all.push_back(NameOperation("find", name));
      for (std::size_t dot = name.rfind('.'); dot != name.npos; dot = name.rfind('.', dot - 1)) {
        if (!inner.emplace(name.substr(0, dot)).second) break;
        if (dot == 0) break;
      }
    }
  }
  for (const std::string& name : inner)
    for (const char* operation : {"find", "children", "traverse"})
      all.push_back(NameOperation(operation, name));
  const MetricId first = metadata.metrics().front().id;
  for (const std::string_view leaf : metadata.NamesOf(first))
    all.push_back(NameOperation("children", leaf));
}

void AskOfMetrics(const Metadata& metadata, Operations& all) {
  std::vector<std::uint32_t> ids = {MetricId::Build(510, 7, 7).value};
  for (const Desc& desc : SomeMetrics(metadata)) ids.push_back(desc.id.value);
  for (const std::uint32_t id : ids) {
    all.push_back(IdOperation("desc", id));
    all.push_back(IdOperation("names", id));
    all.push_back(IdOperation("text 5", id));
    all.push_back(IdOperation("text 6", id));
  }
}

// Asks for the metadata of the present time, as they change with time.
void AskOfNow(const Metadata& metadata, bool members, Operations& all) {
  std::set<std::uint32_t> domains = {70}, clusters, items, indoms = {InDomId::Build(511, 7).value};
  for (const Desc& desc : SomeMetrics(metadata)) {
    domains.insert(desc.id.domain());
    clusters.insert(desc.id.value & ~0x3ffu);
    items.insert(desc.id.value);
  }
  for (const InDomHistory& domain : metadata.indoms()) indoms.insert(domain.id().value);
  all.push_back("labels 1 4294967295");
  for (const std::uint32_t id : domains) all.push_back(IdOperation("labels 2", id));
  for (const std::uint32_t id : clusters) all.push_back(IdOperation("labels 8", id));
  for (const std::uint32_t id : items) all.push_back(IdOperation("labels 16", id));
  for (const std::uint32_t id : indoms)
    for (const char* operation : {"instances", "labels 4", "labels 32"})
      if (members || operation != std::string("instances"))
        all.push_back(IdOperation(operation, id));
}

std::vector<Timestamp> Times(const ArchiveContext& context, std::mt19937_64& random) {
  const Timestamp start = context.label().start;
  const Timestamp end = context.timeline().End().value_or(start);
  std::vector<Timestamp> times = {start.Plus(-1'000'000'000), end};
  for (int i = 0; i < (IsSoak() ? 20 : 1); ++i)
    times.push_back({start.sec + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(
                                                                          end.sec - start.sec + 1)),
                     static_cast<std::int32_t>(random() % 1'000'000'000)});
  const std::span<const InDomHistory> indoms = context.timeline().metadata().indoms();
  if (!indoms.empty()) {
    const InDomHistory& domain = indoms[random() % indoms.size()];
    times.push_back(domain.StampOf(random() % domain.size()));
  }
  return times;
}

Operations AllQuestions(const std::string& names, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Operations all = {OpenOperation(names), "label", "end"};
  OurReplay ours;
  if (ours.Answer(all.front()) != "ok") return all;
  const Metadata& metadata = ours.context()->timeline().metadata();
  AskOfNames(metadata, all);
  AskOfMetrics(metadata, all);
  const bool members = PeerMergesDomains(ours.context()->timeline());
  for (const InDomHistory& domain : metadata.indoms()) {
    if (members) all.push_back(IdOperation("allinstances", domain.id().value));
    all.push_back(IdOperation("text 9", domain.id().value));
    all.push_back(IdOperation("text 10", domain.id().value));
  }
  for (const Timestamp t : Times(*ours.context(), random)) {
    all.push_back(ModeOperation(random() % 2 == 0 ? Mode::kForward : Mode::kBackward, t));
    AskOfNow(metadata, members, all);
  }
  return all;
}

// Returns the number of answers that were compared.
std::size_t Compare(const std::vector<std::string>& archives) {
  std::size_t compared = 0;
  for (std::size_t i = 0; i < archives.size(); ++i) {
    const Operations operations = AllQuestions(archives[i], i);
    const Answers peers = AskPeer({operations}).front();
    EXPECT_EQ(peers.size(), operations.size()) << archives[i] << ": the peer died";
    OurReplay ours;
    int differences = 0;
    std::string mode;
    for (std::size_t k = 0; k < peers.size() && differences < 5; ++k, ++compared) {
      const std::string answer = ours.Answer(operations[k]);
      if (operations[k].starts_with("mode")) mode = operations[k];
      if (answer == peers[k]) continue;
      ++differences;
      ADD_FAILURE() << archives[i] << ": " << mode << ": " << operations[k] << "\nours " << answer
                    << "\npeer " << peers[k];
    }
  }
  return compared;
}

TEST(ReplayMetadataTest, OfThePeersArchivesIsAsThePeerHasIt) {
  EXPECT_GT(ReplayCorpus().size(), IsSoak() ? 170u : 20u);
  const std::size_t compared = Compare(ReplayCorpus());
  std::cout << compared << " answers compared\n";
}

TEST(ReplayMetadataTest, OfRandomArchivesIsAsThePeerHasIt) {
  const TempDirectory directory;
  std::vector<std::string> archives;
  for (int i = 0; i < 20; ++i) {
    const std::string below = directory / std::to_string(i);
    ASSERT_EQ(mkdir(below.c_str(), 0700), 0);
    archives.push_back(WriteRandomArchives(below, static_cast<std::uint64_t>(i)).names);
  }
  const std::size_t compared = Compare(archives);
  std::cout << compared << " answers compared\n";
}

// In the second and later archives of a list, the peer takes the differences between memberships
// for whole memberships, or dies.  So the test asks it about each archive alone; then it is right.
TEST(ReplayMetadataTest, MembersInAListAreThoseOfTheArchiveOfThatTime) {
  const TempDirectory directory;
  std::size_t compared = 0;
  for (int i = 0; compared < 2000; ++i) {
    ASSERT_LT(i, 100);
    const std::string below = directory / std::to_string(i);
    ASSERT_EQ(mkdir(below.c_str(), 0700), 0);
    const RandomHistory history = WriteRandomArchives(below, static_cast<std::uint64_t>(i));
    OurReplay list;
    ASSERT_EQ(list.Answer(OpenOperation(history.names)), "ok");
    const Timeline& timeline = list.context()->timeline();
    if (PeerMergesDomains(timeline)) continue;
    for (std::size_t k = 0; k < timeline.size(); ++k) {
      Operations operations = {OpenOperation(timeline.archive(k).files().base)};
      const Timestamp end = *timeline.archive(k).End();
      for (const Timestamp stamp : history.stamps)
        if (timeline.archive(k).label().start <= stamp && stamp <= end) {
          operations.push_back(ModeOperation(Mode::kForward, stamp));
          for (const InDomHistory& domain : timeline.metadata().indoms())
            operations.push_back(IdOperation("instances", domain.id().value));
        }
      const Answers peers = AskPeer({operations}).front();
      ASSERT_EQ(peers.size(), operations.size());
      for (std::size_t n = 1; n < operations.size(); ++n, ++compared)
        ASSERT_EQ(list.Answer(operations[n]), peers[n]) << history.names << ' ' << operations[n];
    }
  }
}

}  // namespace
}  // namespace fdr::test
