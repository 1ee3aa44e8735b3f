// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/serve/server_fixture.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fdr/replay/sources/pdu/credentials_pdu.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr::test {
namespace {

void MakeServedArchive(const std::string& base, MetricId load, MetricId reads, InDomId disks) {
  ArchiveBuilder archive(base);
  archive.Metric({.name = "kernel.all.load", .id = load, .type = Type::kDouble})
      .Metric({.name = "disk.dev.read",
               .id = reads,
               .type = Type::kU64,
               .indom = disks,
               .semantics = Semantics::kCounter,
               .units = {.dim_count = 1}})
      .Text(TextKind::kMetricOneLine, load.value, "how busy it is")
      .InDom(At(0), disks, {{0, "sda"}, {1, "sdb on a controller"}});
  for (std::int64_t i = 0; i <= 60; ++i)
    archive.Record(At(static_cast<double>(i)),
                   {Single(load, static_cast<double>(i)), {reads, {{0, 10 * i}, {1, 20 * i}}}});
}

}  // namespace

void ServerTest::SetUp() {
  const std::string base = directory_ / "toy";
  MakeServedArchive(base, kServedLoad, kServedReads, kServedDisks);
  archive_ = std::move(*ArchiveContext::Open(base));
  const auto steady = [] { return std::chrono::steady_clock::now().time_since_epoch(); };
  const auto wall = [] { return At(1'000); };
  source_ = std::make_unique<TapeSource>(
      *archive_, *archive_, TapeClock(At(0), At(60), At(10)), TapeOptions{false, Zone(), "toy"},
      Clocks{steady, wall},
      ServerMetrics({.host = "toyhost", .timezone = "UTC", .version = "1", .process = 7}, facts_));
  loop_ = *EventLoop::Make();
  std::vector<ListeningSocket> sockets;
  sockets.push_back(std::move(*ListeningSocket::AtAddress("127.0.0.1", 0)));
  port_ = sockets.front().port();
  const auto log = [this](const std::string& line) {
    const std::lock_guard lock(mutex_);
    log_.push_back(line);
  };
  server_ = std::make_unique<PmcdServer>(loop_, std::move(sockets), *source_, facts_,
                                         ServerOptions{.wall_clock = wall,
                                                       .most_clients = most_clients_,
                                                       .for_first = for_first_,
                                                       .most_memory = most_memory_,
                                                       .log = log});
  thread_ = std::thread([this] { Run(); });
}

void ServerTest::Run() {
  while (!stops_) {
    loop_->RunOneFor(std::chrono::milliseconds(5));
    std::function<void()> errand;
    {
      const std::lock_guard lock(mutex_);
      errand = std::exchange(errand_, nullptr);
    }
    if (errand) errand();  // which may write to the log
  }
}

void ServerTest::TearDown() {
  stops_ = true;
  thread_.join();
  server_.reset();
  for (const int fd : sockets_) ::close(fd);
}

int ServerTest::ConnectRaw() const {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port_);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  return fd;
}

ClientEnd ServerTest::Connect() {
  sockets_.push_back(ConnectRaw());
  ClientEnd end(sockets_.back());
  const std::optional<Message> greeting = end.Read();
  EXPECT_TRUE(greeting && Decoded<GreetingPdu>(*greeting).code == 0);
  end.Send(CredentialsPdu{});
  return end;
}

std::vector<std::string> ServerTest::Log() {
  const std::lock_guard lock(mutex_);
  return log_;
}

void ServerTest::WithServer(const std::function<void(PmcdServer&, TapeSource&)>& run) {
  std::atomic<bool> is_done = false;
  {
    const std::lock_guard lock(mutex_);
    errand_ = [&] {
      run(*server_, *source_);
      is_done = true;
    };
  }
  ASSERT_TRUE(WaitUntil([&] { return is_done.load(); }));
}

}  // namespace fdr::test
