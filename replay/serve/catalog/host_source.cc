// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/catalog/host_source.h"

#include <utility>

namespace fdr {
namespace {

using namespace std::chrono_literals;

// Many clients may ask for a host that is not there.
constexpr std::chrono::nanoseconds kBetweenAttempts = 1s;

LiveOptions WithoutDelays(LiveOptions options) {
  options.reconnect_delays.clear();
  return options;
}

}  // namespace

HostSource::HostSource(std::string id, HostSpec host, LiveOptions options, Lane lane, Clocks clocks)
    : LiveSource(Kind::kHost, std::move(id)),
      spec_(std::move(host)),
      options_(WithoutDelays(std::move(options))),
      lane_(std::move(lane)),
      clocks_(std::move(clocks)) {}

Result<Context*> HostSource::Connected() {
  const AnswerMemory::WithoutRefusal whole;
  if (!host_) {
    const Result<std::shared_ptr<EventLoop>> loop = EventLoop::Make();
    if (!loop) return Fail(loop.error());
    host_ = std::make_unique<LiveContext>(*loop, spec_, options_);
    whole_.emplace(*host_);
  }
  // A connection may have been lost since the last question.
  while (host_->loop().RunOneFor(0ns)) {
  }
  if (!host_->IsConnected())
    if (const Result<void> connected = Connect(); !connected) return Fail(connected.error());
  return &*whole_;
}

Result<void> HostSource::Connect() {
  if (failure_ && clocks_.steady() < next_attempt_) return Fail(*failure_);
  const Result<void> connected = host_->Connect();
  failure_.reset();
  ++generation_;
  if (connected) return {};
  failure_ = connected.error();
  next_attempt_ = clocks_.steady() + kBetweenAttempts;
  return connected;
}

std::uint64_t HostSource::Generation() {
  if (host_->TakeChanges() != 0) ++generation_;
  return generation_;
}

Result<void> HostSource::Store(const FetchResult& values) {
  const AnswerMemory::WithoutRefusal whole;
  const Result<Context*> connected = Connected();
  if (!connected) return Fail(connected.error());
  return host_->Store(values);
}

}  // namespace fdr
