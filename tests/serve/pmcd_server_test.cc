// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a client asks, and what it gets.

#include "fdr/replay/serve/pmcd/pmcd_server.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "fdr/replay/set_values.h"
#include "fdr/replay/sources/live/live_context.h"
#include "fdr/replay/sources/pdu/collector_change.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/desc_pdu.h"
#include "fdr/replay/sources/pdu/descs_pdu.h"
#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/fetch_pdu.h"
#include "fdr/replay/sources/pdu/ids_pdu.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/label_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"
#include "fdr/replay/sources/pdu/profile_pdu.h"
#include "fdr/replay/sources/pdu/result_pdu.h"
#include "fdr/replay/sources/pdu/subtree_pdu.h"
#include "fdr/replay/sources/pdu/text_pdu.h"
#include "fdr/tests/serve/server_fixture.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr {
namespace {

using test::ClientEnd;
using test::Decoded;
using test::ErrorOf;
using test::Message;

class PmcdServerTest : public test::ServerTest {
 protected:
  static std::int32_t ErrorIn(const std::optional<Message>& message) {
    if (!message || message->type != PduType::kError) return 1;
    return Decoded<ErrorPdu>(*message).code;
  }
  template <class Pdu>
  static std::int32_t Refusal(ClientEnd& client, const Pdu& request) {
    client.Send(request);
    return ErrorIn(client.Read());
  }
  static void SendFetch(ClientEnd& client, std::uint32_t context,
                        const std::vector<MetricId>& metrics) {
    ByteBuffer out;
    FetchPdu::Encode(PduType::kHighresFetch, context, metrics, out);
    client.Send(Bytes(out));
  }
  static void SendProfile(ClientEnd& client, std::uint32_t context, const Profile& profile) {
    ByteBuffer out;
    ProfilePdu::Encode(context, profile, out);
    client.Send(Bytes(out));
  }
  // Of the first metric, as numbers; the stamp comes first.
  static std::vector<double> ValuesIn(const Message& message) {
    ResultRecord record;
    EXPECT_EQ(ErrorOf(DecodeResultPdu({message.type, message.body}, record)), "");
    FetchResult result;
    SetRecorded(record, result);
    std::vector<double> values = {static_cast<double>(result.stamp().sec)};
    for (const FetchedValue& value : result.Values(result.sets()[0]))
      values.push_back(value.type() == Type::kDouble ? value.AsDouble()
                                                     : static_cast<double>(value.bits));
    return values;
  }
};

TEST_F(PmcdServerTest, AClientOfOursSeesTheMomentOfTheTape) {
  const auto loop = *EventLoop::Make();
  LiveContext context(loop, *HostSpec::Parse(host()), {});
  ASSERT_EQ(ErrorOf(context.Connect()), "");
  EXPECT_EQ(context.HostName(), "toyhost");
  EXPECT_EQ(context.TimeZone(), "UTC");
  const std::vector<MetricId> ids = {kServedLoad, kServedReads};
  FetchResult result;
  ASSERT_TRUE(test::Got(context.Fetch(ids, result)));
  EXPECT_EQ(result.stamp(), test::At(1'000)) << "that of now, not of the recording";
  EXPECT_EQ(result.AllValues()[0].AsDouble(), 10);
  EXPECT_EQ(result.AllValues()[2].bits, 200u);
  WithServer([](PmcdServer&, TapeSource& tape) {
    tape.clock().GoTo(test::At(30.5), std::chrono::steady_clock::now().time_since_epoch());
  });
  ASSERT_TRUE(test::Got(context.Fetch(ids, result)));
  EXPECT_EQ(result.AllValues()[0].AsDouble(), 30);
  EXPECT_EQ(result.AllValues()[2].bits, 610u);
}

TEST_F(PmcdServerTest, AFetchNeedsAProfile) {
  ClientEnd client = Connect();
  SendFetch(client, 3, {kServedReads});
  EXPECT_EQ(ErrorIn(client.Read()), kPcpNoProfile);
  Profile only_second;
  only_second.Set(kServedDisks, false);
  only_second.Include(kServedDisks, {1});
  SendProfile(client, 3, only_second);
  SendFetch(client, 3, {kServedReads});
  EXPECT_EQ(ValuesIn(*client.Read()), (std::vector<double>{1'700'001'000, 200}));
  SendProfile(client, 4, Profile());
  SendFetch(client, 4, {kServedReads});
  EXPECT_EQ(ValuesIn(*client.Read()), (std::vector<double>{1'700'001'000, 100, 200}));
  SendFetch(client, 4, {});
  EXPECT_EQ(ErrorIn(client.Read()), kPcpProtocol);
}

TEST_F(PmcdServerTest, UnknownMetricsHaveErrorsInTheirPlace) {
  ClientEnd client = Connect();
  SendProfile(client, 0, Profile());
  SendFetch(client, 0, {MetricId::Build(1, 2, 3), kServedLoad});
  const std::optional<Message> answer = client.Read();
  ASSERT_TRUE(answer);
  ResultRecord record;
  ASSERT_TRUE(DecodeResultPdu({answer->type, answer->body}, record));
  EXPECT_EQ(record.sets()[0].count(), kPcpUnknownMetric);
  EXPECT_EQ(record.sets()[1].count(), 1);
}

TEST_F(PmcdServerTest, ChangesComeBeforeTheNextValuesOfEachClient) {
  ClientEnd first = Connect(), second = Connect();
  for (ClientEnd* client : {&first, &second}) {
    SendProfile(*client, 0, Profile());
    SendFetch(*client, 0, {kServedLoad});
    ASSERT_EQ(client->Read()->type, PduType::kHighresResult);
  }
  WithServer([](PmcdServer& server, TapeSource&) {
    server.Announce(kAgentsRestarted);
    server.Announce(kNamesChanged);
  });
  for (ClientEnd* client : {&first, &second}) {
    SendFetch(*client, 0, {kServedLoad});
    EXPECT_EQ(ErrorIn(client->Read()), kAgentsRestarted | kNamesChanged);
    EXPECT_EQ(client->Read()->type, PduType::kHighresResult);
    SendFetch(*client, 0, {kServedLoad});
    EXPECT_EQ(client->Read()->type, PduType::kHighresResult) << "told once";
  }
}

TEST_F(PmcdServerTest, NamesAreFoundAndListed) {
  ClientEnd client = Connect();
  EXPECT_EQ(Refusal(client, NamesPdu{{"no.such"}, {}}), kPcpUnknownName);
  EXPECT_EQ(Refusal(client, NamesPdu{{"kernel.all"}, {}}), kPcpNotALeaf);
  EXPECT_EQ(Refusal(client, NamesPdu{}), kPcpTooFew);
  client.Send(NamesPdu{{"no.such", "kernel.all.load", "pmcd.numclients"}, {}});
  const IdsPdu ids = Decoded<IdsPdu>(*client.Read());
  EXPECT_EQ(ids.status, 2);
  EXPECT_EQ(ids.ids, (std::vector{MetricId{}, kServedLoad, MetricId::Build(2, 0, 3)}));
  client.Send(IdsPdu{0, {kServedLoad}});
  const std::optional<Message> names = client.Read();
  EXPECT_EQ(Decoded<NamesPdu>(*names).names, std::vector<std::string_view>{"kernel.all.load"});
  EXPECT_EQ(Refusal(client, IdsPdu{0, {MetricId::Build(1, 2, 3)}}), kPcpUnknownMetric);
  EXPECT_EQ(Refusal(client, IdsPdu{0, {kServedLoad, kServedLoad}}), kPcpProtocol);
}

TEST_F(PmcdServerTest, TheTreeHasTheNamesOfTheArchiveAndOfTheServer) {
  ClientEnd client = Connect();
  ByteBuffer out;
  SubtreePdu{1, ""}.Encode(PduType::kChildren, out);
  client.Send(Bytes(out));
  const std::optional<Message> top = client.Read();
  const NamesPdu children = Decoded<NamesPdu>(*top);
  EXPECT_EQ(children.names, (std::vector<std::string_view>{"disk", "kernel", "fdr", "pmcd"}));
  EXPECT_EQ(children.status, std::vector<std::int32_t>(4, NamesPdu::kNonLeaf));
  out.clear();
  SubtreePdu{0, "disk"}.Encode(PduType::kTraverse, out);
  client.Send(Bytes(out));
  const std::optional<Message> disk = client.Read();
  EXPECT_EQ(Decoded<NamesPdu>(*disk).names, std::vector<std::string_view>{"disk.dev.read"});
  out.clear();
  SubtreePdu{0, "no"}.Encode(PduType::kTraverse, out);
  client.Send(Bytes(out));
  EXPECT_EQ(ErrorIn(client.Read()), kPcpUnknownName);
}

TEST_F(PmcdServerTest, MetricsAreDescribed) {
  ClientEnd client = Connect();
  client.Send(DescRequestPdu{kServedReads});
  EXPECT_EQ(Decoded<DescPdu>(*client.Read()).desc.indom, kServedDisks);
  EXPECT_EQ(Refusal(client, DescRequestPdu{MetricId::Build(1, 2, 3)}), kPcpUnknownMetric);
  ByteBuffer out;
  DescIdsPdu::Encode(std::vector{kServedLoad, MetricId::Build(1, 2, 3)}, out);
  client.Send(Bytes(out));
  const DescsPdu descs = Decoded<DescsPdu>(*client.Read());
  ASSERT_EQ(descs.descs.size(), 2u);
  EXPECT_EQ(descs.descs[0].id, kServedLoad);
  EXPECT_TRUE(descs.descs[1].id.IsNull());
  client.Send(TextRequestPdu{kServedLoad.value, TextKind::kMetricOneLine});
  const std::optional<Message> text = client.Read();
  EXPECT_EQ(Decoded<TextPdu>(*text).text, "how busy it is");
  EXPECT_EQ(Refusal(client, TextRequestPdu{kServedLoad.value, TextKind::kMetricHelp}), kPcpNoText);
  EXPECT_EQ(Refusal(client, TextRequestPdu{7, TextKind::kMetricHelp}), kPcpUnknownMetric);
  client.Send(LabelRequestPdu{kServedLoad.value, LabelLevel::kItem});
  EXPECT_TRUE(Decoded<LabelPdu>(*client.Read()).sets.empty());
  EXPECT_EQ(Refusal(client, LabelRequestPdu{0, LabelLevel{3}}), kPcpType);
}

TEST_F(PmcdServerTest, InstancesAreFoundByNumberAndByName) {
  ClientEnd client = Connect();
  client.Send(InstanceRequestPdu{kServedDisks, kSingular, ""});
  const std::optional<Message> all = client.Read();
  EXPECT_EQ(Decoded<InstancePdu>(*all).instances,
            (InstanceList{{0, "sda"}, {1, "sdb on a controller"}}));
  client.Send(InstanceRequestPdu{kServedDisks, 1, ""});
  const std::optional<Message> named = client.Read();
  EXPECT_EQ(Decoded<InstancePdu>(*named).instances,
            (InstanceList{{kSingular, "sdb on a controller"}}));
  client.Send(InstanceRequestPdu{kServedDisks, kSingular, "sdb"});
  const std::optional<Message> numbered = client.Read();
  EXPECT_EQ(Decoded<InstancePdu>(*numbered).instances, (InstanceList{{1, ""}}));
  EXPECT_EQ(Refusal(client, InstanceRequestPdu{kServedDisks, 9, ""}), kPcpUnknownInstance);
  EXPECT_EQ(Refusal(client, InstanceRequestPdu{kServedDisks, kSingular, "sdb on"}),
            kPcpUnknownInstance);
  EXPECT_EQ(Refusal(client, InstanceRequestPdu{InDomId::Build(1, 2), kSingular, ""}),
            kPcpUnknownInDom);
}

TEST_F(PmcdServerTest, TheTapeIsSteeredByStoring) {
  const auto loop = *EventLoop::Make();
  LiveContext context(loop, *HostSpec::Parse(host()), {});
  ASSERT_EQ(ErrorOf(context.Connect()), "");
  const auto store = [&](const std::string& name, const std::string& text) {
    FetchResult values;
    values.Begin({});
    values.AddSet(*context.Find(name), SetStatus::kValues).format = ValueFormat::kPointer;
    values.AddBytes(kSingular, Type::kString, AsBytes(text + '\0'));
    const Result<void> stored = context.Store(values);
    return stored ? 0 : stored.error().pcp_error;
  };
  const auto load = [&] {
    FetchResult result;
    EXPECT_TRUE(test::Got(context.Fetch(std::vector{kServedLoad}, result)));
    return result.AllValues()[0].AsDouble();
  };
  EXPECT_EQ(store("fdr.tape.time", "22:13:55"), 0);
  EXPECT_EQ(load(), 35);
  EXPECT_EQ(store("fdr.tape.state", "step"), 0);
  EXPECT_EQ(load(), 36);
  EXPECT_EQ(store("fdr.tape.state", "back"), 0);
  EXPECT_EQ(load(), 35);
  EXPECT_EQ(store("fdr.tape.state", "dance"), kPcpBadValue);
  EXPECT_EQ(store("fdr.tape.time", "never"), kPcpBadValue);
  EXPECT_EQ(store("fdr.tape.rate", "10"), kPcpType) << "it is a number";
  EXPECT_EQ(store("pmcd.version", "2"), kPcpPermission);
  EXPECT_EQ(store("kernel.all.load", "2"), kPcpPermission);
  EXPECT_EQ(store("fdr.tape.state", "play"), 0);
  EXPECT_GE(load(), 35);
}

TEST_F(PmcdServerTest, RulesOfAccessHoldForClientsThatAreThere) {
  const auto rules = [this](const std::string& text) {
    WithServer([&](PmcdServer& server, TapeSource&) {
      server.SetAccess(AccessControl::Make(ParseAccess(text, "file").value(), {}).value());
    });
  };
  ClientEnd client = Connect();
  rules("disallow 127.0.0.1 : fetch;");
  EXPECT_EQ(Refusal(client, DescRequestPdu{kServedLoad}), kPcpPermission);
  rules("disallow 127.0.0.1 : store;");
  client.Send(DescRequestPdu{kServedLoad});
  EXPECT_EQ(client.Read()->type, PduType::kDesc);
  rules("disallow 127.0.0.1 : all;");
  EXPECT_FALSE(client.Read());
  ClientEnd refused(ConnectRaw());
  const std::optional<Message> greeting = refused.Read();
  ASSERT_TRUE(greeting);
  EXPECT_EQ(Decoded<GreetingPdu>(*greeting).code, kPcpPermission);
  ::close(refused.fd());
}

TEST_F(PmcdServerTest, AFloodOfRefusedClientsIsNoFloodOfMessages) {
  WithServer([&](PmcdServer& server, TapeSource&) {
    server.SetAccess(
        AccessControl::Make(ParseAccess("disallow * : all;", "file").value(), {}).value());
  });
  // Where the machine is busy, some clients may come in a second of their own: then others come.
  EXPECT_TRUE(test::WaitUntil([&] {
    const std::size_t lines = Log().size();
    for (int i = 0; i < 200; ++i) {
      ClientEnd client(ConnectRaw());
      EXPECT_TRUE(client.Read());
      ::close(client.fd());
    }
    return Log().size() - lines < 40;
  }));
  EXPECT_TRUE(test::WaitUntil([&] {
    return std::ranges::any_of(Log(), [](const std::string& line) {
      return line.find("more clients within a second") != std::string::npos;
    });
  }));
  const std::vector<std::string> log = Log();
  EXPECT_NE(log[0].find("refused a client at 127.0.0.1: it has no permission"), std::string::npos);
}

}  // namespace
}  // namespace fdr
