// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A source changes while it is recorded.  Metrics come, go and change, agents restart, labels
// change, the host gets a new name, the collector does not answer.

#include <utility>

#include "fdr/logger/config/config_parser.h"
#include "fdr/replay/sources/pdu/collector_change.h"
#include "fdr/tests/logger/recording_fixture.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/text_files.h"

namespace fdr::test {
namespace {

constexpr MetricId kCollectorPid = MetricId::Build(2, 0, 23);

class ChangesTest : public RecordingFixture {
 protected:
  // Options with this configuration.
  RecordingOptions Configured(const std::string& text, const std::string& pattern = "rec") {
    RecordingOptions options = Options(pattern);
    const TextFiles files = {{"c", text}};
    const auto config = LoadLoggerConfig("c", {.read_file = ReaderOf(files)});
    EXPECT_TRUE(config) << ErrorOf(config);
    options.config = config.value_or(LoggerConfig());
    options.recorder.take_changes = [this] { return std::exchange(changes_, 0); };
    return options;
  }

  std::string base() const { return archives_.back(); }

  std::uint32_t changes_ = 0;  // the source tells them with the next fetch
};

TEST_F(ChangesTest, ConfigurationsSayWhatIsRecordedAndHowOften) {
  source_.Add("a", 0, 1);
  source_.Add("b", 1, 2);
  source_.AddSet("s", 2, {{1, 5}, {2, 6}});
  source_.AddSet("t", 3, {{1, 7}, {2, 8}});
  Recording recording(source_, Configured("log mandatory on once b\nlog advisory on 2 sec {a t}\n"
                                          "log on 1 sec s[\"i2\" nobody]"));
  Pass(recording, 4);
  Stop(recording);
  ExpectSound(base());
  EXPECT_EQ(Values(base(), "a"), "1 1");
  EXPECT_EQ(Values(base(), "b"), "2");
  EXPECT_EQ(Values(base(), "s"), "6 6 6 6");
  EXPECT_EQ(Values(base(), "t"), "7,8 7,8");
  EXPECT_EQ(warnings_,
            std::vector<std::string>{"s[\"nobody\"] is not logged: there is no such instance"});
}

TEST_F(ChangesTest, InstancesThatCannotBeFetchedTogetherAreTwoRecords) {
  source_.AddSet("s", 2, {{1, 5}, {2, 6}});
  source_.AddSet("t", 3, {{1, 7}, {2, 8}});
  Recording recording(source_, Configured("log on 1 sec {s[1] t[2]}"));
  Pass(recording, 2);
  Stop(recording);
  ExpectSound(base());
  EXPECT_EQ(Values(base(), "s"), "5 5");
  EXPECT_EQ(Values(base(), "t"), "8 8");
  EXPECT_EQ(recording.samples(), 2u);
  EXPECT_EQ(recording.recorded().samples, 4u);
}

TEST_F(ChangesTest, NewMetricsAreRecordedWhenTheSourceSaysSo) {
  source_.Add("top.a", 0, 1);
  Recording recording(source_, Configured("log on 1 sec top"));
  Pass(recording, 2);
  source_.Add("top.b", 1, 2);
  Pass(recording, 1);
  changes_ = kNamesChanged;
  Pass(recording, 3);
  Stop(recording);
  ExpectSound(base());
  EXPECT_EQ(Values(base(), "top.a"), "1 1 1 1 1 1");
  EXPECT_EQ(Values(base(), "top.b"), "2 2");
  EXPECT_EQ(archives_.size(), 1u);
}

TEST_F(ChangesTest, PatternsMeanWhatTheyMeanInTheShell) {
  source_.Add("disk.sda.read", 0, 1);
  source_.Add("disk.sda.write", 1, 2);
  source_.Add("net.eth0.read", 2, 3);
  RecordingOptions options = Configured("");
  options.config = ConfigForNames(std::vector<std::string>{"disk.*.r*", "*.eth?.*", "no*"});
  Recording recording(source_, options);
  Pass(recording, 1);
  source_.Add("disk.sdb.read", 3, 4);
  changes_ = kNamesChanged;
  Pass(recording, 2);
  Stop(recording);
  ExpectSound(base());
  EXPECT_EQ(Values(base(), "disk.sda.read"), "1 1 1");
  EXPECT_EQ(Values(base(), "disk.sda.write"), "?");
  EXPECT_EQ(Values(base(), "net.eth0.read"), "3 3 3");
  EXPECT_EQ(Values(base(), "disk.sdb.read"), "4");
  EXPECT_EQ(warnings_, std::vector<std::string>{"no* is not logged: No metric matches"});
}

TEST_F(ChangesTest, MetricsThatGoAreRecordedAsGoneAndMayComeBack) {
  source_.Add("top.a", 0, 1);
  source_.Add("top.b", 1, 2);
  Recording recording(source_, Configured("log on 1 sec top"));
  Pass(recording, 1);
  const InventedSource::Metric b = source_.metrics["top.b"];
  source_.metrics["top.b"].error = -12357;
  Pass(recording, 1);
  source_.metrics.erase("top.b");
  changes_ = kNamesChanged;
  Pass(recording, 4);
  source_.metrics["top.b"] = b;
  changes_ = kNamesChanged;
  Pass(recording, 2);
  Stop(recording);
  ExpectSound(base());
  EXPECT_EQ(Values(base(), "top.a"), "1 1 1 1 1 1 1 1");
  EXPECT_EQ(Values(base(), "top.b"), "2 ! ! ! 2");
  EXPECT_EQ(archives_.size(), 1u);
}

// No archive has a value of another type than the archive describes.
TEST_F(ChangesTest, AMetricOfAnotherTypeIsKnownBeforeItIsRecorded) {
  source_.Add("a", 0, 1);
  source_.Add("once", 1, 9);
  Recording recording(source_, Configured("log on once {once}\nlog on 1 sec a"));
  Pass(recording, 2);
  source_.metrics["a"].desc.type = Type::kU64;
  source_.metrics["a"].values = {{kSingular, 1ull << 40}};
  changes_ = kAgentsRestarted;
  Pass(recording, 2);
  Stop(recording);
  ASSERT_EQ(archives_.size(), 2u);
  for (const std::string& base : archives_) ExpectSound(base);
  EXPECT_EQ(Values(archives_[0], "a"), "1 1 |") << "and nobody knows what happened then";
  EXPECT_EQ(Values(archives_[1], "a"), "1099511627776 1099511627776");
  EXPECT_EQ(Values(archives_[1], "once"), "9") << "each archive has what it needs";
}

// The records at the start and at the end of a recording have 64 bits for the number.
TEST_F(ChangesTest, ACollectorWhoseNumberIsOfAnotherTypeIsRecorded) {
  InventedSource::Metric& pid = source_.Add("pmcd.pid", 0, 1234);
  pid.desc.id = kCollectorPid;
  source_.Add("pmcd.seqnum", 1, 5);
  source_.Add("pmcd.pmlogger.port", 2, 6).desc.id = MetricId::Build(2, 3, 0);
  for (const char* const name : {"first", "second"}) {
    Recording recording(source_, Options(name));
    Pass(recording, 3);
    Stop(recording);
  }
  EXPECT_EQ(archives_.size(), 2u) << "it is no reason for another one";
  EXPECT_EQ(events_, std::vector<std::string>());
  for (const std::string& base : archives_) {
    ExpectSound(base);
    EXPECT_EQ(Values(base, "pmcd.pid"), "1234 1234 1234");
    EXPECT_EQ(Values(base, "pmcd.seqnum"), "5 5 5");
    EXPECT_EQ(Values(base, "pmcd.pmlogger.port"), "6 6 6");
  }
  const std::string copy = directory_ / "copy";
  const ChildOutcome outcome = RunPeer({"pmlogextract", archives_[0], archives_[1], copy});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(Values(copy, "pmcd.pid"), "1234 1234 1234 | 1234 1234 1234");
}

TEST_F(ChangesTest, TheNumberOfACollectorMayBecomeOneOfAnotherType) {
  InventedSource::Metric& pid = source_.Add("pmcd.pid", 0, 1234);
  pid.desc = {.id = kCollectorPid,
              .type = Type::kU64,
              .indom = {},
              .semantics = Semantics::kDiscrete,
              .units = {}};
  Recording recording(source_, Configured("log on 1 sec pmcd.pid"));
  Pass(recording, 2);
  pid.desc.type = Type::kU32;
  changes_ = kAgentsRestarted;
  Pass(recording, 2);
  Stop(recording);
  ASSERT_EQ(archives_.size(), 2u);
  for (const std::string& base : archives_) ExpectSound(base);
  EXPECT_EQ(Values(archives_[0], "pmcd.pid"), "1234 1234 1234 | 1234");
  EXPECT_EQ(Values(archives_[1], "pmcd.pid"), "1234 1234");
}

TEST_F(ChangesTest, AgentsThatWereStartedAgainLeaveAMark) {
  source_.Add("a", 0, 5);
  Recording recording(source_, Configured("log on 1 sec a"));
  Pass(recording, 2);
  changes_ = kAgentsAdded;
  Pass(recording, 1);
  changes_ = kAgentsDropped;
  Pass(recording, 1);
  Stop(recording);
  ExpectSound(base());
  EXPECT_EQ(Values(base(), "a"), "5 5 | 5 5");
}

// Agents give their instances new numbers at each start.
TEST_F(ChangesTest, AfterAgentsWereStartedInstancesMayHaveOtherNames) {
  source_.AddSet("s", 0, {{0, 5}, {1, 6}});
  source_.members[kInvented] = {{0, "sda"}, {1, "sdb"}};
  Recording recording(source_, Configured("log on 1 sec s"));
  Pass(recording, 2);
  source_.members[kInvented] = {{0, "sdb"}, {1, "sda"}};
  changes_ = kAgentsRestarted;
  Pass(recording, 2);
  Stop(recording);
  ExpectSound(base());
  const auto context = ArchiveContext::Open(base());
  ASSERT_TRUE(context);
  EXPECT_EQ((*context)->InstancesAt(kInvented, {1002, 0})->front().name, "sda");
  EXPECT_EQ((*context)->InstancesAt(kInvented, {1003, 0})->front().name, "sdb");
}

TEST_F(ChangesTest, LabelsThatChangedAreRecordedAgain) {
  const std::uint32_t a = source_.Add("a", 0, 5).desc.id.value;
  source_.labels[{LabelLevel::kContext, 0}] = R"({"site":"here"})";
  source_.labels[{LabelLevel::kItem, a}] = R"({"k":"old"})";
  Recording recording(source_, Configured("log on 1 sec a"));
  Pass(recording, 2);
  source_.labels[{LabelLevel::kItem, a}] = R"({"k":"new"})";
  Pass(recording, 1);
  changes_ = kLabelsChanged;
  Pass(recording, 2);
  Stop(recording);
  ExpectSound(base());
  const auto context = ArchiveContext::Open(base());
  ASSERT_TRUE(context);
  const auto label_at = [&](LabelLevel level, std::int64_t sec) {
    const auto sets = (*context)->LabelsAt(level, a, {sec, 0});
    return sets.empty() ? "" : sets[0].json;
  };
  EXPECT_EQ(label_at(LabelLevel::kItem, 1003), R"({"k":"old"})");
  EXPECT_EQ(label_at(LabelLevel::kItem, 1004), R"({"k":"new"})");
  EXPECT_EQ(label_at(LabelLevel::kContext, 1004), R"({"site":"here"})");
}

TEST_F(ChangesTest, AnotherHostIsAnotherArchive) {
  source_.Add("a", 0, 5);
  Recording recording(source_, Configured("log on 1 sec a"));
  Pass(recording, 2);
  source_.host = "renamed";
  changes_ = kHostNameChanged;
  Pass(recording, 2);
  Stop(recording);
  EXPECT_EQ(reasons_, std::vector<std::string>{"The host is called renamed now"});
  ASSERT_EQ(archives_.size(), 2u);
  EXPECT_EQ((*ArchiveContext::Open(archives_[0]))->HostName(), "invented");
  EXPECT_EQ((*ArchiveContext::Open(archives_[1]))->HostName(), "renamed");
  EXPECT_EQ(Values(archives_[1], "a"), "5 5");
}

TEST_F(ChangesTest, AfterASourceWasLostThereIsAMark) {
  source_.Add("a", 0, 5);
  RecordingOptions options = Configured("log on 1 sec a");
  options.connect = [this](const Done<void>& done) {
    if (source_.trouble) return done(Fail(Errc::kDisconnected, "nobody there"));
    done({});
  };
  Recording recording(source_, options);
  Pass(recording, 2);
  source_.trouble = Errc::kDisconnected;
  Pass(recording, 3);
  source_.trouble.reset();
  source_.now.sec += 100;
  Pass(recording, 2);
  Stop(recording);
  ExpectSound(base());
  EXPECT_EQ(Values(base(), "a"), "5 5 | 5 5");
  EXPECT_EQ(events_.back(), "found again");
}

// The collector was lost and found, and then no sample came.  The collector may have restarted in
// between, so a mark is needed.
TEST_F(ChangesTest, AMarkIsThereEvenIfNothingComesBehindIt) {
  source_.Add("a", 0, 5);
  RecordingOptions options = Configured("log on 10 sec a");
  options.connect = [](const Done<void>& done) { done({}); };
  Recording recording(source_, options);
  Pass(recording, 1);
  now_ += 9 * kSecond;
  source_.trouble = Errc::kDisconnected;
  Pass(recording, 1);
  source_.trouble.reset();
  Pass(recording, 2);
  Stop(recording);
  ExpectSound(base());
  EXPECT_EQ(Values(base(), "a"), "5 |");
}

TEST_F(ChangesTest, WithoutMetricsItIsOverUnlessItShallWait) {
  RecordingOptions options = Configured("log on 1 sec later");
  {
    Recording recording(source_, options);
    Pass(recording, 1);
    ASSERT_TRUE(recording.is_over());
    EXPECT_EQ(recording.failure()->code, Errc::kNotFound);
    EXPECT_EQ(warnings_, std::vector<std::string>{"later is not logged: No metric"});
  }
  options.lingers = true;
  Recording recording(source_, options);
  Pass(recording, 3);
  EXPECT_FALSE(recording.is_over());
  source_.Add("later", 0, 1);
  Pass(recording, 3);
  Stop(recording);
  EXPECT_EQ(Values(base(), "later").substr(0, 3), "1 1");
  EXPECT_EQ(warnings_.size(), 2u) << "each is told once in a recording";
}

TEST_F(ChangesTest, WhenAllIsDoneItIsOver) {
  source_.Add("a", 0, 1);
  Recording recording(source_, Configured("log on once a"));
  Pass(recording, 1);
  EXPECT_TRUE(recording.is_over());
  EXPECT_FALSE(recording.failure());
  EXPECT_EQ(Values(base(), "a"), "1");
}

TEST_F(ChangesTest, SamplesAreTakenAtMultiplesOfTheInterval) {
  source_.Add("a", 0, 1);
  RecordingOptions options = Configured("log on 10 sec a");
  options.wall_clock = [this] { return now_ + 1003 * kSecond; };
  Recording recording(source_, options);
  std::vector<Nanos> sampled;
  for (std::uint64_t before = 0; now_ < 40 * kSecond; now_ += kSecond) {
    Advance(recording);
    if (std::exchange(before, recording.samples()) != recording.samples())
      sampled.push_back(now_ / kSecond);
  }
  Stop(recording);
  EXPECT_EQ(sampled, (std::vector<Nanos>{7, 17, 27, 37}));
}

// Half of a thousand instances change each second.  Every value has a name.
TEST_F(ChangesTest, AThousandInstancesComeAndGoEachSecond) {
  source_.AddSet("s", 0, {});
  Recording recording(source_, Configured("log on 1 sec s"));
  for (int second = 0; second < 20; ++second) {
    std::map<InstanceId, std::uint64_t> values;
    source_.members.clear();
    for (int i = 0; i < 1000; ++i) {
      const InstanceId id = second * 500 + i;
      values[id] = static_cast<std::uint64_t>(id);
      source_.members[kInvented][id] = "process " + std::to_string(id);
    }
    source_.metrics["s"].values = values;
    Pass(recording, 1);
  }
  Stop(recording);
  ExpectSound(base());
  const auto context = ArchiveContext::Open(base());
  ASSERT_TRUE(context);
  const MetricId id = *(*context)->Find("s");
  FetchResult result;
  int records = 0;
  for (; test::Got((*context)->Fetch(std::span(&id, 1), result)); ++records) {
    const auto members = (*context)->Instances(kInvented);
    ASSERT_TRUE(members);
    ASSERT_EQ(members->size(), 1000u);
    ASSERT_EQ(result.AllValues().size(), 1000u);
    EXPECT_EQ(members->front().id, result.AllValues().front().instance);
    EXPECT_EQ(members->back().name, "process " + std::to_string(members->back().id));
  }
  EXPECT_EQ(records, 20);
}

}  // namespace
}  // namespace fdr::test
