// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agent_kit/agent.h"

#include <gtest/gtest.h>

#include "fdr/replay/sources/pdu/attribute_pdu.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/credentials_pdu.h"
#include "fdr/replay/sources/pdu/desc_pdu.h"
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
#include "fdr/tests/agent_kit/toy.h"
#include "fdr/tests/support/error_of.h"

namespace fdr::agent {
namespace {

using test::Conversation;
using test::Toy;
using test::ToyMetric;
using test::ToyTable;

template <class Message>
ByteBuffer Encoded(const Message& message) {
  ByteBuffer bytes;
  message.Encode(bytes);
  return bytes;
}

ByteBuffer Below(PduType type, std::string_view name, std::uint32_t with_status = 1) {
  ByteBuffer bytes;
  SubtreePdu{with_status, name}.Encode(type, bytes);
  return bytes;
}

ByteBuffer Fetching(const std::vector<MetricId>& metrics) {
  ByteBuffer bytes;
  FetchPdu::Encode(PduType::kFetch, 0, metrics, bytes);
  return bytes;
}

ByteBuffer Storing(const std::function<void(ResultEncoder&)>& add) {
  ResultEncoder encoder;
  encoder.Begin({});
  add(encoder);
  ByteBuffer bytes;
  EncodeResultPdu(PduType::kResult, encoder, bytes);
  return bytes;
}

class AgentTest : public testing::Test {
 protected:
  // The one answer to a request.
  Pdu Ask(Bytes request) {
    talk_.emplace(toy_.agent, request);
    EXPECT_TRUE(talk_->result) << test::ErrorOf(talk_->result);
    EXPECT_TRUE(talk_->is_whole);
    EXPECT_EQ(talk_->messages.size(), 1U);
    return talk_->messages.empty() ? Pdu{} : talk_->messages[0];
  }
  template <class Answer>
  Answer AskFor(PduType type, Bytes request) {
    const Pdu pdu = Ask(request);
    EXPECT_EQ(pdu.type, type);
    Result<Answer> answer = Answer::Decode(pdu.body);
    EXPECT_TRUE(answer) << test::ErrorOf(answer);
    return answer ? std::move(*answer) : Answer{};
  }
  std::int32_t Refusal(Bytes request) { return AskFor<ErrorPdu>(PduType::kError, request).code; }

