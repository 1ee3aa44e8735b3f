// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Many web clients at a time: 64 that ask without a pause, and 1,000 that only stay connected.

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>

#include "fdr/tests/serve/http/http_server_fixture.h"
#include "fdr/tests/support/soak.h"

namespace fdr {
namespace {

using std::chrono::nanoseconds;
using test::GetRequest;
using test::TextResponse;
using test::WebClient;

constexpr std::size_t kBusy = 64, kIdle = 1000;
constexpr std::size_t kMebibyte = std::size_t{1} << 20;

std::size_t ResidentBytes() {
  std::ifstream in("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  in >> all >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

class HttpLoadTest : public test::HttpServerTest {
 protected:
  void SetUp() override {
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
    options_.limits.connections = kBusy + kIdle;
    options_.limits.idle = std::chrono::minutes(10);  // the test may take longer than the default
  }

  nanoseconds CpuTimeOfServer() {
    timespec time{};
    WithServer([&](HttpServer&) { ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time); });
    return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
  }

  // Each client asks again when it has its answer, which always has this size.  Returns the number
  // of answers.
  std::size_t AskFor(nanoseconds time, std::vector<WebClient>& clients, const std::string& request,
                     std::size_t size) {
    std::vector<pollfd> waiting;
    for (WebClient& client : clients) {
      client.Send(request);
      waiting.push_back({client.fd(), POLLIN, 0});
    }
    std::vector<std::size_t> arrived(clients.size());
    std::size_t answers = 0;
    std::array<char, 65536> bytes;
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) {
      ::poll(waiting.data(), waiting.size(), 1000);
      for (std::size_t i = 0; i < clients.size(); ++i) {
        if (waiting[i].revents == 0) continue;
        const ssize_t more = ::recv(waiting[i].fd, bytes.data(), bytes.size(), 0);
        if (more <= 0) return 0;
        arrived[i] += static_cast<std::size_t>(more);
        if (arrived[i] < size) continue;
        arrived[i] -= size;
        ++answers;
        clients[i].Send(request);
      }
    }
    return answers;
  }
};

TEST_F(HttpLoadTest, ManyClientsAreServedInLittleMemory) {
  Mount("/here", [](const HttpRequest&) { return TextResponse(std::string(476, 'x')); });
  Mount("/anywhere", [](const HttpRequest&) { return TextResponse(std::string(476, 'x')); },
        {HttpService::Place::kAnywhere, nullptr});
  Start();
  const nanoseconds time = test::IsSoak() ? std::chrono::seconds(60) : std::chrono::seconds(1);
  const std::size_t before = ResidentBytes();
  std::vector<WebClient> idle, busy;
  for (std::size_t i = 0; i < kIdle; ++i) idle.push_back(Connect());
  for (std::size_t i = 0; i < kBusy; ++i) busy.push_back(Connect());
  for (const char* path : {"/here", "/anywhere"}) {
    WebClient& first = busy.front();
    first.Send(GetRequest(path));
    const std::size_t body = first.Read()->body.size();
    ASSERT_EQ(body, 476u);
    first.Send(GetRequest(path));
    std::size_t size = 0;
    while (size < body) size += first.ReadSome().size();  // one piece, since it is short
    const nanoseconds cpu_before = CpuTimeOfServer();
    const std::size_t answers = AskFor(time, busy, GetRequest(path), size);
    const nanoseconds cpu = CpuTimeOfServer() - cpu_before;
    EXPECT_GT(answers, 1000u / test::kSlowness) << path;
    std::cout << path << ": " << answers << " answers, "
              << static_cast<double>(cpu.count()) / static_cast<double>(answers) / 1000
              << " us of the serving thread for each\n";
    // What was asked for last.
    for (WebClient& client : busy) ASSERT_TRUE(client.Read());
  }
  // Sanitizers need memory of their own.
  if (test::kSlowness == 1) {
    EXPECT_LT(ResidentBytes() - before, 32 * kMebibyte);
  }
  for (WebClient& client : idle) client.Send(GetRequest("/here"));
  for (WebClient& client : idle) ASSERT_TRUE(client.Read());
  EXPECT_TRUE(Log().empty());
}

}  // namespace
}  // namespace fdr
