// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/series/volume_compressor.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <new>
#include <system_error>
#include <utility>

#include "fdr/archive/base/without_signals.h"

namespace fdr {
namespace {

constexpr int kPatience = 10;  // tries
constexpr std::chrono::milliseconds kBetweenTries{200};

// Affects only this thread.  A refusal by the system does no harm.  The priority is low, but not
// the lowest: the end of a recorder waits for the block under way, on a busy machine as well.
void GiveWay() {
  constexpr int kLow = 10;  // as nice(1) chooses
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kLow);
  constexpr int kWhoThread = 1, kThisOne = 0, kBestEffort = 2 << 13, kLast = 7;
  ::syscall(SYS_ioprio_set, kWhoThread, kThisOne, kBestEffort | kLast);
}

}  // namespace

VolumeCompressor::VolumeCompressor(const CompressOptions& to, FileSystem& files)
    : to_(to), files_(files) {}

VolumeCompressor::~VolumeCompressor() = default;

void VolumeCompressor::Add(std::string path) {
  const std::lock_guard lock(mutex_);
  if (waiting_.size() >= kMostWaiting) {
    failures_.push_back(
        {Errc::kTooLarge, "Not compressed: too many volumes wait for that", path, 0});
    return;
  }
  waiting_.push_back(std::move(path));
  added_.notify_one();
  if (thread_.joinable()) return;
  try {
    StartThread();
  } catch (const std::system_error& refused) {
    failures_.push_back(FailSystem(refused.code().value(), waiting_.back()).value());
    waiting_.pop_back();
  }
}

void VolumeCompressor::StartThread() {
  const WithoutSignals without_signals;
  thread_ = std::jthread([this](const std::stop_token& stop) { Work(stop); });
}

std::size_t VolumeCompressor::pending() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

std::vector<Error> VolumeCompressor::TakeFailures() {
  const std::lock_guard lock(mutex_);
  return std::exchange(failures_, {});
}

void VolumeCompressor::Work(const std::stop_token& stop) {
  GiveWay();
  std::unique_lock lock(mutex_);
  while (added_.wait(lock, stop, [this] { return !waiting_.empty(); })) {
    if (stop.stop_requested()) return;
    const std::string path = waiting_.front();
    lock.unlock();
    bool has_memory = true;
    try {
      Compress(path, stop);
    } catch (const std::bad_alloc&) {
      has_memory = false;
    }
    lock.lock();
    if (!has_memory) failures_.push_back(FailForMemory(path).value());
    waiting_.pop_front();
  }
}

void VolumeCompressor::Compress(const std::string& path, const std::stop_token& stop) {
  RecompressOptions options;
  options.to = to_;
  options.files = &files_;
  options.is_finished = true;
  options.keep_going = [&stop](double) { return !stop.stop_requested(); };
  Result<Recompressed> done = RecompressFile(path, options);
  // A sync by the recorder may still hold the lock of the volume.
  for (int i = 0; i < kPatience && !done && done.error().code == Errc::kBusy; ++i) {
    std::unique_lock lock(mutex_);
    if (added_.wait_for(lock, stop, kBetweenTries, [&stop] { return stop.stop_requested(); }))
      return;
    lock.unlock();
    done = RecompressFile(path, options);
  }
  if (done || done.error().code == Errc::kCancelled || done.error().code == Errc::kNotFound) return;
  const std::lock_guard lock(mutex_);
  failures_.push_back(done.error());
}

}  // namespace fdr
