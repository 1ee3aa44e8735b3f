// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers that are wrong, late or incomplete.

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "fdr/tests/live/model_host_test.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using namespace std::chrono_literals;
using test::ClientEnd;
using test::kCount;
using test::kLoad;
using test::kName;
using test::kToys;
using test::Message;
using test::ModelHost;
using test::Patient;
using test::RecordBuilder;

using LiveAnswersTest = test::ModelHostTest;

// Each case has a question, and an answer to it that ends the connection.
TEST_F(LiveAnswersTest, AnswersThatMakeNoSenseEndTheConnection) {
  struct Case {
    const char* what;
    PduType question;
    RecordBuilder answer;
    std::function<Error(LiveContext&)> ask;
  };
  const auto text = [](LiveContext& c) { return c.Text(TextKind::kMetricHelp, 1).error(); };
  const auto desc = [](LiveContext& c) { return c.DescOf(kLoad).error(); };
  const auto indom = [](LiveContext& c) { return c.Instances(kToys).error(); };
  const auto labels = [](LiveContext& c) { return c.Labels(LabelLevel::kItem, 7).error(); };
  const auto children = [](LiveContext& c) { return c.Children("toy").error(); };
  const auto traverse = [](LiveContext& c) { return c.Traverse("toy").error(); };
  const auto names_of = [](LiveContext& c) { return c.NamesOf(kLoad).error(); };
  const auto find = [](LiveContext& c) {
    const std::vector<std::string> names = {"a", "b"};
    return c.Find(names).error();
  };
  const auto fetch = [](LiveContext& c) {
    FetchResult result;
    return c.Fetch(std::span(&kCount, 1), result).error();
  };
  const std::vector<Case> cases = {
      {"of another type", PduType::kTextRequest,
       RecordBuilder("00000010 00007004 00000000 0f000800"), text},
      {"success, but no answer", PduType::kTextRequest,
       RecordBuilder("00000010 00007000 00000000 00000000"), text},
      {"a bad error", PduType::kTextRequest, RecordBuilder("0000000c 00007000 00000000"), text},
      {"a length of nothing", PduType::kTextRequest, RecordBuilder("00000000 00007009 00000000"),
       text},
      {"a text too long", PduType::kTextRequest,
       RecordBuilder("00000014 00007009 00000000 00000000 00000004"), text},
      {"of another metric", PduType::kDescIds,
       RecordBuilder("00000024 00007017 00000000 00000001 |"
                     "00400000 00000000 00000000 00000000 00000000"),
       desc},
      {"too many descriptors", PduType::kDescIds,
       RecordBuilder("00000010 00007017 00000000 00000000"), desc},
      {"a bad instance", PduType::kInstanceRequest,
       RecordBuilder("00000014 00007007 00000000 00000000 00000001"), indom},
      {"labels of something else", PduType::kLabelRequest,
       RecordBuilder("0000001c 00007013 00000000 00000008 00000010 00000000 00000000"), labels},
      {"labels of another level", PduType::kLabelRequest,
       RecordBuilder("0000001c 00007013 00000000 00000007 00000008 00000000 00000000"), labels},
      {"children without status", PduType::kChildren,
       RecordBuilder("00000020 0000700e 00000000 00000002 00000000 00000001 00000001 61000000"),
       children},
      {"names that are too long", PduType::kTraverse,
       RecordBuilder("0000001c 0000700e 00000000 00000002 00000000 00000001 000000ff"), traverse},
      {"no names", PduType::kIds, RecordBuilder("0000000c 0000700e 00000000"), names_of},
      {"too few identifiers", PduType::kNames,
       RecordBuilder("00000018 0000700d 00000000 00000001 00000001 00000001"), find},
      {"values of another metric", PduType::kHighresFetch,
       RecordBuilder("00000028 00007015 00000000 00000001 00000000 00000001 00000000 00000000 |"
                     "00400001 00000000"),
       fetch},
      {"too few values", PduType::kHighresFetch,
       RecordBuilder("00000020 00007015 00000000 00000000 00000000 00000001 00000000 00000000"),
       fetch},
      {"a bad result", PduType::kHighresFetch,
       RecordBuilder("00000024 00007015 00000000 00000001 00000000 00000001 00000000 00000000 |"
                     "00400000"),
       fetch},
      {"two answers", PduType::kTextRequest,
       RecordBuilder("00000014 00007009 00000000 00000000 00000000")
           .Hex("0000000c 00007009 00000000"),
       [&text](LiveContext& c) {
         EXPECT_TRUE(c.Text(TextKind::kMetricHelp, 1));
         return text(c);
       }},
  };
  for (const Case& c : cases) {
    model_ = ModelHost();
    // Connecting asks for names and values, too.
    std::atomic<bool> connected = false;
    model_.handlers[c.question] = [&](ClientEnd& client, const Message& message) {
      connected ? client.Send(c.answer) : ModelHost::Answer(client, message, {});
    };
    LiveContext& broken = Open();
    connected = true;
    const Error error = c.ask(broken);
    EXPECT_TRUE(error.code == Errc::kProtocol || c.what == std::string_view("two answers"))
        << c.what << ": " << error.Message();
    EXPECT_EQ(error.file, collector_->host()) << c.what;
    EXPECT_FALSE(broken.IsConnected()) << c.what;
    EXPECT_EQ(broken.Traverse("").error().code, Errc::kDisconnected) << c.what;
    Close();
  }
}

