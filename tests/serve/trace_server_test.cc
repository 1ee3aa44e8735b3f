// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The collector of traces and its clients, right and wrong.

#include "fdr/replay/serve/trace/trace_server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "fdr/replay/serve/trace/trace_metrics.h"
#include "fdr/tests/hosts/scripted_collector.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr {
namespace {

constexpr std::int32_t kGreeted = TraceAck::kVersion;

/// The server runs in a thread of its own.
class TraceServerTest : public testing::Test {
 protected:
  void SetUp() override {
    loop_ = *EventLoop::Make();
    std::vector<ListeningSocket> sockets;
    sockets.push_back(std::move(*ListeningSocket::AtAddress("127.0.0.1", 0)));
    facts_.port = sockets.front().port();
    server_ = std::make_unique<TraceServer>(
        loop_, std::move(sockets), facts_,
        TraceServerOptions{.most_clients = 3, .access = {}, .log = [this](const std::string& line) {
                             log_ += line + "\n";
                           }});
    thread_ = std::thread([this] {
      while (!stops_) {
        const std::lock_guard lock(mutex_);
        loop_->RunOneFor(std::chrono::milliseconds(5));
      }
    });
  }
  void TearDown() override {
    stops_ = true;
    thread_.join();
    server_.reset();
    for (const int fd : sockets_) ::close(fd);
  }

