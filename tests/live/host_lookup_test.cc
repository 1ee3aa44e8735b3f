// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of hosts are looked up in parallel.  The lookups call a getaddrinfo() of this test, which
// waits for names that begin with "slow".  It then calls the function of the C library.

#include "fdr/replay/sources/live/internal/host_lookup.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <netdb.h>

#include <condition_variable>
#include <mutex>
#include <string_view>

#include "fdr/replay/sources/net/event_loop_impl.h"
#include "fdr/tests/support/error_of.h"

namespace {

// Slow questions wait here.
class Gate {
 public:
  void Pass() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return is_open_; });
    --waiting_;
    changed_.notify_all();
  }
  void WaitFor(std::size_t waiting) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_ == waiting; });
  }
  void Set(bool is_open) {
    const std::lock_guard lock(mutex_);
    is_open_ = is_open;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t waiting_ = 0;
  bool is_open_ = false;
};

Gate gate;

}  // namespace

extern "C" int getaddrinfo(const char* host, const char* service, const addrinfo* hints,
                           addrinfo** found) {
  if (std::string_view(host).starts_with("slow")) {
    gate.Pass();
    host = "127.0.0.2";
  }
  using Real = int (*)(const char*, const char*, const addrinfo*, addrinfo**);
  static const auto real = reinterpret_cast<Real>(::dlsym(RTLD_NEXT, "getaddrinfo"));
  return real(host, service, hints, found);
}

namespace fdr {
namespace {

class HostLookupTest : public ::testing::Test {
 protected:
  HostLookupTest() { gate.Set(false); }
  ~HostLookupTest() override {
    gate.Set(true);
    gate.WaitFor(0);
  }

  void Ask(const std::string& host) {
    asio::use_service<HostLookup>(loop_->impl().io)
        .Start(host, [this, host](const Result<HostLookup::Addresses>& found) {
          answers_.push_back(host + " " +
                             (found ? found->at(0).to_string() : test::ErrorOf(found)));
        });
  }
  void RunUntil(std::size_t answers) {
    while (answers_.size() < answers) loop_->RunOne();
  }

  std::shared_ptr<EventLoop> loop_ = *EventLoop::Make();
  std::vector<std::string> answers_;
};

TEST_F(HostLookupTest, ASlowNameKeepsNobodyWaiting) {
  constexpr std::size_t kSlow = HostLookup::kMostThreads - 1;
  for (std::size_t i = 0; i < kSlow; ++i) Ask("slow");
  gate.WaitFor(kSlow);
  Ask("127.0.0.1");
  RunUntil(1);
  EXPECT_EQ(answers_[0], "127.0.0.1 127.0.0.1");
  gate.Set(true);
  RunUntil(kSlow + 1);
  EXPECT_EQ(answers_.back(), "slow 127.0.0.2");
}

TEST_F(HostLookupTest, TooManyWaitTheirTurn) {
  constexpr std::size_t kAll = 3 * HostLookup::kMostThreads;
  for (std::size_t i = 0; i < kAll; ++i) Ask("slow");
  gate.WaitFor(HostLookup::kMostThreads);
  EXPECT_TRUE(answers_.empty());
  gate.Set(true);
  RunUntil(kAll);
}

TEST_F(HostLookupTest, AnUnknownHostIsAnError) {
  Ask("no host has this name");
  RunUntil(1);
  EXPECT_NE(answers_[0].find("known"), std::string::npos) << answers_[0];
}

TEST_F(HostLookupTest, NobodyWaitsForTheLastAnswerWhenTheLoopGoes) {
  for (std::size_t i = 0; i < HostLookup::kMostThreads + 1; ++i) Ask("slow");
  gate.WaitFor(HostLookup::kMostThreads);
  loop_.reset();
  gate.Set(true);
  gate.WaitFor(0);
  EXPECT_TRUE(answers_.empty());
}

}  // namespace
}  // namespace fdr
