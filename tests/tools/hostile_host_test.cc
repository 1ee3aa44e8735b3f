// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr record` of several hosts, one of which sends messages or metadata without end.  The memory
// of the recorder stays bounded, and the other hosts are recorded as usual.

#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/label_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"
#include "fdr/replay/sources/pdu/text_pdu.h"
#include "fdr/tests/hosts/invented_host.h"
#include "fdr/tests/support/mebibyte.h"
#include "fdr/tests/support/wait_until.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

// For a recorder of a few hosts.  Each host may have 64 MiB of metadata and messages of 32 MiB.
constexpr std::uint64_t kMostMemory = 200 * kMiB;

// Sends the header of a message, and then its bytes for as long as the client reads them.
void SendEndless(ClientEnd& client, PduType type, std::uint32_t length) {
  ByteBuffer header;
  ByteWriter out(header);
  out.U32(length);
  out.U32(static_cast<std::uint32_t>(type));
  out.U32(0);
  client.Send(header);
  const ByteBuffer piece(kMiB);
  for (std::uint32_t sent = 0; sent < length; sent += kMiB) client.Send(piece);
}

// A message with `count` names.
ByteBuffer ManyNames(std::size_t count, std::size_t length) {
  const std::string name(length, 'n');
  NamesPdu names;
  names.names.assign(count, name);
  return ClientEnd::Encoded(names);
}

// Of each other host, after the recorder has given up the hostile one.
constexpr int kSamples = 20;

class HostileHostTest : public RecordFixture {
 protected:
  HostileHostTest() {
    for (InventedHost* host : {&good_, &other_, &hostile_}) host->source.step = 20'000'000;
    good_.after_fetch = [this](int) { ++good_samples_; };
    other_.after_fetch = [this](int) { ++other_samples_; };
    for (std::uint32_t i = 0; i < 20; ++i) {
      const std::string name = "top.m" + std::to_string(i);
      good_.source.Add(name, i, i);
      other_.source.Add(name, i, i);
    }
    for (std::uint32_t i = 0; i < 1000; ++i) hostile_.source.Add("top.m" + std::to_string(i), i, i);
    hostile_.source.AddSet("top.set", 1001, {{1, 1}, {2, 2}});
    hostile_.source.members[kInvented] = {{1, "one"}, {2, "two"}};
  }

  // Of the first message, sends the second half when the others have been recorded behind the first
  // half.
  void SendSlowly(ClientEnd& client, Bytes message) {
    const bool waits = !std::exchange(has_waited_, true);
    const std::size_t half = message.size() / 2;
    client.Send(message.first(half));
    if (waits) WaitForOthers();
    client.Send(message.subspan(half));
  }

  void WaitForOthers() {
    const int good = good_samples_, other = other_samples_;
    ASSERT_TRUE(WaitUntil([&] { return good_samples_ != good && other_samples_ != other; }))
        << "A message that is read stops the other recordings";
  }

  // Records all hosts.  The recorder gives up the hostile one with this complaint, and goes on with
  // the others.
  void RecordsAllOthers(const std::string& complaint) {
    std::filesystem::create_directory(base_);
    std::optional<int> good, other;  // their samples, when the hostile one is given up
    const auto outcome =
        RunChild({.argv = {FDR_COMMAND, "record", "-h", good_.host(), "-h", hostile_.host(), "-h",
                           other_.host(), base_, "top", "-t", "10ms"},
                  .environment = {"TZ=UTC", "FDR_CONFIG=/dev/null", "PMCD_REQUEST_TIMEOUT=120"},
                  .terminates_when = [&](const std::string& err) {
                    if (err.find(complaint) == std::string::npos) return false;
                    good = good.value_or(good_samples_), other = other.value_or(other_samples_);
                    // The last answer of each may be under way when the recorder ends.
                    return good_samples_ > *good + kSamples && other_samples_ > *other + kSamples;
                  }});
    ASSERT_TRUE(outcome) << outcome.error().Message();
    ExpectOthers(*outcome, complaint);
  }

  void ExpectOthers(const ChildOutcome& outcome, const std::string& complaint) {
    EXPECT_EQ(outcome.exit_status, 1) << outcome.err;
    EXPECT_NE(outcome.err.find(hostile_.host() + ": "), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find(complaint), std::string::npos) << outcome.err;
#if !defined(FDR_ADDRESS_SANITIZER)
    EXPECT_LT(outcome.peak_memory, kMostMemory) << outcome.err;
    RecordProperty("MiB", static_cast<int>(outcome.peak_memory / kMiB));
#endif
    for (const InventedHost* host : {&good_, &other_}) {
      const std::string archive = base_ + "/" + host->host();
      ExpectSound(archive);
      EXPECT_GE(Records(archive, "top.m0"), kSamples) << outcome.err;
    }
  }

  std::atomic<int> good_samples_ = 0, other_samples_ = 0;
  bool has_waited_ = false;              // with the first message of the hostile host
  InventedHost good_, other_, hostile_;  // last: they use all of the above
};

