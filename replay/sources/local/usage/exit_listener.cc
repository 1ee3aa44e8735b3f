// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/usage/exit_listener.h"

#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <linux/taskstats.h>
#include <signal.h>
#include <sys/socket.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>

namespace fdr::local {
namespace {

// A message takes 1,280 bytes of the kernel: 26,000 fit.  The kernel doubles the size.
constexpr int kKernelBuffer = 16 << 20;
// 200 bytes each, with what a vector has in reserve.
constexpr std::size_t kMostRecords = 1 << 17;
// After the longest pause there is still room if 13,000 ended each second of it.
constexpr std::chrono::milliseconds kPause{250}, kLongestPause{2000};
constexpr std::size_t kLongestMessage = 64 * 1024;
constexpr const char* kWhat = "taskstats of the kernel";

// A request with one attribute.
class Request {
 public:
  Request(std::uint16_t family, std::uint8_t command, std::uint16_t attribute,
          std::string_view content) {
    const nlattr head = {static_cast<std::uint16_t>(NLA_HDRLEN + content.size()), attribute};
    Append(nlmsghdr{0, family, NLM_F_REQUEST | NLM_F_ACK, 0, 0});
    Append(genlmsghdr{command, 1, 0});
    Append(head);
    bytes_.append(content);
    bytes_.resize(NLMSG_ALIGN(bytes_.size()));
    const auto size = static_cast<std::uint32_t>(bytes_.size());
    std::memcpy(bytes_.data(), &size, sizeof size);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  template <class Struct>
  void Append(const Struct& part) {
    bytes_.append(reinterpret_cast<const char*>(&part), sizeof part);
  }
  std::string bytes_;
};

// A message of the kernel, or nothing if it is of another program, which may write to this socket.
// Negative if there is none.
ssize_t Receive(int socket, std::vector<std::byte>& buffer, int flags) {
  sockaddr_nl sender = {};
  socklen_t size = sizeof sender;
  const ssize_t got = recvfrom(socket, buffer.data(), buffer.size(), flags,
                               reinterpret_cast<sockaddr*>(&sender), &size);
  return got > 0 && sender.nl_pid != 0 ? 0 : got;
}

// The kernel brings times up to date at each tick of this clock.
std::uint64_t NanosOfTick() {
  constexpr std::uint64_t kMost = 10'000'000;  // 100 ticks a second
  timespec tick = {};
  if (clock_getres(CLOCK_MONOTONIC_COARSE, &tick) != 0 || tick.tv_sec != 0) return kMost;
  return std::min(static_cast<std::uint64_t>(tick.tv_nsec), kMost);
}

// Sends a request, and hands each message up to the acknowledgement to `take`.
template <class Take>
Result<void> Ask(int socket, const Request& request, Take take) {
  std::vector<std::byte> buffer(kLongestMessage);
  if (send(socket, request.bytes().data(), request.bytes().size(), 0) < 0)
    return FailSystem(errno, kWhat);
  while (true) {
    const ssize_t got = Receive(socket, buffer, 0);
    if (got < 0 && errno != EINTR && errno != ENOBUFS) return FailSystem(errno, kWhat);
    if (got < static_cast<ssize_t>(sizeof(nlmsghdr))) continue;
    nlmsghdr head;
    std::memcpy(&head, buffer.data(), sizeof head);
    if (head.nlmsg_type != NLMSG_ERROR) {
      take(Bytes(buffer).first(static_cast<std::size_t>(got)));
      continue;
    }
    nlmsgerr answer = {};
    std::memcpy(&answer, buffer.data() + NLMSG_HDRLEN,
                std::min(sizeof answer, static_cast<std::size_t>(got) - NLMSG_HDRLEN));
    if (answer.error != 0) return FailSystem(-answer.error, kWhat);
    return {};
  }
}

// The number of a family, in the answer about it; 0 if it is not there.
std::uint16_t FamilyIn(Bytes answer) {
  for (std::size_t at = NLMSG_HDRLEN + GENL_HDRLEN; at + NLA_HDRLEN + 2 <= answer.size();) {
    nlattr head;
    std::memcpy(&head, answer.data() + at, sizeof head);
    std::uint16_t number = 0;
    std::memcpy(&number, answer.data() + at + NLA_HDRLEN, sizeof number);
    if (head.nla_type == CTRL_ATTR_FAMILY_ID) return number;
    at += std::max<std::size_t>(NLA_ALIGN(head.nla_len), NLA_HDRLEN);
  }
  return 0;
}

Result<std::uint16_t> FindFamily(int socket) {
  const Request find(GENL_ID_CTRL, CTRL_CMD_GETFAMILY, CTRL_ATTR_FAMILY_NAME,
                     {TASKSTATS_GENL_NAME, sizeof TASKSTATS_GENL_NAME});
  std::uint16_t family = 0;
  const auto found = Ask(socket, find, [&](Bytes answer) { family = FamilyIn(answer); });
  if (!found) return Fail(found.error());
  return family;
}

// Asks for the record of this thread, to see whether the kernel is new enough.
Result<void> CheckRecords(int socket, const ExitKind& kind) {
  const std::int32_t own = getpid();
  const Request ask(kind.family, TASKSTATS_CMD_GET, TASKSTATS_CMD_ATTR_PID,
                    {reinterpret_cast<const char*>(&own), sizeof own});
  std::vector<ExitRecord> records;
  bool fits = true;
  const auto asked = Ask(
      socket, ask, [&](Bytes answer) { fits = fits && ReadExitMessage(answer, kind, records); });
  if (!asked) return asked;
  if (fits && !records.empty()) return {};
  return Fail(Errc::kProtocol,
              std::string(kWhat) + " have too few fields: it is older than Linux 5.19");
}

// A thread that handles no signal of the program.
template <class Run>
std::thread StartQuietly(Run run) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(run);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace

std::chrono::milliseconds NextPause(std::chrono::milliseconds last, bool has_found) {
  return has_found ? kPause : std::min(2 * last, kLongestPause);
}

Result<std::unique_ptr<ExitListener>> ExitListener::Open(const std::string& processors) {
  UniqueFd socket(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC));
  if (!socket.IsOpen()) return FailSystem(errno, kWhat);
  // Without the right to a large buffer, there is no right to listen, either.
  setsockopt(socket.get(), SOL_SOCKET, SO_RCVBUFFORCE, &kKernelBuffer, sizeof kKernelBuffer);
  // Once the buffer was full, the kernel would keep back all messages until it is empty.
  const int yes = 1;
  setsockopt(socket.get(), SOL_NETLINK, NETLINK_NO_ENOBUFS, &yes, sizeof yes);
  const Result<std::uint16_t> family = FindFamily(socket.get());
  if (!family) return Fail(family.error());
  const ExitKind kind{*family, NanosOfTick()};
  if (const auto knows = CheckRecords(socket.get(), kind); !knows) return Fail(knows.error());
  const Request begin(*family, TASKSTATS_CMD_GET, TASKSTATS_CMD_ATTR_REGISTER_CPUMASK,
                      processors + '\0');
  if (const auto begun = Ask(socket.get(), begin, [](Bytes) {}); !begun) return Fail(begun.error());
  return std::unique_ptr<ExitListener>(new ExitListener(std::move(socket), kind));
}

ExitListener::ExitListener(UniqueFd socket, const ExitKind& kind)
    : socket_(std::move(socket)), kind_(kind), buffer_(kLongestMessage) {
  thread_ = StartQuietly([this] { Run(); });
}

ExitListener::~ExitListener() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  ending_.notify_one();
  thread_.join();
}

void ExitListener::Run() {
  std::unique_lock lock(mutex_);
  auto pause = kPause;
  while (!ending_.wait_for(lock, pause, [this] { return ends_; }))
    pause = NextPause(pause, Drain());
}

bool ExitListener::Drain() {
  for (bool has_found = false;; has_found = true) {
    const ssize_t got = Receive(socket_.get(), buffer_, MSG_DONTWAIT);
    if (got < 0 && errno != EINTR) return has_found;
    if (got <= 0) continue;
    const std::size_t before = records_.size();
    if (!ReadExitMessage(Bytes(buffer_).first(static_cast<std::size_t>(got)), kind_, records_))
      ++refused_;
    if (records_.size() <= kMostRecords) continue;
    refused_ += records_.size() - before;
    records_.resize(before);
  }
}

std::vector<ExitRecord> ExitListener::Take() {
  const std::lock_guard lock(mutex_);
  Drain();
  return std::exchange(records_, {});
}

std::uint64_t ExitListener::lost() {
  std::array<std::uint32_t, SK_MEMINFO_VARS> facts = {};
  socklen_t size = sizeof facts;
  if (getsockopt(socket_.get(), SOL_SOCKET, SO_MEMINFO, facts.data(), &size) != 0) facts = {};
  const std::lock_guard lock(mutex_);
  return facts[SK_MEMINFO_DROPS] + refused_;
}

}  // namespace fdr::local
