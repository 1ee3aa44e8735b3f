// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Questions and answers, right and wrong.

#include "fdr/replay/sources/live/live_context.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <thread>

#include "fdr/archive/record/result_encoder.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/desc_pdu.h"
#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/fetch_pdu.h"
#include "fdr/replay/sources/pdu/ids_pdu.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"
#include "fdr/replay/sources/pdu/result_pdu.h"
#include "fdr/replay/sources/pdu/text_pdu.h"
#include "fdr/tests/live/model_host_test.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/record_builder.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr {
namespace {

using namespace std::chrono_literals;
using test::ClientEnd;
using test::ErrorOf;
using test::kCount;
using test::kLoad;
using test::kName;
using test::kToys;
using test::Message;
using test::ModelHost;
using test::Patient;
using test::RecordBuilder;
using test::ScriptedCollector;

using LiveContextTest = test::ModelHostTest;

constexpr MetricId kUnknown = MetricId::Build(1, 2, 3);

TEST_F(LiveContextTest, KnowsItsHost) {
  LiveContext& context = Open();
  EXPECT_TRUE(context.IsConnected());
  EXPECT_EQ(context.HostName(), "modelhost");
  EXPECT_EQ(context.TimeZone(), "UTC");
  EXPECT_EQ(context.zone_info(), "") << "the model does not say";
  EXPECT_EQ(context.host().text, collector_->host());
}

TEST_F(LiveContextTest, ACollectorNeedNotSayWhoItIs) {
  model_.handlers[PduType::kNames] = [](ClientEnd& client, const Message&) {
    client.Send(ErrorPdu{kPcpProtocol});
  };
  LiveContext& context = Open();
  EXPECT_EQ(context.HostName(), "127.0.0.1");
  EXPECT_EQ(context.TimeZone(), "");
}

TEST_F(LiveContextTest, AHostHasNoNameThatIsMuchTooLong) {
  model_.greeting.features = 0;
  for (const std::size_t size : {1024u, 1025u, 2'000'000u}) {
    const std::string name(size, 'n');
    model_.handlers[PduType::kFetch] = [&name](ClientEnd& client, const Message& message) {
      ResultEncoder encoder;
      encoder.Begin({});
      for (const MetricId id : test::Decoded<FetchPdu>(message).metrics) {
        encoder.BeginSet(id, ValueFormat::kPointer);
        encoder.AddBlock(kSingular, Type::kString, AsBytes(name + '\0'));
      }
      ByteBuffer out;
      EncodeResultPdu(PduType::kResult, encoder, out);
      client.Send(out);
    };
    LiveContext& context = Open();
    EXPECT_EQ(context.HostName(), size > 1024 ? "127.0.0.1" : name) << size;
    EXPECT_EQ(context.TimeZone(), size > 1024 ? "" : name) << size;
  }
}

TEST_F(LiveContextTest, EachNameHasAnOutcome) {
  LiveContext& context = Open();
  const std::vector<std::string> names = {"toy.count", "no.such",  "toy",
                                          "",          "toy.load", std::string(70'000, 'x')};
  const auto ids = context.Find(names);
  ASSERT_TRUE(ids) << ErrorOf(ids);
  EXPECT_EQ((*ids)[0].value(), kCount);
  EXPECT_EQ((*ids)[1].error().code, Errc::kNotFound);
  EXPECT_EQ((*ids)[1].error().what, "no.such: Unknown metric name");
  EXPECT_EQ((*ids)[2].error().code, Errc::kNotAMetric);
  EXPECT_EQ((*ids)[2].error().pcp_error, kPcpNotALeaf);
  EXPECT_EQ((*ids)[3].error().code, Errc::kNotFound);
  EXPECT_EQ((*ids)[4].value(), kLoad);
  EXPECT_EQ((*ids)[5].error().code, Errc::kNotFound);
  EXPECT_TRUE(context.Find(std::span<const std::string>()).value().empty());
  EXPECT_EQ(context.Find("toy.name").value(), kName);
  EXPECT_EQ(context.Find("toy").error().code, Errc::kNotAMetric);
}

// The messages must be small enough for the collector.
TEST_F(LiveContextTest, ManyNamesAreAskedForInParts) {
  std::atomic<int> messages = 0;
  model_.handlers[PduType::kNames] = [&](ClientEnd& client, const Message& message) {
    EXPECT_LE(message.body.size() + kPduHeaderSize, kMaxRequestSize);
    ++messages;
    ModelHost::Answer(client, message, {});
  };
  LiveContext& context = Open();
  messages = 0;
  const std::vector<std::string> names(10'000, "toy.count");
  const auto ids = context.Find(names);
  ASSERT_TRUE(ids) << ErrorOf(ids);
  for (const auto& id : *ids) ASSERT_EQ(id.value(), kCount);
  EXPECT_EQ(messages, 3);
}

TEST_F(LiveContextTest, HasANameSpace) {
  LiveContext& context = Open();
  EXPECT_EQ(context.NamesOf(kCount).value(), std::vector<std::string>{"toy.count"});
  EXPECT_EQ(context.NamesOf(kUnknown).error().code, Errc::kNotFound);
  EXPECT_EQ(context.Traverse("toy").value().size(), 4u);
  EXPECT_EQ(context.Traverse("").value().size(), 6u);
  EXPECT_EQ(context.Traverse("no").error().code, Errc::kNotFound);
  EXPECT_EQ(context.Children("pmcd").value(),
            (std::vector<NameChild>{{"hostname", true}, {"timezone", true}}));
  EXPECT_FALSE(context.Children("").value()[0].is_leaf);
  EXPECT_TRUE(context.Children("toy.count").value().empty());
  EXPECT_EQ(context.Children("no").error().code, Errc::kNotFound);
}

// The collector does not answer if a dynamic part of the name space is empty.
TEST_F(LiveContextTest, SilenceIsAnEmptyPartOfTheNameSpace) {
  LiveContext& context = Open();
  const auto names = context.Traverse("toy.empty");
  ASSERT_TRUE(names) << ErrorOf(names);
  EXPECT_TRUE(names->empty());
  EXPECT_EQ(context.Traverse("toy").value().size(), 4u) << "all goes on";
}

TEST_F(LiveContextTest, DescriptorsAreAskedForOnce) {
  std::atomic<int> asked = 0;
  model_.watch = [&](PduType type) {
    asked += type == PduType::kDescIds || type == PduType::kDescRequest ? 1 : 0;
  };
  for (const bool by_many : {true, false}) {
    Close();
    if (!by_many) model_.greeting.features = 0;
    LiveContext& context = Open();
    asked = 0;
    const std::vector ids = {kCount, kUnknown, kLoad, kCount};
    const auto descs = context.Descs(ids);
    ASSERT_TRUE(descs) << ErrorOf(descs);
    EXPECT_EQ((*descs)[0]->type, Type::kU32);
    EXPECT_EQ((*descs)[1].error().code, Errc::kNotFound);
    EXPECT_EQ((*descs)[1].error().pcp_error, kPcpUnknownMetric);
    EXPECT_EQ((*descs)[2]->indom, kToys);
    EXPECT_EQ((*descs)[3]->id, kCount);
    EXPECT_EQ(asked, by_many ? 1 : 4);
    EXPECT_EQ(context.DescOf(kLoad)->type, Type::kFloat);
    EXPECT_EQ(asked, by_many ? 1 : 4);
  }
}

TEST_F(LiveContextTest, OneInstanceIsAskedForByNameOrNumber) {
  LiveContext& context = Open();
  EXPECT_EQ(context.InstanceName(kToys, 2).value(), "two");
  EXPECT_EQ(context.FindInstance(kToys, "one").value(), 1);
  const InDomId unknown = InDomId::Build(1, 7);
  EXPECT_EQ(context.InstanceName(unknown, 2).error().pcp_error, kPcpUnknownInDom);
  EXPECT_EQ(context.FindInstance(unknown, "one").error().pcp_error, kPcpUnknownInDom);
  EXPECT_EQ(context.InstanceName(kToys, 3).error().pcp_error, kPcpUnknownInstance);
  EXPECT_EQ(context.FindInstance(kToys, "three").error().pcp_error, kPcpUnknownInstance);
}

// A collector would read these numbers as all instances, or as an instance that it does not have.
TEST_F(LiveContextTest, InstancesThatCannotBeAreNotAskedFor) {
  model_.watch = [](PduType type) { EXPECT_NE(type, PduType::kInstanceRequest); };
  LiveContext& context = Open();
  EXPECT_EQ(context.InstanceName(kToys, kSingular).error().pcp_error, kPcpUnknownInstance);
  EXPECT_EQ(context.FindInstance(kToys, "").error().pcp_error, kPcpUnknownInstance);
  const std::string longest(100'000, 'x');
  EXPECT_EQ(context.FindInstance(kToys, longest).error().pcp_error, kPcpUnknownInstance);
}

TEST_F(LiveContextTest, OneInstanceIsNotSeveral) {
  model_.handlers[PduType::kInstanceRequest] = [](ClientEnd& client, const Message&) {
    client.Send(InstancePdu{{}, {{1, "one"}, {2, "two"}}});
  };
  EXPECT_EQ(Open().InstanceName(kToys, 1).error().code, Errc::kProtocol);
  EXPECT_EQ(Open().FindInstance(kToys, "one").error().code, Errc::kProtocol);
}

TEST_F(LiveContextTest, InstancesAscend) {
  LiveContext& context = Open();
  const std::vector<NamedInstance> expected = {{1, "one"}, {2, "two"}};
  EXPECT_EQ(context.Instances(kToys).value(), expected);
  EXPECT_EQ(context.AllInstances(kToys).value(), expected);
  const auto unknown = context.Instances(InDomId::Build(1, 7));
  EXPECT_EQ(unknown.error().code, Errc::kNotFound);
  EXPECT_EQ(unknown.error().pcp_error, kPcpUnknownInDom);
}

TEST_F(LiveContextTest, TextsAndLabels) {
  LiveContext& context = Open();
  EXPECT_EQ(context.Text(TextKind::kMetricOneLine, kCount.value).value(), "how many");
  EXPECT_EQ(context.Text(TextKind::kMetricHelp, kLoad.value).error().code, Errc::kNotFound);
  EXPECT_EQ(context.Labels(LabelLevel::kDomain, 1)->at(0).json, R"({"a":1})");
  EXPECT_TRUE(context.Labels(LabelLevel::kItem, kCount.value)->empty());
}

TEST_F(LiveContextTest, ACollectorWithoutLabelsHasThatOfItsHost) {
  for (const int features : {0, kFeatureLabels | kFeatureBrokenLabels}) {
    Close();
    model_.greeting.features = static_cast<std::uint16_t>(features);
    model_.watch = [](PduType type) { EXPECT_NE(type, PduType::kLabelRequest); };
    LiveContext& context = Open();
    EXPECT_EQ(context.Labels(LabelLevel::kContext, 0)->at(0).json, R"({"hostname":"modelhost"})");
    EXPECT_TRUE(context.Labels(LabelLevel::kDomain, 1)->empty());
  }
}

TEST_F(LiveContextTest, FetchesInBothResolutions) {
  for (const bool highres : {true, false}) {
    Close();
    if (!highres) model_.greeting.features = 0;
    LiveContext& context = Open();
    const std::vector ids = {kCount, kLoad, kName, test::kError, kCount, kUnknown};
    const auto fetched = context.Fetch(ids, result_);
    ASSERT_TRUE(fetched) << ErrorOf(fetched);
    EXPECT_TRUE(*fetched);
    const Timestamp stamp{1'700'000'000, highres ? 123'456'789 : 123'456'000};
    EXPECT_EQ(result_.stamp(), stamp);
    EXPECT_EQ(context.Now(), stamp);
    EXPECT_EQ(context.origin(), stamp);
    ASSERT_EQ(result_.sets().size(), ids.size());
    EXPECT_EQ(result_.Values(result_.sets()[0])[0].Word(), 42u);
    EXPECT_EQ(result_.Values(result_.sets()[1])[1].AsFloat(), 1.5f);
    EXPECT_EQ(AsText(result_.Values(result_.sets()[2])[0].Payload()),
              std::string_view("model\0", 6));
    EXPECT_EQ(result_.sets()[3].status, SetStatus::kRecordedError);
    EXPECT_EQ(result_.sets()[3].code, -12350);
    EXPECT_EQ(result_.sets()[4].count, 1u);
    EXPECT_EQ(result_.sets()[5].code, kPcpUnknownMetric);
  }
}

TEST_F(LiveContextTest, FetchesSetsAsTheyCame) {
  LiveContext& context = Open();
  const std::vector ids = {kCount, kLoad, test::kError};
  int taken = 0;
  const auto fetched = context.FetchSets(ids, [&](const ResultRecord& record) {
    ++taken;
    EXPECT_EQ(record.stamp(), (Timestamp{1'700'000'000, 123'456'789}));
    ASSERT_EQ(record.sets().size(), 3u);
    EXPECT_EQ(record.sets()[0].Word(0), 42u);
    EXPECT_EQ(LoadFloat(record.sets()[1].Block(1).payload.data()), 1.5f);
    EXPECT_EQ(record.sets()[2].count(), -12350);
  });
  ASSERT_TRUE(fetched) << ErrorOf(fetched);
  EXPECT_EQ(taken, 1);
  EXPECT_EQ(context.Now(), (Timestamp{1'700'000'000, 123'456'789}));
  EXPECT_EQ(context.FetchSets({}, [&](const ResultRecord&) { ++taken; }).error().code,
            Errc::kInvalidArgument);
  EXPECT_EQ(taken, 1);
}

// The collector does not read.  Questions for which there is no room must wait.
TEST_F(LiveContextTest, QuestionsWaitForRoom) {
  std::atomic<bool> reads = false;
  model_.handlers[PduType::kTextRequest] = [&](ClientEnd& client, const Message& message) {
    reads.wait(false);
    ModelHost::Answer(client, message, {});
  };
  LiveContext& context = Open();
  int answers = 0;
  const auto count = [&](const auto& answer) { answers += answer.has_value() ? 1 : 0; };
  context.StartText(TextKind::kMetricHelp, kCount.value, count);
  const std::vector<MetricId> many(16'000, kCount);
  std::array<FetchResult, 200> results;  // 12.8 MB of questions
  for (FetchResult& result : results) context.StartFetch(many, {}, result, count);
  reads = true;
  reads.notify_all();
  while (answers < 201) context.Wait();
  EXPECT_EQ(results.back().sets().size(), many.size());
}

TEST_F(LiveContextTest, ProfilesAreSentWhenTheyChange) {
  std::atomic<int> profiles = 0;
  model_.watch = [&](PduType type) { profiles += type == PduType::kProfile ? 1 : 0; };
  LiveContext& context = Open();
  const auto loads = [&] {
    EXPECT_TRUE(test::Got(context.Fetch(std::span(&kLoad, 1), result_)));
    return result_.sets()[0].count;
  };
  EXPECT_EQ(loads(), 2u);
  EXPECT_EQ(profiles, 1) << "of who the host is";
  Profile profile;
  profile.Exclude(kToys, {1});
  context.SetProfile(profile);
  EXPECT_EQ(loads(), 1u);
  EXPECT_EQ(loads(), 1u);
  EXPECT_EQ(profiles, 2);
  context.SetProfile({});
  EXPECT_EQ(loads(), 2u);
  EXPECT_EQ(profiles, 3);
}

TEST_F(LiveContextTest, RefusesWhatTheCollectorWould) {
  LiveContext& context = Open();
  EXPECT_EQ(context.Fetch({}, result_).error().code, Errc::kInvalidArgument);
  const std::vector<MetricId> many(16'378, kCount);
  EXPECT_EQ(context.Fetch(many, result_).error().code, Errc::kTooLarge);
  EXPECT_TRUE(context.Fetch(std::span(many).first(16'377), result_));
  Profile profile;
  std::vector<InstanceId> instances(16'377);
  for (InstanceId i = 0; i < 16'377; ++i) instances[static_cast<std::size_t>(i)] = i;
  profile.Exclude(kToys, instances);
  context.SetProfile(profile);
  EXPECT_EQ(context.Fetch(std::span(&kLoad, 1), result_).error().code, Errc::kTooLarge);
  EXPECT_TRUE(context.IsConnected());
}

TEST_F(LiveContextTest, IsAlwaysLive) {
  LiveContext& context = Open();
  EXPECT_EQ(context.mode(), Mode::kLive);
  EXPECT_TRUE(context.SetMode(Mode::kLive));
  EXPECT_EQ(context.SetMode(Mode::kForward).error().code, Errc::kInvalidArgument);
  EXPECT_EQ(context.SetMode(Mode::kLive, Timestamp{}).error().code, Errc::kInvalidArgument);
  EXPECT_EQ(context.FetchRecord(result_).error().code, Errc::kInvalidArgument);
}

TEST_F(LiveContextTest, ChangesAreToldOnce) {
  int fetches = 0;
  model_.handlers[PduType::kHighresFetch] = [&](ClientEnd& client, const Message& message) {
    if (++fetches == 2) client.Send(ErrorPdu{kAgentsAdded | kNamesChanged});
    if (fetches == 3) client.Send(ErrorPdu{kHostNameChanged});
    ModelHost::Answer(client, message, {});
  };
  std::atomic<int> descs = 0;
  model_.watch = [&](PduType type) { descs += type == PduType::kDescIds ? 1 : 0; };
  LiveContext& context = Open();
  EXPECT_TRUE(context.DescOf(kCount));
  EXPECT_EQ(context.TakeChanges(), 0u);
  EXPECT_TRUE(test::Got(context.Fetch(std::span(&kCount, 1), result_)));
  EXPECT_EQ(context.TakeChanges(), kAgentsAdded | kNamesChanged);
  EXPECT_EQ(context.TakeChanges(), 0u);
  EXPECT_TRUE(context.DescOf(kCount));
  EXPECT_EQ(descs, 2) << "metrics may be others now";
  EXPECT_TRUE(test::Got(context.Fetch(std::span(&kCount, 1), result_)));
  EXPECT_EQ(context.TakeChanges(), static_cast<std::uint32_t>(kHostNameChanged));
}

TEST_F(LiveContextTest, StoresValues) {
  model_.handlers[PduType::kResult] = [](ClientEnd& client, const Message& message) {
    const std::string stored = test::ToHex(message.body);
    if (stored.ends_with("08")) return client.Send(ErrorPdu{-12387});
    EXPECT_EQ(stored, test::ToHex(RecordBuilder("00000000 00000000 | 00000001 |"
                                                "00400000 00000001 00000000 ffffffff 00000007")));
    client.Send(ErrorPdu{0});
  };
  LiveContext& context = Open();
  FetchResult values;
  values.Begin({1, 2});
  values.AddSet(kCount, SetStatus::kValues);
  values.AddInPlace(kSingular, 7);
  EXPECT_TRUE(context.Store(values));
  values.AddInPlace(kSingular, 8);
  const auto refused = context.Store(values);
  EXPECT_EQ(refused.error().code, Errc::kRefused);
  EXPECT_EQ(refused.error().pcp_error, -12387);
  values.AddSet(kName, SetStatus::kValues).format = ValueFormat::kPointer;
  values.AddBytes(kSingular, Type::kString, std::vector<std::byte>(65'536));
  EXPECT_EQ(context.Store(values).error().code, Errc::kTooLarge);
}

TEST_F(LiveContextTest, WhatIsOpenEndsWithTheContext) {
  model_.handlers[PduType::kTextRequest] = [](ClientEnd&, const Message&) {};
  LiveContext& context = Open();
  std::vector<Errc> ends;
  for (int i = 0; i < 3; ++i)
    context.StartText(TextKind::kMetricHelp, 1,
                      [&](const Result<std::string>& text) { ends.push_back(text.error().code); });
  context_.reset();
  EXPECT_EQ(ends, std::vector<Errc>(3, Errc::kCancelled));
}

TEST_F(LiveContextTest, AnAnswerMayEndTheContext) {
  LiveContext& context = Open();
  bool second = false;
  context.StartTraverse("", [&](const Result<std::vector<std::string>>&) { context_.reset(); });
  context.StartDescs(std::span(&kCount, 1),
                     [&](const Result<std::vector<Result<Desc>>>&) { second = true; });
  while (context_) context_->Wait();
  EXPECT_TRUE(second);
}

TEST_F(LiveContextTest, QuestionsMayBeAskedBeforeTheLastIsAnswered) {
  LiveContext& context = Open();
  std::string order;
  context.StartText(TextKind::kMetricOneLine, kCount.value,
                    [&](const Result<std::string>& text) { order += text.value_or("?") + ";"; });
  context.StartFetch(std::span(&kCount, 1), Profile(), result_,
                     [&](const Result<bool>& fetched) { order += fetched ? "fetched;" : "?"; });
  context.StartInstances(kToys, [&](const Result<std::vector<NamedInstance>>& instances) {
    order += instances ? "instances" : "?";
  });
  EXPECT_EQ(context.Traverse("toy").value().size(), 4u);
  EXPECT_EQ(order, "how many;fetched;instances");
}

TEST_F(LiveContextTest, ConnectsAgain) {
  LiveContext& context = Open();
  EXPECT_TRUE(context.Connect()) << "even if it is connected";
  EXPECT_EQ(test::Got(context.Fetch(std::span(&kLoad, 1), result_)), true);
  EXPECT_EQ(context.DescOf(kLoad)->type, Type::kFloat);
}

TEST_F(LiveContextTest, IsPatientAfterFailures) {
  LiveOptions options = Patient();
  options.reconnect_delays = {2s, 3600s};
  LiveContext& context = Open(options);
  collector_.reset();
  EXPECT_EQ(context.Connect().error().system_error, ECONNREFUSED) << "the first time, at once";
  const auto early = context.Connect();
  EXPECT_EQ(early.error().code, Errc::kTimeout);
  EXPECT_EQ(early.error().system_error, ETIMEDOUT);
  EXPECT_EQ(context.Traverse("").error().code, Errc::kDisconnected);
  EXPECT_TRUE(test::WaitUntil([&] {
    return context.Connect().error().system_error == ECONNREFUSED;
  })) << "after two seconds";
  EXPECT_EQ(context.Connect().error().code, Errc::kTimeout) << "an hour now";
}

TEST_F(LiveContextTest, ACollectorThatGreetsAndGoesIsAFailure) {
  const ScriptedCollector collector([](ClientEnd& client) { client.Greet(); });
  LiveContext context(*EventLoop::Make(), *HostSpec::Parse(collector.host()), Patient());
  EXPECT_EQ(context.Connect().error().code, Errc::kDisconnected);
  EXPECT_EQ(context.Connect().error().code, Errc::kTimeout) << "too early";
}

// The context must not go on asking for ever.
TEST_F(LiveContextTest, AHostMayBeRenamedAtEveryFetch) {
  std::atomic<int> fetches = 0;
  model_.handlers[PduType::kHighresFetch] = [&](ClientEnd& client, const Message& message) {
    ++fetches;
    client.Send(ErrorPdu{kHostNameChanged});
    ModelHost::Answer(client, message, {});
  };
  LiveContext& context = Open();
  EXPECT_TRUE(test::Got(context.Fetch(std::span(&kCount, 1), result_)));
  EXPECT_EQ(fetches, 3) << "before the fetch was over";
  EXPECT_EQ(context.TakeChanges(), static_cast<std::uint32_t>(kHostNameChanged));
  while (context.loop().RunOneFor(100ms)) ASSERT_LT(fetches, 10);
  EXPECT_EQ(fetches, 3) << "of who it is, ours, and again of who it is";
}

TEST_F(LiveContextTest, IsNotConnectedByItself) {
  LiveContext context(*EventLoop::Make(), *HostSpec::Parse("localhost"));
  EXPECT_FALSE(context.IsConnected());
  EXPECT_EQ(context.HostName(), "localhost");
  EXPECT_EQ(context.Traverse("").error().Message(), "localhost: Not connected yet");
}

TEST(EventLoopTest, ServesManyHosts) {
  constexpr std::size_t kHosts = 200;
  const ModelHost model;
  const ScriptedCollector collector([&](ClientEnd& client) { model.Serve(client); });
  const auto loop = *EventLoop::Make();
  std::vector<std::unique_ptr<LiveContext>> contexts;
  std::vector<FetchResult> results(kHosts);
  std::size_t fetched = 0;
  for (std::size_t i = 0; i < kHosts; ++i) {
    contexts.push_back(
        std::make_unique<LiveContext>(loop, *HostSpec::Parse(collector.host()), Patient()));
    LiveContext& context = *contexts.back();
    context.StartConnect([&, i](const Result<void>& connected) {
      ASSERT_TRUE(connected) << ErrorOf(connected);
      context.StartFetch(std::span(&kLoad, 1), context.profile(), results[i],
                         [&](const Result<bool>& done) { fetched += done.value_or(false); });
    });
  }
  while (fetched < kHosts) ASSERT_TRUE(loop->RunOneFor(30s));
  for (const FetchResult& result : results) EXPECT_EQ(result.sets()[0].count, 2u);
}

}  // namespace
}  // namespace fdr