TEST_F(HostileHostTest, AMessageWithoutEndIsRefusedWhenItBegins) {
  hostile_.instead = [](ClientEnd& client, const Message& message) {
    if (message.type != PduType::kTraverse) return false;
    SendEndless(client, PduType::kNames, 250 * kMiB);
    return true;
  };
  RecordsAllOthers("A message of 262144000 bytes; the limit max-message is 33554432");
}

TEST_F(HostileHostTest, ManyNamesInOneMessageAreNotDecoded) {
  hostile_.instead = [this, names = ManyNames(2'000'000, 8)](ClientEnd& client,
                                                             const Message& message) {
    if (message.type != PduType::kTraverse) return false;
    SendSlowly(client, names);
    return true;
  };
  RecordsAllOthers("the limit max-metadata is 67108864");
}

TEST_F(HostileHostTest, ManyMetricsAreNotLookedInto) {
  hostile_.instead = [this, names = ManyNames(250'000, 20)](ClientEnd& client,
                                                            const Message& message) {
    if (message.type != PduType::kTraverse) return false;
    SendSlowly(client, names);
    return true;
  };
  RecordsAllOthers("take more than the limit max-metadata, 67108864 bytes");
}

TEST_F(HostileHostTest, ManyNamesOfEachMetricAreNotKept) {
  hostile_.instead = [this, names = ManyNames(1000, 1000)](ClientEnd& client,
                                                           const Message& message) {
    if (message.type != PduType::kIds) return false;
    SendSlowly(client, names);
    return true;
  };
  RecordsAllOthers("take more than the limit max-metadata, 67108864 bytes");
}

TEST_F(HostileHostTest, LongHelpTextsOfEachMetricAreNotKept) {
  const std::string text(kMiB, 'x');
  hostile_.instead = [this, text](ClientEnd& client, const Message& message) {
    if (message.type != PduType::kTextRequest) return false;
    SendSlowly(client, ClientEnd::Encoded(TextPdu{0, text}));
    return true;
  };
  RecordsAllOthers("take more than the limit max-metadata, 67108864 bytes");
}

TEST_F(HostileHostTest, ManyInstancesAreNotKept) {
  InstancePdu many{kInvented, {}};
  for (InstanceId i = 0; i < 1'000'000; ++i) many.instances.push_back({i, "instance"});
  const ByteBuffer answer = ClientEnd::Encoded(many);
  hostile_.instead = [this, answer](ClientEnd& client, const Message& message) {
    if (message.type != PduType::kInstanceRequest) return false;
    SendSlowly(client, answer);
    return true;
  };
  RecordsAllOthers("the limit max-metadata is 67108864");
}

// All sets of labels share the same JSON in the message.  Decoded, each would have its own copy.
TEST_F(HostileHostTest, LabelsThatShareTheirBytesAreNotDecoded) {
  // Made once: the recorder has asked for more labels when it refuses the first ones.
  hostile_.instead = [this, answer = ByteBuffer()](ClientEnd& client,
                                                   const Message& message) mutable {
    if (message.type != PduType::kLabelRequest) return false;
    const auto request = LabelRequestPdu::Decode(message.body);
    constexpr std::uint32_t kSets = 100'000, kJson = 1 << 20;
    if (answer.empty()) {
      const PduScope scope(PduType::kLabel, answer);
      ByteWriter out(answer);
      out.U32(request->id);
      out.U32(static_cast<std::uint32_t>(request->level));
      out.U32(0);
      out.U32(kSets);
      for (std::uint32_t i = 0; i < kSets; ++i) {
        out.U32(i);
        out.U32(0);
        out.U32(kPduHeaderSize + 16 + kSets * 16);
        out.U32(kJson);
      }
      out.Fill(kJson, ' ');
    }
    SendSlowly(client, answer);
    return true;
  };
  RecordsAllOthers("the limit max-metadata is 67108864");
}

TEST_F(HostileHostTest, BothLimitsCanBeRaised) {
  const std::string text(4 * kMiB, 'x');
  hostile_.instead = [text](ClientEnd& client, const Message& message) {
    if (message.type != PduType::kTextRequest) return false;
    client.Send(TextPdu{0, text});
    return true;
  };
  const std::vector<std::string> arguments = {"-h", hostile_.host(), base_, "top.m0",
                                              "-t", "10ms",          "-s",  "3"};
  std::vector<std::string> lower = arguments, raised = arguments;
  lower.insert(lower.end(), {"--max-message", "1MiB"});
  raised.insert(raised.end(), {"--max-message", "5MiB", "--max-metadata", "20MiB"});
  const ChildOutcome refused = Record(lower);
  EXPECT_EQ(refused.exit_status, 1);
  EXPECT_NE(refused.err.find("the limit max-message is 1048576"), std::string::npos) << refused.err;
  const ChildOutcome taken = Record(raised);
  EXPECT_EQ(taken.exit_status, 0) << taken.err;
  ExpectSound(base_);
}

}  // namespace
}  // namespace fdr::test
