// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agent_kit/agent.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "fdr/replay/sources/agent_kit/agent_session.h"
#include "fdr/replay/sources/agent_kit/agent_table.h"
#include "fdr/replay/sources/pdu/credentials_pdu.h"
#include "fdr/replay/sources/pdu/message_stream.h"

namespace fdr::agent {
namespace {

constexpr std::size_t kMostClusters = 4096, kMostItems = 1024;

}  // namespace

Agent::Agent(std::string name, std::uint32_t domain) : table_(std::make_unique<AgentTable>()) {
  table_->name = std::move(name);
  table_->domain = domain;
  table_->clusters.emplace_back();
}

Agent::~Agent() = default;

void Agent::AddLabel(Label label) { table_->labels.push_back(std::move(label)); }

Domain Agent::AddDomain(std::vector<std::string> names, DomainOptions options) {
  return AddDomain(
      [names = std::move(names)](Members& members) {
        InstanceId id = 0;
        for (const std::string& name : names) members.Add(id++, name);
      },
      std::move(options));
}

Domain Agent::AddDomain(ListFunction list, DomainOptions options) {
  const std::size_t index = table_->domains.size();
  table_->domains.push_back(
      {.id = InDomId::Build(table_->domain, static_cast<std::uint32_t>(index)),
       .list = std::move(list),
       .options = std::move(options)});
  return {index};
}

Cluster Agent::AddCluster(std::function<void()> read) {
  table_->clusters.push_back(std::move(read));
  return {table_->clusters.size() - 1};
}

// Without an identifier if there is none: Check() fails then.
void Agent::AddMetric(const std::string& name, Type type, MetricOptions options,
                      ValueFunction value) {
  const std::size_t cluster = options.cluster.index;
  const auto item = static_cast<std::size_t>(
      std::ranges::count(table_->metrics, cluster,
                         [](const MetricEntry& metric) { return metric.options.cluster.index; }));
  const bool has_domain = !options.domain || options.domain->index < table_->domains.size();
  Desc desc;
  if (has_domain && cluster < std::min(table_->clusters.size(), kMostClusters) && item < kMostItems)
    desc.id = MetricId::Build(table_->domain, static_cast<std::uint32_t>(cluster),
                              static_cast<std::uint32_t>(item));
  desc.type = type;
  if (options.domain && has_domain) desc.indom = table_->domains[options.domain->index].id;
  desc.semantics = options.semantics;
  desc.units = options.units;
  table_->metrics.push_back({.name = table_->name + '.' + name,
                             .desc = desc,
                             .options = std::move(options),
                             .value = std::move(value)});
}

void Agent::SetStore(std::size_t metric, StoreFunction store) {
  table_->metrics[metric].store = std::move(store);
}

std::size_t Agent::LastMetric() const { return table_->metrics.size() - 1; }

Result<void> Agent::Check() { return table_->Index(); }

Result<void> Agent::Serve(int in, int out) {
  if (Result<void> right = Check(); !right) return right;
  AgentSession session(*table_);
  MessageStream stream(in, out);
  CredentialsPdu{.process = static_cast<std::uint32_t>(::getpid())}.Encode(stream.answer());
  MessageStream::Message message;
  for (;;) {
    if (!stream.answer().empty())
      if (Result<void> sent = stream.Flush(); !sent) return sent;
    if (Result<void> read = stream.Read(message); !read) {
      if (read.error().code == Errc::kDisconnected) return {};
      return read;
    }
    session.Answer(message.pdu, stream.answer());
  }
}

int Agent::Run() {
  const Result<void> served = Serve();
  if (served) return 0;
  std::fprintf(stderr, "%s: %s\n", table_->name.c_str(), served.error().Message().c_str());
  return 1;
}

}  // namespace fdr::agent
