// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/live/internal/host_lookup.h"

#include <fcntl.h>
#include <netdb.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace fdr {
namespace {

// The C library also reports an unknown host if it cannot open its configuration for lack of
// descriptors.  Returns the errno of an attempt to open another file, or 0.
int DescriptorShortage() {
  const int file = ::open("/", O_PATH | O_CLOEXEC);
  if (file < 0) return IsShortage(errno) ? errno : 0;
  ::close(file);
  return 0;
}

Result<HostLookup::Addresses> LookUp(const std::string& host) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  const int status = ::getaddrinfo(host.c_str(), nullptr, &hints, &list);
  if (status != 0)
    if (const int shortage = DescriptorShortage(); shortage != 0) return FailSystem(shortage, host);
  if (status == EAI_MEMORY) return FailForMemory(host);
  if (status == EAI_SYSTEM) return FailSystem(errno, host);
  if (status != 0) return Fail(Errc::kIo, ::gai_strerror(status), host);
  HostLookup::Addresses addresses;
  for (const addrinfo* entry = list; entry != nullptr; entry = entry->ai_next) {
    asio::ip::tcp::endpoint endpoint;
    if (entry->ai_addrlen > endpoint.capacity()) continue;
    std::memcpy(endpoint.data(), entry->ai_addr, entry->ai_addrlen);
    endpoint.resize(entry->ai_addrlen);
    addresses.push_back(endpoint.address());
  }
  ::freeaddrinfo(list);
  return addresses;
}

}  // namespace

// Shared with the threads, which may outlive the loop.
struct HostLookup::Shared {
  struct Question {
    std::uint64_t number = 0;
    std::string host;
  };

  std::mutex mutex;
  HostLookup* lookup = nullptr;  // until the loop goes away
  asio::io_context* io = nullptr;
  std::deque<Question> waiting;
  std::size_t threads = 0;
};

HostLookup::HostLookup(asio::io_context& io)
    : asio::execution_context::service(io), shared_(std::make_shared<Shared>()) {
  shared_->lookup = this;
  shared_->io = &io;
}

HostLookup::~HostLookup() = default;

void HostLookup::shutdown() {
  const std::lock_guard lock(shared_->mutex);
  shared_->lookup = nullptr;
  shared_->io = nullptr;
  shared_->waiting.clear();
  open_.clear();
}

void HostLookup::Start(const std::string& host, Done done) {
  const std::lock_guard lock(shared_->mutex);
  open_.emplace(++last_, std::move(done));
  shared_->waiting.push_back({last_, host});
  if (shared_->threads == kMostThreads) return;
  try {
    std::thread(Work, shared_).detach();
    ++shared_->threads;
  } catch (const std::system_error& error) {
    if (shared_->threads > 0) return;  // a running thread will take the question
    shared_->waiting.pop_back();
    Error none = FailSystem(error.code().value(), {}).value();
    none.what = "No thread can be started: " + none.what;
    asio::post(*shared_->io,
               [this, number = last_, none = std::move(none)] { Answer(number, Fail(none)); });
  }
}

void HostLookup::Work(const std::shared_ptr<Shared>& shared) {
  std::unique_lock lock(shared->mutex);
  while (!shared->waiting.empty()) {
    const Shared::Question question = std::move(shared->waiting.front());
    shared->waiting.pop_front();
    lock.unlock();
    Result<Addresses> found = LookUp(question.host);
    lock.lock();
    if (shared->io == nullptr) continue;
    asio::post(*shared->io, [lookup = shared->lookup, number = question.number,
                             found = std::move(found)] { lookup->Answer(number, found); });
  }
  --shared->threads;
}

void HostLookup::Answer(std::uint64_t question, const Result<Addresses>& found) {
  const auto open = open_.extract(question);
  if (!open.empty()) open.mapped()(found);
}

}  // namespace fdr
