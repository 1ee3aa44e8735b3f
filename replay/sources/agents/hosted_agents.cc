// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agents/hosted_agents.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <thread>
#include <utility>

#include "fdr/replay/set_values.h"
#include "fdr/replay/sources/agents/internal/hosted_agents_impl.h"
#include "fdr/replay/sources/net/event_loop_impl.h"
#include "fdr/replay/sources/pdu/collector_change.h"

namespace fdr {
namespace {

constexpr std::chrono::milliseconds kBetweenTicks{250};
constexpr std::chrono::seconds kForEnding{2};

// A store of which several agents have a part.
struct SharedStore {
  std::size_t open = 1;  // one more than open, until all are asked
  std::int32_t answer = 0;
  std::function<void(std::int32_t)> done;

  void Take(std::int32_t one) {
    if (one != 0) answer = one;
    if (--open == 0) done(answer);
  }
};

}  // namespace

void HostedAgents::Impl::TickLater() {
  ticks_.expires_after(kBetweenTicks);
  ticks_.async_wait([self = shared_from_this()](const SocketError& error) {
    if (!error && !self->is_stopped_) self->Tick();
  });
}

void HostedAgents::Impl::Tick() {
  for (const auto& agent : agents_) agent->Tick();
  std::erase_if(retired_, [](const auto& agent) {
    agent->Tick();
    return agent->IsOver();
  });
  TickLater();
}

// Agents end by themselves when their connection is closed, most of them at once.
void HostedAgents::Impl::Stop() {
  is_stopped_ = true;
  ticks_.cancel();
  for (const auto& agent : agents_) agent->Stop();
  std::ranges::move(agents_, std::back_inserter(retired_));
  agents_.clear();
  const auto last = SteadyClock::now() + kForEnding;
  while (!retired_.empty() && SteadyClock::now() < last) {
    std::erase_if(retired_, [](const auto& agent) {
      agent->Tick();
      return agent->IsOver();
    });
    if (!retired_.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  retired_.clear();
}

void HostedAgents::Impl::SetList(const std::vector<AgentSpec>& list) {
  std::vector<std::unique_ptr<HostedAgent>> known = std::exchange(agents_, {});
  for (const AgentSpec& spec : list) {
    const auto same = std::ranges::find_if(
        known, [&](const auto& agent) { return agent != nullptr && agent->spec() == spec; });
    if (same != known.end())
      agents_.push_back(std::move(*same));
    else
      agents_.push_back(std::make_unique<HostedAgent>(io_, spec, options_, clients_, patience_,
                                                      lasting_threads_));
  }
  std::erase(known, nullptr);
  for (auto& agent : known) {
    agent->Stop();
    retired_.push_back(std::move(agent));
  }
  if (!known.empty()) options_.on_change(kAgentsDropped);
  for (const auto& agent : agents_)
    if (agent->facts().starts == 0) agent->Start();
}

HostedAgent* HostedAgents::Impl::Find(std::uint32_t domain) const {
  const auto found = std::ranges::find_if(
      agents_, [domain](const auto& agent) { return agent->spec().domain == domain; });
  return found == agents_.end() ? nullptr : found->get();
}

bool HostedAgents::Impl::AreStarting() const {
  return std::ranges::any_of(agents_, [](const auto& agent) { return agent->IsStarting(); });
}

std::uint32_t HostedAgents::Impl::AddClient(std::vector<AgentClientAttribute> attributes) {
  std::uint32_t number = 0;
  for (const auto& [taken, unused] : clients_) {
    if (taken != number) break;
    ++number;
  }
  const auto& added = clients_[number] = std::move(attributes);
  for (const auto& agent : agents_) agent->OnClient(number, added);
  return number;
}

void HostedAgents::Impl::AddAttribute(std::uint32_t client, AgentClientAttribute attribute) {
  for (const auto& agent : agents_) agent->OnClient(client, {attribute});
  clients_[client].push_back(std::move(attribute));
}

void HostedAgents::Impl::RemoveClient(std::uint32_t client) {
  clients_.erase(client);
  for (const auto& agent : agents_) agent->OnClientGone(client);
}

HostedAgents::HostedAgents(std::shared_ptr<EventLoop> loop, AgentOptions options)
    : loop_(std::move(loop)), impl_(std::make_shared<Impl>(loop_->impl().io, std::move(options))) {
  impl_->TickLater();
}

void HostedAgents::SetPatience(const AgentPatience& patience) { impl_->SetPatience(patience); }

void HostedAgents::Stop() { impl_->Stop(); }

void HostedAgents::SetList(const std::vector<AgentSpec>& list) { impl_->SetList(list); }

bool HostedAgents::Has(std::uint32_t domain) const { return impl_->Find(domain) != nullptr; }

bool HostedAgents::Fence(std::uint32_t domain, bool fenced) {
  HostedAgent* const agent = impl_->Find(domain);
  if (agent != nullptr) agent->Fence(fenced);
  return agent != nullptr;
}

bool HostedAgents::AreStarting() const { return impl_->AreStarting(); }

void HostedAgents::WaitUntilStarted() {
  while (AreStarting()) loop_->RunOne();
}

std::vector<AgentFacts> HostedAgents::Facts() const {
  std::vector<AgentFacts> facts;
  for (const auto& agent : impl_->agents()) facts.push_back(agent->facts());
  return facts;
}

std::uint32_t HostedAgents::AddClient(std::vector<AgentClientAttribute> attributes) {
  return impl_->AddClient(std::move(attributes));
}

void HostedAgents::AddAttribute(std::uint32_t client, AgentClientAttribute attribute) {
  impl_->AddAttribute(client, std::move(attribute));
}

void HostedAgents::RemoveClient(std::uint32_t client) { impl_->RemoveClient(client); }

void HostedAgents::StartStore(std::uint32_t client, const FetchResult& values,
                              std::function<void(std::int32_t)> done) {
  std::map<std::uint32_t, FetchResult> parts;  // by domain
  for (const FetchedSet& set : values.sets()) CopySet(values, set, parts[set.id.domain()]);
  const auto shared = std::make_shared<SharedStore>();
  shared->done = std::move(done);
  for (const auto& [domain, part] : parts) {
    ++shared->open;
    const auto take = [shared](std::int32_t answer) { shared->Take(answer); };
    if (HostedAgent* const agent = impl_->Find(domain))
      agent->Store(client, part, take);
    else
      take(kPcpUnknownDomain);
  }
  shared->Take(0);
}

}  // namespace fdr