  test::ClientEnd ConnectRaw() {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(facts_.port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    sockets_.push_back(fd);
    return test::ClientEnd(fd);
  }
  /// The word of the next acknowledgement; nothing if the server has gone.
  static std::optional<std::int32_t> Read(test::ClientEnd& client) {
    const std::optional<test::Message> message = client.Read();
    if (!message) return std::nullopt;
    EXPECT_EQ(static_cast<std::uint32_t>(message->type), 0x7050u);
    return TraceAck::Decode(message->body)->word;
  }
  test::ClientEnd Connect() {
    test::ClientEnd client = ConnectRaw();
    EXPECT_EQ(Read(client), kGreeted);
    return client;
  }
  void ConnectAndTrace() {
    test::ClientEnd client = Connect();
    client.Send(Encoded({TraceKind::kPoint, true, -1, "pt"}));
    EXPECT_EQ(Read(client), 2);
  }
  static ByteBuffer Encoded(const TraceData& data) {
    ByteBuffer bytes;
    data.Encode(1, bytes);
    return bytes;
  }
  /// What the metric has for each tag.
  std::map<std::string, std::string> Values(const std::string& name) {
    const std::lock_guard lock(mutex_);
    std::map<std::string, std::string> values;
    const OwnMetrics own = TraceMetrics(facts_);
    for (const OwnMetric& metric : own.metrics) {
      if (metric.name != "trace." + name) continue;
      std::map<InstanceId, std::string> names = {{kSingular, ""}};
      for (const OwnDomain& domain : own.domains)
        if (domain.id == metric.desc.indom)
          for (const NamedInstance& member : domain.members()) names[member.id] = member.name;
      for (const OwnValue& value : metric.read())
        values[names.at(value.instance)] = std::visit(
            [](const auto& number) {
              if constexpr (std::is_same_v<std::decay_t<decltype(number)>, std::string>)
                return number;
              else
                return std::to_string(number);
            },
            value.value);
    }
    return values;
  }
  void Store(const std::string& name) {
    const std::lock_guard lock(mutex_);
    const OwnMetrics own = TraceMetrics(facts_);
    const auto metric = std::ranges::find(own.metrics, name, &OwnMetric::name);
    EXPECT_EQ(metric->store(0, OwnValue{kSingular, 1u}), 0);
  }
  std::string Log() {
    const std::lock_guard lock(mutex_);
    return log_;
  }
  void WaitForLog(const std::string& text) {
    EXPECT_TRUE(test::WaitUntil([&] { return Log().find(text) != std::string::npos; })) << Log();
  }

  std::atomic<std::int64_t> seconds_ = 0;
  TraceFacts facts_{{std::chrono::seconds(10), 5},
                    [this] { return std::chrono::seconds(seconds_.load()); }};
  std::unique_ptr<TraceServer> server_;
  std::mutex mutex_;  // of the server and its facts

 private:
  std::shared_ptr<EventLoop> loop_;
  std::string log_;
  std::atomic<bool> stops_ = false;
  std::thread thread_;
  std::vector<int> sockets_;
};

TEST_F(TraceServerTest, DataBecomeMetrics) {
  test::ClientEnd client = Connect();
  client.Send(Encoded({TraceKind::kTransaction, true, 0.25, "tx"}));
  EXPECT_EQ(Read(client), 1);
  client.Send(Encoded({TraceKind::kPoint, true, -1, "pt"}));
  EXPECT_EQ(Read(client), 2);
  client.Send(Encoded({TraceKind::kObservation, true, 1.5, "ob"}));
  EXPECT_EQ(Read(client), 3);
  client.Send(Encoded({TraceKind::kCounter, true, 7, "ct"}));
  EXPECT_EQ(Read(client), 4);
  using Map = std::map<std::string, std::string>;
  EXPECT_EQ(Values("transact.count"), (Map{{"tx", "1"}}));
  EXPECT_EQ(Values("transact.total_time"), (Map{{"tx", "0.250000"}}));
  EXPECT_EQ(Values("transact.rate"), Map());
  EXPECT_EQ(Values("point.count"), (Map{{"pt", "1"}}));
  EXPECT_EQ(Values("observe.value"), (Map{{"ob", "1.500000"}}));
  EXPECT_EQ(Values("counter.value"), (Map{{"ct", "7.000000"}}));
  EXPECT_EQ(Values("control.clients"), (Map{{"", "1"}}));
  seconds_ = 2;
  EXPECT_EQ(Values("transact.rate"), (Map{{"tx", "0.100000"}}));
  EXPECT_EQ(Values("transact.ave_time"), (Map{{"tx", "0.250000"}}));
  EXPECT_EQ(Values("transact.p999_time")["tx"], "0.253906") << "1.6 % more";
  EXPECT_EQ(Values("point.rate"), (Map{{"pt", "0.100000"}}));
}

TEST_F(TraceServerTest, DataThatWantNoAcknowledgementGetNone) {
  test::ClientEnd client = Connect();
  client.Send(Encoded({TraceKind::kPoint, false, -1, "pt"}));
  client.Send(Encoded({TraceKind::kCounter, true, 7, "ct"}));
  EXPECT_EQ(Read(client), 4);
  EXPECT_EQ(Values("point.count")["pt"], "1");
}

TEST_F(TraceServerTest, MessagesMayArriveInPieces) {
  test::ClientEnd client = Connect();
  ByteBuffer bytes = Encoded({TraceKind::kPoint, false, -1, "a point"});
  const ByteBuffer last = Encoded({TraceKind::kCounter, true, 7, "ct"});
  bytes.insert(bytes.end(), last.begin(), last.end());
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    client.Send(Bytes(bytes).first(cut));
    client.Send(Bytes(bytes).subspan(cut));
    ASSERT_EQ(Read(client), 4) << cut;
  }
  client.Trickle(bytes);
  EXPECT_EQ(Read(client), 4);
  EXPECT_EQ(Values("point.count")["a point"], std::to_string(bytes.size() + 2));
}

TEST_F(TraceServerTest, AMillionPointsAreCounted) {
  test::ClientEnd client = Connect();
  const ByteBuffer point = Encoded({TraceKind::kPoint, false, -1, "pt"});
  ByteBuffer thousand;
  for (int i = 0; i < 1000; ++i) thousand.insert(thousand.end(), point.begin(), point.end());
  for (int i = 0; i < 1000; ++i) client.Send(Bytes(thousand));
  client.Send(Encoded({TraceKind::kCounter, true, 7, "ct"}));
  EXPECT_EQ(Read(client), 4);
  EXPECT_EQ(Values("point.count")["pt"], "1000000");
}

TEST_F(TraceServerTest, WrongMessagesEndTheConnectionWithAReason) {
  const auto expect_drop = [&](ByteBuffer bytes, const std::string& reason) {
    test::ClientEnd client = Connect();
    client.Send(Bytes(bytes));
    EXPECT_FALSE(client.Read());
    WaitForLog(reason);
  };
  const ByteBuffer good = Encoded({TraceKind::kPoint, true, -1, "pt"});
  const auto with = [&](std::size_t at, int byte) {
    ByteBuffer bytes = good;
    bytes[at] = static_cast<std::byte>(byte);
    return bytes;
  };
  expect_drop(with(0, 0x80), "dropped application 0: Bad message (header): a length of");
  expect_drop(with(7, 0x52), "dropped application 1: Bad message (header): unknown type");
  expect_drop(with(7, 0x50), "dropped application 2: it sent an acknowledgement");
  expect_drop(with(12, 2), "dropped application 3: Bad message (trace data): its version is 2");
  expect_drop(with(14, 5), "dropped application 4: Bad message (trace data): unknown kind 5");
  EXPECT_EQ(Values("control.dropped")[""], "5");
  EXPECT_EQ(Values("control.clients")[""], "0");
  test::ClientEnd client = Connect();
  client.Send(Bytes(good));
  EXPECT_EQ(Read(client), 2);
}

TEST_F(TraceServerTest, AMessageThatDoesNotEndIsNotWaitedFor) {
  test::ClientEnd client = Connect();
  client.Send(Bytes(Encoded({TraceKind::kPoint, true, -1, "pt"})).first(20));
  EXPECT_FALSE(client.Read());
  WaitForLog("dropped application 0: its message did not arrive within 5 s");
}

TEST_F(TraceServerTest, AClientThatReadsNothingDoesNotStopOthers) {
  test::ClientEnd deaf = Connect();
  const ByteBuffer point = Encoded({TraceKind::kPoint, true, -1, "pt"});
  ByteBuffer many;
  for (int i = 0; i < 10'000; ++i) many.insert(many.end(), point.begin(), point.end());
  std::thread sender([&] {
    for (int i = 0; i < 100; ++i) deaf.Send(Bytes(many));
  });
  test::ClientEnd client = Connect();
  for (int i = 0; i < 100; ++i) {
    client.Send(Encoded({TraceKind::kCounter, true, 7, "ct"}));
    ASSERT_EQ(Read(client), 4);
  }
  deaf.Leave();
  sender.join();
}

TEST_F(TraceServerTest, MuteApplicationsGiveWay) {
  test::ClientEnd oldest = Connect();
  for (int i = 0; i < 2; ++i) Connect();
  EXPECT_TRUE(test::WaitUntil([&] {  // they have a second to speak
    test::ClientEnd fourth = ConnectRaw();
    return Read(fourth) == kGreeted;
  }));
  EXPECT_FALSE(oldest.Read());
  WaitForLog("dropped application 0: it has said nothing, and another one wants its place");
}

TEST_F(TraceServerTest, TooManyClientsAreRefused) {
  for (int i = 0; i < 3; ++i) ConnectAndTrace();
  test::ClientEnd fourth = ConnectRaw();
  EXPECT_EQ(Read(fourth), TraceAck::kTooManyClients);
  EXPECT_FALSE(fourth.Read());
  WaitForLog("refused an application at 127.0.0.1: there are 3 clients already");
}

TEST_F(TraceServerTest, AFloodOfApplicationsIsNoFloodOfMessages) {
  for (int i = 0; i < 3; ++i) ConnectAndTrace();
  const auto lines = [this] { return std::ranges::count(Log(), '\n'); };
  // Where the machine is busy, some may come in a second of their own: then others come.
  EXPECT_TRUE(test::WaitUntil([&] {
    const auto before = lines();
    for (int i = 0; i < 200; ++i) {
      test::ClientEnd refused = ConnectRaw();
      EXPECT_EQ(Read(refused), TraceAck::kTooManyClients);
    }
    return lines() - before < 40;
  }));
  WaitForLog("more clients within a second");
}

TEST_F(TraceServerTest, AnApplicationNeedsTheRightToStore) {
  test::ClientEnd before = Connect();
  const auto set = [&](const std::string& rules) {
    const std::lock_guard lock(mutex_);
    server_->SetAccess(*AccessControl::Make(*ParseAccess(rules, "rules"), {}));
  };
  set("disallow hosts 127.* : store;");
  EXPECT_FALSE(before.Read());
  WaitForLog("dropped application 0: it has lost its permission");
  test::ClientEnd denied = ConnectRaw();
  EXPECT_EQ(Read(denied), TraceAck::kDenied);
  EXPECT_FALSE(denied.Read());
  WaitForLog("refused an application at 127.0.0.1: it may not store");
  set("allow hosts 127.* : all, maximum 1 connections;");
  Connect();
  test::ClientEnd two = ConnectRaw();
  EXPECT_EQ(Read(two), TraceAck::kTooManyClients);
}

TEST_F(TraceServerTest, AResetForgetsTags) {
  test::ClientEnd client = Connect();
  client.Send(Encoded({TraceKind::kCounter, true, 7, "ct"}));
  ASSERT_EQ(Read(client), 4);
  Store("trace.control.reset");
  EXPECT_TRUE(Values("counter.count").empty());
}

TEST_F(TraceServerTest, TheLogShowsDataOnRequest) {
  test::ClientEnd client = Connect();
  Store("trace.control.debug");
  client.Send(Encoded({TraceKind::kObservation, true, 1.5, "ob"}));
  EXPECT_EQ(Read(client), 3);
  WaitForLog("application 0: observation \"ob\" 1.500000");
}

TEST_F(TraceServerTest, TooManyTagsAreLoggedOnce) {
  test::ClientEnd client = Connect();
  for (std::size_t i = 0; i < TraceTags::kMostTransactions + 5; ++i)
    client.Send(Encoded({TraceKind::kTransaction, false, 1, std::to_string(i)}));
  client.Send(Encoded({TraceKind::kCounter, true, 7, "ct"}));
  EXPECT_EQ(Read(client), 4);
  EXPECT_EQ(Values("control.refused")[""], "5");
  EXPECT_EQ(Values("transact.count").size(), TraceTags::kMostTransactions);
  const std::string log = Log();
  const std::size_t first = log.find("has new tags");
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(log.find("has new tags", first + 1), std::string::npos);
}

}  // namespace
}  // namespace fdr