  Toy toy_;
  std::optional<Conversation> talk_;
};

TEST_F(AgentTest, GreetsFirst) {
  const Conversation talk(toy_.agent, {});
  EXPECT_TRUE(talk.result);
  ASSERT_GT(talk.bytes.size(), kPduHeaderSize);
  const auto greeting = CredentialsPdu::Decode(Bytes(talk.bytes).subspan(kPduHeaderSize));
  ASSERT_TRUE(greeting);
  EXPECT_EQ(greeting->flags, 0);
  EXPECT_EQ(LoadU32(talk.bytes.data() + 4), static_cast<std::uint32_t>(PduType::kCredentials));
}

TEST_F(AgentTest, DescribesItsMetrics) {
  const auto cells = AskFor<DescPdu>(PduType::kDesc, Encoded(DescRequestPdu{ToyMetric(1)}));
  EXPECT_EQ(cells.desc,
            (Desc{ToyMetric(1), Type::kU64, ToyTable(1), Semantics::kCounter, Units{}}));
  const auto single = AskFor<DescPdu>(PduType::kDesc, Encoded(DescRequestPdu{ToyMetric(5)}));
  EXPECT_EQ(single.desc, (Desc{ToyMetric(5), Type::kFloat, {}, Semantics::kInstant, Units{}}));
  EXPECT_EQ(Refusal(Encoded(DescRequestPdu{ToyMetric(99)})), kPcpUnknownMetric);
}

TEST_F(AgentTest, ListsTheMembersOfADomain) {
  const auto all = AskFor<InstancePdu>(PduType::kInstance,
                                       Encoded(InstanceRequestPdu{ToyTable(1), kSingular, ""}));
  EXPECT_EQ(all.instances, (InstanceList{{0, "a"}, {1, "b"}, {2, "c and d"}}));
  EXPECT_EQ(Refusal(Encoded(InstanceRequestPdu{ToyTable(9), kSingular, ""})), kPcpUnknownInDom);
}

TEST_F(AgentTest, FindsAMemberByNumberOrName) {
  const auto by_id =
      AskFor<InstancePdu>(PduType::kInstance, Encoded(InstanceRequestPdu{ToyTable(1), 2, ""}));
  ASSERT_EQ(by_id.instances.size(), 1U);
  EXPECT_EQ(by_id.instances[0].name, "c and d");
  for (const std::string_view name : {"c and d", "c"}) {
    const auto by_name = AskFor<InstancePdu>(
        PduType::kInstance, Encoded(InstanceRequestPdu{ToyTable(1), kSingular, name}));
    ASSERT_EQ(by_name.instances.size(), 1U);
    EXPECT_EQ(by_name.instances[0].id, 2);
  }
  EXPECT_EQ(Refusal(Encoded(InstanceRequestPdu{ToyTable(1), 3, ""})), kPcpUnknownInstance);
  EXPECT_EQ(Refusal(Encoded(InstanceRequestPdu{ToyTable(1), kSingular, "d"})), kPcpUnknownInstance);
}

TEST_F(AgentTest, AMemberThatComesBackHasItsNumber) {
  const ByteBuffer all = Encoded(InstanceRequestPdu{ToyTable(1), kSingular, ""});
  Ask(all);
  toy_.rows = {"new", "b"};
  EXPECT_EQ(AskFor<InstancePdu>(PduType::kInstance, all).instances,
            (InstanceList{{3, "new"}, {1, "b"}}));
}

TEST_F(AgentTest, ShowsItsTexts) {
  const auto text = [this](std::uint32_t id, TextKind kind) {
    return std::string(AskFor<TextPdu>(PduType::kText, Encoded(TextRequestPdu{id, kind})).text);
  };
  EXPECT_EQ(text(ToyMetric(0).value, TextKind::kMetricOneLine), "a word");
  EXPECT_EQ(text(ToyMetric(0).value, TextKind::kMetricHelp), "a word");
  EXPECT_EQ(text(ToyTable(1).value, TextKind::kInDomOneLine), "rows");
  EXPECT_EQ(text(ToyTable(1).value, TextKind::kInDomHelp), "Rows of a table.");
  EXPECT_EQ(Refusal(Encoded(TextRequestPdu{ToyMetric(1).value, TextKind::kMetricHelp})),
            kPcpNoText);
  EXPECT_EQ(Refusal(Encoded(TextRequestPdu{ToyMetric(99).value, TextKind::kMetricHelp})),
            kPcpNoText);
}

TEST_F(AgentTest, ShowsTheLabelsOfEachLevel) {
  const auto labels = [this](LabelLevel level, std::uint32_t id) {
    const auto pdu = AskFor<LabelPdu>(PduType::kLabel, Encoded(LabelRequestPdu{id, level}));
    EXPECT_LE(pdu.sets.size(), 1U);
    return pdu.sets.empty() ? std::string() : std::string(pdu.sets[0].json);
  };
  EXPECT_EQ(labels(LabelLevel::kDomain, 77), R"({"a":"1","who":"the \"toy\""})");
  EXPECT_EQ(labels(LabelLevel::kInDom, ToyTable(1).value), R"({"kind":"row"})");
  EXPECT_EQ(labels(LabelLevel::kItem, ToyMetric(0).value), R"({"unit":"none"})");
  EXPECT_EQ(labels(LabelLevel::kItem, ToyMetric(1).value), "");
  EXPECT_EQ(labels(LabelLevel::kCluster, ToyMetric(0).value), "");
  EXPECT_EQ(labels(LabelLevel::kInstances, ToyTable(1).value), "");
}

TEST_F(AgentTest, KnowsTheNamesOfItsMetrics) {
  const auto id = AskFor<IdsPdu>(PduType::kIds, Encoded(NamesPdu{{"toy.more.real"}, {}}));
  EXPECT_EQ(id.ids, std::vector{ToyMetric(4)});
  const auto name = AskFor<NamesPdu>(PduType::kNames, Encoded(IdsPdu{0, {ToyMetric(0, 1)}}));
  EXPECT_EQ(name.names, std::vector<std::string_view>{"toy.read"});
  EXPECT_EQ(Refusal(Encoded(NamesPdu{{"toy.more"}, {}})), kPcpNotALeaf);
  EXPECT_EQ(Refusal(Encoded(NamesPdu{{"toy.mor"}, {}})), kPcpUnknownName);
  EXPECT_EQ(Refusal(Encoded(IdsPdu{0, {ToyMetric(99)}})), kPcpUnknownMetric);
}

TEST_F(AgentTest, KnowsTheNamesBelowAName) {
  using Names = std::vector<std::string_view>;
  const auto top = AskFor<NamesPdu>(PduType::kNames, Below(PduType::kChildren, "toy"));
  EXPECT_EQ(top.names, (Names{"first", "cells", "more", "text", "rare", "read", "listed"}));
  EXPECT_EQ(top.status, (std::vector<std::int32_t>{0, 0, 1, 0, 0, 0, 0}));
  const auto more = AskFor<NamesPdu>(PduType::kNames, Below(PduType::kChildren, "toy.more", 0));
  EXPECT_EQ(more.names, (Names{"signed", "word", "real", "single"}));
  EXPECT_TRUE(more.status.empty());
  const auto below = AskFor<NamesPdu>(PduType::kNames, Below(PduType::kTraverse, "toy.more"));
  EXPECT_EQ(below.names,
            (Names{"toy.more.signed", "toy.more.word", "toy.more.real", "toy.more.single"}));
  EXPECT_EQ(Refusal(Below(PduType::kChildren, "tox")), kPcpUnknownName);
  EXPECT_EQ(Refusal(Below(PduType::kTraverse, "toy.nothing")), kPcpUnknownName);
}

TEST_F(AgentTest, FetchesValuesOfEveryType) {
  const Pdu pdu = Ask(Fetching({ToyMetric(0), ToyMetric(2), ToyMetric(3), ToyMetric(4),
                                ToyMetric(5), ToyMetric(6), ToyMetric(7)}));
  ResultRecord record;
  ASSERT_TRUE(DecodeResultPdu(pdu, record));
  const auto payload = [&](std::size_t i) { return record.sets()[i].Block(0).payload; };
  ASSERT_EQ(record.sets().size(), 7U);
  EXPECT_EQ(record.sets()[0].Word(0), 1U);
  EXPECT_EQ(LoadU64(payload(1).data()), static_cast<std::uint64_t>(-5));
  EXPECT_EQ(record.sets()[2].Word(0), static_cast<std::uint32_t>(-6));
  EXPECT_EQ(std::bit_cast<double>(LoadU64(payload(3).data())), 1.5);
  EXPECT_EQ(std::bit_cast<float>(LoadU32(payload(4).data())), 2.5F);
  EXPECT_EQ(AsText(payload(5)), std::string_view("some text\0", 10));
  ASSERT_EQ(record.sets()[6].count(), 1);
  EXPECT_EQ(record.sets()[6].Instance(0), 1);
}

TEST_F(AgentTest, ReadsAClusterAndListsADomainOnceInAFetch) {
  Ask(Fetching({ToyMetric(0, 1), ToyMetric(1), ToyMetric(1, 1), ToyMetric(1), ToyMetric(0, 1)}));
  EXPECT_EQ(toy_.read, 1U);
  EXPECT_EQ(toy_.listed, 1U);
  Ask(Fetching({ToyMetric(0)}));
  EXPECT_EQ(toy_.read, 1U);
  EXPECT_EQ(toy_.listed, 1U);
}

TEST_F(AgentTest, AProfileHoldsForTheFetchesBehindIt) {
  Profile profile;
  profile.Set(ToyTable(1), false);
  profile.Include(ToyTable(1), {1});
  ByteBuffer requests;
  ProfilePdu::Encode(0, profile, requests);
  const ByteBuffer fetch = Fetching({ToyMetric(1)});
  requests.insert(requests.end(), fetch.begin(), fetch.end());
  const Pdu pdu = Ask(requests);
  ResultRecord record;
  ASSERT_TRUE(DecodeResultPdu(pdu, record));
  ASSERT_EQ(record.sets()[0].count(), 1);
  EXPECT_EQ(LoadU64(record.sets()[0].Block(0).payload.data()), 20U);
}

TEST_F(AgentTest, StoresWhatItsFunctionsTake) {
  const auto store = [this](MetricId id, InstanceId instance, Type type, Bytes payload) {
    return Refusal(Storing([&](ResultEncoder& encoder) {
      encoder.BeginSet(id, ValueFormat::kPointer);
      encoder.AddBlock(instance, type, payload);
    }));
  };
  const auto store_word = [this](MetricId id, std::uint32_t word) {
    return Refusal(Storing([&](ResultEncoder& encoder) {
      encoder.BeginSet(id, ValueFormat::kInPlace);
      encoder.AddInPlace(kSingular, word);
    }));
  };
  EXPECT_EQ(store_word(ToyMetric(0), 5), 0);
  EXPECT_EQ(toy_.first, 5U);
  EXPECT_EQ(store_word(ToyMetric(0), 0), kPcpBadValue);
  EXPECT_EQ(store_word(ToyMetric(3), 5), kPcpPermission);
  EXPECT_EQ(store_word(ToyMetric(99), 5), kPcpUnknownMetric);
  EXPECT_EQ(store_word(ToyMetric(6), 5), kPcpType);
  EXPECT_EQ(store(ToyMetric(6), kSingular, Type::kString, AsBytes("new")), 0);
  EXPECT_EQ(toy_.text, "new");
  EXPECT_EQ(store(ToyMetric(6), kSingular, Type::kAggregate, AsBytes("new")), kPcpType);
  EXPECT_EQ(store(ToyMetric(1), 2, Type::kU64, AsBytes(std::string_view("\0\0\0\0\0\0\0\7", 8))),
            0);
  EXPECT_EQ(toy_.cells[2], 7U);
  EXPECT_EQ(store(ToyMetric(1), 2, Type::kU64, AsBytes("1234")), kPcpType);
  EXPECT_EQ(store(ToyMetric(1), 3, Type::kU64, AsBytes("12345678")), kPcpUnknownInstance);
}

TEST_F(AgentTest, SomeMessagesHaveNoAnswer) {
  ByteBuffer requests;
  CredentialsPdu{}.Encode(requests);
  AttributePdu{AttributeCode::kUserId, std::string_view("0\0", 2)}.Encode(requests);
  ErrorPdu{kPcpNotConnected}.Encode(requests);
  ProfilePdu::Encode(0, Profile(), requests);
  const Conversation talk(toy_.agent, requests);
  EXPECT_TRUE(talk.result);
  EXPECT_TRUE(talk.messages.empty());
}

TEST_F(AgentTest, AnswersEveryTypeOfMessage) {
  for (std::uint32_t type = 0x6fff; type < 0x7020; ++type) {
    ByteBuffer request;
    { const PduScope scope(static_cast<PduType>(type), request); }
    const Conversation talk(toy_.agent, request);
    EXPECT_TRUE(talk.result) << type;
    EXPECT_LE(talk.messages.size(), 1U) << type;
    for (const Pdu& answer : talk.messages) EXPECT_EQ(answer.type, PduType::kError) << type;
  }
}

// All requests of this file that have an answer, and a few more.
ByteBuffer AllRequests() {
  ByteBuffer all;
  const auto add = [&](const ByteBuffer& request) {
    all.insert(all.end(), request.begin(), request.end());
  };
  Profile profile;
  profile.Exclude(ToyTable(1), {1});
  ProfilePdu::Encode(0, profile, all);
  add(Fetching({ToyMetric(0), ToyMetric(1), ToyMetric(6), ToyMetric(0, 1), ToyMetric(99)}));
  add(Encoded(DescRequestPdu{ToyMetric(1)}));
  add(Encoded(InstanceRequestPdu{ToyTable(1), kSingular, "b"}));
  add(Encoded(TextRequestPdu{ToyMetric(0).value, TextKind::kMetricHelp}));
  add(Encoded(LabelRequestPdu{77, LabelLevel::kDomain}));
  add(Encoded(NamesPdu{{"toy.more.real"}, {}}));
  add(Encoded(IdsPdu{0, {ToyMetric(1)}}));
  add(Below(PduType::kChildren, "toy"));
  add(Below(PduType::kTraverse, "toy"));
  add(Storing([](ResultEncoder& encoder) {
    encoder.BeginSet(ToyMetric(6), ValueFormat::kPointer);
    encoder.AddBlock(kSingular, Type::kString, AsBytes("new"));
  }));
  return all;
}

TEST_F(AgentTest, SurvivesTheEndAfterEveryByte) {
  const ByteBuffer all = AllRequests();
  for (std::size_t size = 0; size <= all.size(); ++size) {
    const Conversation talk(toy_.agent, Bytes(all).first(size));
    EXPECT_TRUE(talk.is_whole) << size;
    EXPECT_LE(talk.messages.size(), 10U) << size;
    EXPECT_TRUE(talk.result || talk.result.error().code == Errc::kProtocol) << size;
  }
  EXPECT_EQ(Conversation(toy_.agent, all).messages.size(), 10U);
}

// With its length corrected, so that the body is cut.
TEST_F(AgentTest, SurvivesBodiesThatAreCutAfterEveryByte) {
  const ByteBuffer all = AllRequests();
  for (Bytes rest = all; !rest.empty();) {
    const std::size_t length = LoadU32(rest.data());
    for (std::size_t size = kPduHeaderSize; size < length; ++size) {
      ByteBuffer cut(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(size));
      StoreU32(cut.data(), static_cast<std::uint32_t>(size));
      const Conversation talk(toy_.agent, cut);
      EXPECT_TRUE(talk.result);
      EXPECT_TRUE(talk.is_whole);
      for (const Pdu& answer : talk.messages) EXPECT_EQ(answer.type, PduType::kError) << size;
    }
    rest = rest.subspan(length);
  }
}

TEST(Agent, LengthsThatMakeNoSenseEndIt) {
  for (const std::uint32_t length : {0U, 11U, 2U << 20, 0x80000000U, 0xffffffffU}) {
    Toy toy;
    ByteBuffer request = Encoded(DescRequestPdu{ToyMetric(1)});
    StoreU32(request.data(), length);
    const Conversation talk(toy.agent, request);
    ASSERT_FALSE(talk.result) << length;
    EXPECT_EQ(talk.result.error().code, Errc::kProtocol);
    EXPECT_TRUE(talk.messages.empty());
  }
}

TEST(Agent, SaysWhatIsWrongWithIt) {
  const auto error_of = [](const std::function<void(Agent&)>& add, std::uint32_t domain = 77) {
    Agent agent("toy", domain);
    add(agent);
    const test::MemoryFile in, out;
    const Result<void> served = agent.Serve(in.fd(), out.fd());
    EXPECT_TRUE(served || out.Content().empty());
    return test::ErrorOf(served);
  };
  const auto one = [] { return 1; };
  EXPECT_EQ(error_of([&](Agent& agent) { agent.Add("a.b", {}, one); }), "");
  EXPECT_EQ(error_of([](Agent&) {}, 0), "The domain of an agent is 1 to 510, not 0");
  EXPECT_EQ(error_of([](Agent&) {}, 511), "The domain of an agent is 1 to 510, not 511");
  EXPECT_EQ(error_of([&](Agent& agent) { agent.Add("a b", {}, one); }),
            "toy.a b is no name of a metric");
  EXPECT_EQ(error_of([&](Agent& agent) { agent.Add("", {}, one); }), "toy. is no name of a metric");
  EXPECT_EQ(error_of([&](Agent& agent) {
              agent.Add("a", {}, one);
              agent.Add("a", {}, one);
            }),
            "Two metrics are toy.a");
  EXPECT_EQ(error_of([&](Agent& agent) {
              agent.Add("a", {}, one);
              agent.Add("a.b", {}, one);
            }),
            "toy.a is a metric, but has metrics below it");
  EXPECT_EQ(error_of([&](Agent& agent) {
              agent.Add("a", {.labels = {{"1", "x"}}}, one);
            }),
            "\"1\" is no name of a label");
  EXPECT_EQ(error_of([&](Agent& agent) { agent.Add("a", {.cluster = {1}}, one); }),
            "toy.a has no number: its domain or cluster is not of this agent, or is full");
  EXPECT_EQ(error_of([&](Agent& agent) { agent.Add("a", {.domain = Domain{0}}, one); }),
            "toy.a has no number: its domain or cluster is not of this agent, or is full");
}

TEST(Agent, HasRoomFor1024MetricsInACluster) {
  Agent agent("toy", 77);
  for (int i = 0; i < 1024; ++i) agent.Add("m" + std::to_string(i), {}, [] { return 1; });
  EXPECT_TRUE(agent.Check());
  const Cluster more = agent.AddCluster({});
  agent.Add("next", {.cluster = more}, [] { return 1; });
  EXPECT_TRUE(agent.Check());
  agent.Add("full", {}, [] { return 1; });
  EXPECT_FALSE(agent.Check());
}

TEST(Agent, ThereMayBeSeveralInAProgram) {
  Toy one, two;
  two.first = 9;
  const ByteBuffer fetch = Fetching({ToyMetric(0)});
  const Conversation first(one.agent, fetch), second(two.agent, fetch);
  ASSERT_EQ(first.messages.size(), 1U);
  ASSERT_EQ(second.messages.size(), 1U);
  EXPECT_EQ(LoadU32(first.messages[0].body.data() + 28), 1U);
  EXPECT_EQ(LoadU32(second.messages[0].body.data() + 28), 9U);
}

}  // namespace
}  // namespace fdr::agent
