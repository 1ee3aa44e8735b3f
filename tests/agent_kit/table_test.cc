// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Domains whose members are rows, and what else makes an agent short.

#include <gtest/gtest.h>

#include "fdr/replay/sources/agent_kit/agent.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/fetch_pdu.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/result_pdu.h"
#include "fdr/tests/agent_kit/toy.h"
#include "fdr/tests/support/error_of.h"

namespace fdr::agent {
namespace {

using test::ToyMetric;

struct Host {
  std::string name;
  std::uint64_t users = 0;
  std::optional<double> load;
};

class AgentTableTest : public testing::Test {
 protected:
  AgentTableTest() {
    auto hosts = agent_.AddTable(
        [this] {
          ++reads_;
          return hosts_;
        },
        &Host::name, {.help = "hosts"});
    hosts.Add("users", {}, &Host::users);
    hosts.Add("load", {}, &Host::load);
    hosts.Add("title", {}, [](const Host& host) { return "host " + host.name; });
    hosts.Add("limit", {}, [this](const Host&) { return limit_; })
        .OnStore([this](const Member& member, std::uint32_t value) {
          hosts_[member.index].users = value;
          return Stored::kDone;
        });
    agent_.Add("size", {.domain = hosts.domain()}, [](const Member& member) { return member.id; });
    agent_.Add("limit_of_all", {}, [this] { return limit_; })
        .StoreInto(limit_, [](std::uint32_t wanted) { return wanted > 0; });
    agent_.Add("word", {}, [this]() -> const std::string& { return word_; })
        .StoreInto(word_, [](std::string_view wanted) { return !wanted.empty(); });
  }

  Pdu TheAnswer(Bytes request) {
    talk_.emplace(agent_, request);
    EXPECT_TRUE(talk_->result) << test::ErrorOf(talk_->result);
    EXPECT_EQ(talk_->messages.size(), 1U);
    return talk_->messages.empty() ? Pdu{} : talk_->messages[0];
  }
  void Fetch(const std::vector<MetricId>& metrics) {
    ByteBuffer request;
    FetchPdu::Encode(PduType::kFetch, 0, metrics, request);
    EXPECT_TRUE(DecodeResultPdu(TheAnswer(request), record_));
  }
  std::uint64_t Long(std::size_t set, std::uint32_t value) {
    return LoadU64(record_.sets()[set].Block(value).payload.data());
  }
  std::int32_t Store(MetricId id, const std::function<void(ResultEncoder&)>& add_value,
                     ValueFormat format = ValueFormat::kInPlace) {
    ResultEncoder encoder;
    encoder.Begin({});
    encoder.BeginSet(id, format);
    add_value(encoder);
    ByteBuffer request;
    EncodeResultPdu(PduType::kResult, encoder, request);
    return ErrorPdu::Decode(TheAnswer(request).body).value().code;
  }

  std::vector<Host> hosts_ = {{"a", 5, 0.5}, {"", 6, {}}, {"b", 7, {}}};
  std::uint32_t limit_ = 10;
  std::string word_ = "old";
  int reads_ = 0;
  Agent agent_{"toy", test::kToyDomain};
  std::optional<test::Conversation> talk_;
  ResultRecord record_;
};

TEST_F(AgentTableTest, ItsRowsAreTheMembersOfADomain) {
  ByteBuffer request;
  InstanceRequestPdu{test::ToyTable(0), kSingular, ""}.Encode(request);
  EXPECT_EQ(InstancePdu::Decode(TheAnswer(request).body)->instances,
            (InstanceList{{0, "a"}, {1, "b"}}));
}

TEST_F(AgentTableTest, MetricsArePartsOfRowsOrFunctionsOfThem) {
  Fetch({ToyMetric(0), ToyMetric(1), ToyMetric(2), ToyMetric(4)});
  EXPECT_EQ(reads_, 1);
  ASSERT_EQ(record_.sets().size(), 4U);
  ASSERT_EQ(record_.sets()[0].count(), 2);
  EXPECT_EQ(Long(0, 0), 5U);
  EXPECT_EQ(Long(0, 1), 7U);
  ASSERT_EQ(record_.sets()[1].count(), 1);
  EXPECT_EQ(std::bit_cast<double>(Long(1, 0)), 0.5);
  EXPECT_EQ(AsText(record_.sets()[2].Block(1).payload), std::string_view("host b\0", 7));
  EXPECT_EQ(record_.sets()[3].Word(1), 1U);
}

TEST_F(AgentTableTest, EachFetchReadsTheRowsAgain) {
  Fetch({ToyMetric(0)});
  hosts_ = {{"b", 8, {}}};
  Fetch({ToyMetric(0)});
  ASSERT_EQ(record_.sets()[0].count(), 1);
  EXPECT_EQ(record_.sets()[0].Instance(0), 1);
  EXPECT_EQ(Long(0, 0), 8U);
}

TEST_F(AgentTableTest, AMetricOfRowsCanBeStored) {
  EXPECT_EQ(Store(ToyMetric(3), [](ResultEncoder& encoder) { encoder.AddInPlace(0, 77); }), 0);
  EXPECT_EQ(hosts_[0].users, 77U);
}

TEST_F(AgentTableTest, ClientsChangeAVariableToValuesThatAreValid) {
  const auto store_word = [](std::uint32_t word) {
    return [word](ResultEncoder& encoder) { encoder.AddInPlace(kSingular, word); };
  };
  const auto store_text = [](std::string_view text) {
    return [text](ResultEncoder& encoder) {
      encoder.AddBlock(kSingular, Type::kString, AsBytes(text));
    };
  };
  EXPECT_EQ(Store(ToyMetric(5), store_word(5)), 0);
  EXPECT_EQ(Store(ToyMetric(5), store_word(0)), kPcpBadValue);
  EXPECT_EQ(limit_, 5U);
  EXPECT_EQ(Store(ToyMetric(6), store_text("new"), ValueFormat::kPointer), 0);
  EXPECT_EQ(Store(ToyMetric(6), store_text(""), ValueFormat::kPointer), kPcpBadValue);
  EXPECT_EQ(word_, "new");
}

TEST(AgentRun, SaysWhyAnAgentCannotServe) {
  Agent agent("toy", 0);
  testing::internal::CaptureStderr();
  EXPECT_EQ(agent.Run(), 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "toy: The domain of an agent is 1 to 510, not 0\n");
}

}  // namespace
}  // namespace fdr::agent