// The model's answer to a message, as bytes.
ByteBuffer AnswerTo(const Message& message) {
  int fds[2];
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
  ClientEnd end(fds[0]);
  ModelHost::Answer(end, message, {});
  ByteBuffer bytes(4096);
  const ssize_t size = ::recv(fds[1], bytes.data(), bytes.size(), 0);
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  ::close(fds[0]);
  ::close(fds[1]);
  return bytes;
}

// Replaces each word of an answer by other words.  Then the collector leaves.  The client must get
// an answer or an error, and must survive.
TEST_F(LiveAnswersTest, EveryFieldMayBeWrong) {
  using Ask = std::function<void(LiveContext&)>;
  const std::vector<std::pair<PduType, Ask>> questions = {
      {PduType::kTextRequest,
       [](LiveContext& c) { (void)c.Text(TextKind::kMetricOneLine, kCount.value); }},
      {PduType::kDescIds, [](LiveContext& c) { (void)c.DescOf(kLoad); }},
      {PduType::kInstanceRequest, [](LiveContext& c) { (void)c.Instances(kToys); }},
      {PduType::kLabelRequest, [](LiveContext& c) { (void)c.Labels(LabelLevel::kDomain, 1); }},
      {PduType::kChildren, [](LiveContext& c) { (void)c.Children("toy"); }},
      {PduType::kTraverse, [](LiveContext& c) { (void)c.Traverse("toy"); }},
      {PduType::kIds, [](LiveContext& c) { (void)c.NamesOf(kLoad); }},
      {PduType::kNames,
       [](LiveContext& c) {
         (void)c.Find(std::vector<std::string>{"toy.count", "toy.load", "no.such"});
       }},
      {PduType::kHighresFetch,
       [](LiveContext& c) {
         FetchResult result;
         (void)c.Fetch(std::vector{kCount, kLoad, kName, test::kError}, result);
       }},
  };
  std::size_t tried = 0;
  for (const auto& [type, ask] : questions) {
    std::atomic<std::size_t> words = 1;
    for (std::size_t word = 0; word < words; ++word) {
      for (const std::uint32_t wrong : {0u, 1u, 0x7fffffffu, 0x80000000u, 0xffffffffu}) {
        Close();
        std::atomic<bool> connected = false;
        model_.handlers.clear();
        model_.handlers[type] = [&](ClientEnd& client, const Message& message) {
          ByteBuffer answer = AnswerTo(message);
          if (connected) {
            words = answer.size() / 4;
            StoreU32(answer.data() + 4 * word, wrong);
          }
          client.Send(answer);
          if (connected) client.Leave();
        };
        LiveContext& context = Open();
        connected = true;
        ask(context);
        ++tried;
        Close();
      }
    }
  }
  EXPECT_GT(tried, 500u);
}

TEST_F(LiveAnswersTest, SilenceEndsTheConnection) {
  model_.handlers[PduType::kTextRequest] = [](ClientEnd&, const Message&) {};
  LiveOptions options = Patient();
  options.request_timeout = 1s;
  LiveContext& context = Open(options);
  const auto start = std::chrono::steady_clock::now();
  const auto text = context.Text(TextKind::kMetricHelp, 1);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 1s);
  EXPECT_EQ(text.error().code, Errc::kTimeout);
  EXPECT_FALSE(context.IsConnected());
  const auto later = context.Text(TextKind::kMetricHelp, 1);
  EXPECT_EQ(later.error().code, Errc::kDisconnected);
  EXPECT_EQ(
      later.error().Message(),
      collector_->host() + ": Not connected any more: The collector did not answer within 1 s");
  EXPECT_EQ(context.DescOf(kCount).error().code, Errc::kDisconnected);
  EXPECT_EQ(context.Labels(LabelLevel::kItem, 1).error().code, Errc::kDisconnected);
  EXPECT_EQ(context.Find("toy.count").error().code, Errc::kDisconnected);
  EXPECT_EQ(context.Fetch(std::span(&kCount, 1), result_).error().code, Errc::kDisconnected);
  EXPECT_EQ(context.Store(result_).error().code, Errc::kDisconnected);
}

TEST_F(LiveAnswersTest, ACollectorMayGoAtAnyTime) {
  // In the middle of an answer, ...
  model_.handlers[PduType::kTextRequest] = [](ClientEnd& client, const Message&) {
    client.Send(RecordBuilder("00000030 00007009 00000000 00000000 0000001c").Text("number of"));
  };
  LiveContext& context = Open();
  std::optional<Error> error;
  context.StartText(TextKind::kMetricHelp, 1,
                    [&](const Result<std::string>& text) { error = text.error(); });
  while (context.loop().RunOneFor(100ms)) {  // until the part of the answer has arrived
  }
  collector_.reset();
  while (!error) context.Wait();
  EXPECT_EQ(error->code, Errc::kDisconnected);
  EXPECT_NE(error->what.find("in the middle of a message"), std::string::npos) << error->what;
  // ... or while no question is open.  The context notices it when it waits.
  LiveContext& idle = Open();
  collector_.reset();
  while (idle.IsConnected()) ASSERT_TRUE(idle.loop().RunOneFor(10s));
  EXPECT_EQ(idle.Traverse("").error().code, Errc::kDisconnected);
}

}  // namespace
}  // namespace fdr
