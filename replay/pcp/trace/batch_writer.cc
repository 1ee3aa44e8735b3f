// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/trace/batch_writer.h"

#include <pcp/trace.h>
#include <pthread.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>

#include "fdr/replay/pcp/trace/trace_notes.h"

namespace fdr::trace_client {
namespace {

constexpr std::size_t kRoom = 256 * 1024;
constexpr std::size_t kBatch = 32 * 1024;
constexpr std::chrono::milliseconds kLongestWait{100};
constexpr std::size_t kStack = 256 * 1024;

std::size_t SizeOfFirst(Bytes messages) { return LoadU32(messages.data()); }

std::size_t CountMessages(Bytes messages) {
  std::size_t count = 0;
  for (; !messages.empty(); messages = messages.subspan(SizeOfFirst(messages))) ++count;
  return count;
}

// The messages from the front that fit into a batch, at least one; the last of them asks for an
// answer.
std::span<std::byte> MarkBatch(std::span<std::byte> messages, std::size_t largest) {
  std::size_t size = SizeOfFirst(messages), last = 0;
  while (size < messages.size() && size + SizeOfFirst(messages.subspan(size)) <= largest) {
    last = size;
    size += SizeOfFirst(messages.subspan(size));
  }
  RequestTraceAck(messages.subspan(last));
  return messages.first(size);
}

}  // namespace

BatchWriter::BatchWriter(CollectorLink& link, const TraceSettings& settings)
    : link_(link), settings_(settings), largest_(kBatch) {
  waiting_.reserve(kRoom);
  sending_.reserve(kRoom);
}

// Signals are for the threads of the program.
int BatchWriter::Start() {
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, kStack);
  ::pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread{};
  const int error = ::pthread_create(&thread, &attributes, &BatchWriter::Run, this);
  ::pthread_attr_destroy(&attributes);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return -error;
}

int BatchWriter::Add(const TraceData& data, std::uint32_t process) {
  std::unique_lock lock(mutex_);
  if (waiting_.size() + kLargestTraceMessage > kRoom) {
    const auto has_room = [this] { return waiting_.size() + kLargestTraceMessage <= kRoom; };
    for_authors_.wait_for(lock, settings_.for_answer, [&] { return has_room() || is_down_; });
    if (!has_room()) return is_down_ ? PMTRACE_ERR_IPC : PMTRACE_ERR_TIMEOUT;
  }
  const std::size_t before = waiting_.size();
  data.Encode(process, waiting_);
  const bool is_due = before == 0 || (before < kBatch && waiting_.size() >= kBatch);
  const auto size = static_cast<int>(waiting_.size() - before);
  lock.unlock();
  if (is_due) for_writer_.notify_one();
  return size;
}

void* BatchWriter::Run(void* self) {
  static_cast<BatchWriter*>(self)->Write();
  return nullptr;
}

void BatchWriter::Write() {
  std::unique_lock lock(mutex_);
  while (true) {
    for_writer_.wait(lock, [this] { return !waiting_.empty() || is_ending_; });
    for_writer_.wait_for(lock, kLongestWait,
                         [this] { return waiting_.size() >= kBatch || is_ending_; });
    if (waiting_.empty()) break;
    sending_.swap(waiting_);
    unsent_ = CountMessages(sending_);
    for_authors_.notify_all();
    lock.unlock();
    const bool has_arrived = SendAll(sending_);
    lock.lock();
    if (!has_arrived) break;
    sending_.clear();
  }
  has_ended_ = true;
  for_authors_.notify_all();
}

// Gives up only when the program ends.
bool BatchWriter::SendAll(std::span<std::byte> messages) {
  while (!messages.empty()) {
    const bool has_succeeded = SendFirst(messages);
    {
      const std::lock_guard lock(mutex_);
      is_down_ = !has_succeeded;
      unsent_ = CountMessages(messages);
    }
    if (has_succeeded) {
      failures_ = 0;
      largest_ = kBatch;
      continue;
    }
    for_authors_.notify_all();
    if (!WaitBeforeNextAttempt()) return false;
  }
  return true;
}

// Takes the first batch away, if it arrived, or if it is a message that does not arrive.
bool BatchWriter::SendFirst(std::span<std::byte>& messages) {
  if (!link_.IsOpen() && link_.Open(settings_, true) != 0) return false;
  const std::span<std::byte> batch = MarkBatch(messages, largest_);
  Note(PMTRACE_STATE_PDUBUF, "trace buffer: %zu of %zu bytes are sent", batch.size(),
       messages.size());
  if (link_.Exchange(batch) == 0) {
    messages = messages.subspan(batch.size());
    return true;
  }
  const bool is_last_try = largest_ == 1;
  largest_ = batch.size() == SizeOfFirst(batch) ? 1 : batch.size() / 2;
  if (is_last_try) {
    messages = messages.subspan(batch.size());
    largest_ = kBatch;
    const std::lock_guard lock(mutex_);
    ++refused_;
  }
  return false;
}

// The first attempt follows at once.  Returns whether there is time for another one.
bool BatchWriter::WaitBeforeNextAttempt() {
  const std::size_t attempt = failures_++;
  const auto delay = attempt == 0
                         ? std::chrono::milliseconds(0)
                         : settings_.delays[std::min(attempt, settings_.delays.size()) - 1];
  std::unique_lock lock(mutex_);
  for_writer_.wait_for(lock, delay, [this] { return is_ending_; });
  return !is_ending_ || (attempt == 0 && Clock::now() < end_);
}

void BatchWriter::Finish() {
  std::unique_lock lock(mutex_);
  is_ending_ = true;
  end_ = Clock::now() + settings_.for_answer;
  for_writer_.notify_one();
  for_authors_.wait_until(lock, end_, [this] { return has_ended_; });
  const std::size_t lost = refused_ + unsent_ + CountMessages(waiting_);
  if (lost > 0)
    std::fprintf(stderr, "trace warning: %zu values did not reach the collector at %s, port %s.\n",
                 lost, settings_.host.c_str(), settings_.port.c_str());
}

}  // namespace fdr::trace_client
