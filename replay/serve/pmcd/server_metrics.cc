// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/pmcd/server_metrics.h"

#include <time.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/time/stamp_format.h"

namespace fdr {
namespace {

constexpr std::uint32_t kPmcdDomain = 2;
constexpr InDomId kAgents = InDomId::Build(kPmcdDomain, 3);
constexpr InDomId kClients = InDomId::Build(kPmcdDomain, 6);
constexpr Units kCount{.dim_count = 1};
constexpr Units kMilliseconds{.dim_time = 1, .scale_time = kMillisecondScale};

struct PduRow {
  const char* name;
  std::uint32_t item;
  PduType type;
};

constexpr std::array kPdus = {
    PduRow{"error", 0, PduType::kError},
    PduRow{"result", 1, PduType::kResult},
    PduRow{"profile", 2, PduType::kProfile},
    PduRow{"fetch", 3, PduType::kFetch},
    PduRow{"desc_req", 4, PduType::kDescRequest},
    PduRow{"desc", 5, PduType::kDesc},
    PduRow{"instance_req", 6, PduType::kInstanceRequest},
    PduRow{"instance", 7, PduType::kInstance},
    PduRow{"text_req", 8, PduType::kTextRequest},
    PduRow{"text", 9, PduType::kText},
    PduRow{"creds", 12, PduType::kCredentials},
    PduRow{"pmns_ids", 13, PduType::kIds},
    PduRow{"pmns_names", 14, PduType::kNames},
    PduRow{"pmns_child", 15, PduType::kChildren},
    PduRow{"pmns_traverse", 17, PduType::kTraverse},
    PduRow{"auth", 18, PduType::kAttribute},
    PduRow{"label_req", 19, PduType::kLabelRequest},
    PduRow{"label", 20, PduType::kLabel},
    PduRow{"highres_fetch", 21, PduType::kHighresFetch},
    PduRow{"highres_result", 22, PduType::kHighresResult},
    PduRow{"desc_ids", 23, PduType::kDescIds},
    PduRow{"descs", 24, PduType::kDescs},
};
constexpr std::uint32_t kTotalItem = 16;

class Table {
 public:
  OwnMetric& Add(std::string name, std::uint32_t cluster, std::uint32_t item, Type type,
                 std::string help, std::function<std::vector<OwnValue>()> read) {
    const Desc desc{MetricId::Build(kPmcdDomain, cluster, item), type, InDomId{},
                    Semantics::kDiscrete, Units{}};
    return own_.metrics.emplace_back(
        OwnMetric{"pmcd." + std::move(name), desc, std::move(help), std::move(read)});
  }
  void AddText(std::string name, std::uint32_t item, std::string help, std::string text) {
    Add(std::move(name), 0, item, Type::kString, std::move(help),
        [text = std::move(text)] { return OwnSingle(text); });
  }
  void AddNumber(std::string name, std::uint32_t item, std::string help, std::uint32_t number) {
    Add(std::move(name), 0, item, Type::kU32, std::move(help),
        [number] { return OwnSingle(number); });
  }
  void AddDomain(OwnDomain domain) { own_.domains.push_back(std::move(domain)); }
  OwnMetrics Take() { return std::move(own_); }

 private:
  OwnMetrics own_;
};

std::uint32_t StartsOf(const std::vector<AgentFacts>& agents) {
  std::uint32_t starts = 0;
  for (const AgentFacts& agent : agents) starts += agent.starts;
  return starts;
}

void AddIdentity(const ServerIdentity& identity, const ServerFacts& facts, Table& table) {
  table.AddText("timezone", 5, "time zone of the host, as in TZ", identity.timezone);
  table.AddText("simabi", 6, "the conventions of procedure calls", "x86_64");
  table.AddText("version", 7, "version of the collector", identity.version);
  table.AddText("services", 16, "the services that run beside the collector", "");
  table.AddText("build", 20, "build of the collector", "1");
  table.AddText("hostname", 21, "name of the host", identity.host);
  table.AddNumber("control.timeout", 4, "seconds that an agent may take to answer",
                  identity.agent_seconds);
  table.Add("numagents", 0, 2, Type::kU32, "number of agents",
            [&facts] { return OwnSingle(static_cast<std::uint32_t>(1 + facts.agents().size())); });
  table.Add("seqnum", 0, 24, Type::kU32, "a number that changes when counters begin again",
            [&facts] { return OwnSingle(1 + StartsOf(facts.agents())); });
  table.Add("pid", 0, 23, Type::kU64, "process of the collector",
            [process = identity.process] { return OwnSingle(process); });
  OwnMetric& clients =
      table.Add("numclients", 0, 3, Type::kU32, "number of connected clients",
                [&facts] { return OwnSingle(static_cast<std::uint32_t>(facts.clients.size())); });
  clients.desc.semantics = Semantics::kInstant;
}

void AddCounts(const std::string& group, std::uint32_t cluster, const char* what,
               const PduCounts& counts, Table& table) {
  const auto add = [&](const std::string& name, std::uint32_t item, const std::string& help,
                       std::function<std::uint32_t()> count) {
    OwnMetric& metric = table.Add(group + '.' + name, cluster, item, Type::kU32, help,
                                  [count = std::move(count)] { return OwnSingle(count()); });
    metric.desc.semantics = Semantics::kCounter;
    metric.desc.units = kCount;
  };
  for (const PduRow& row : kPdus)
    add(row.name, row.item, std::string("messages of this type that were ") + what,
        [&counts, type = row.type] { return counts.Of(type); });
  add("total", kTotalItem, std::string("messages that were ") + what,
      [&counts] { return counts.total(); });
}

std::uint64_t ProcessorMilliseconds() {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  constexpr std::uint64_t kPerSecond = 1000, kNanosPerMilli = 1'000'000;
  return static_cast<std::uint64_t>(used.tv_sec) * kPerSecond +
         static_cast<std::uint64_t>(used.tv_nsec) / kNanosPerMilli;
}

void AddCost(const ServerFacts& facts, Table& table) {
  OwnMetric& total = table.Add("cputime.total", 7, 0, Type::kU64, "processor time of the collector",
                               [] { return OwnSingle(ProcessorMilliseconds()); });
  total.desc.semantics = Semantics::kCounter;
  total.desc.units = kMilliseconds;
  OwnMetric& each = table.Add("cputime.per_pdu_in", 7, 1, Type::kDouble,
                              "processor time for each message that arrived", [&facts] {
                                constexpr double kMicrosPerMilli = 1000;
                                const double used =
                                    static_cast<double>(ProcessorMilliseconds()) * kMicrosPerMilli;
                                return OwnSingle(used / std::max(facts.in.total(), 1U));
                              });
  each.desc.semantics = Semantics::kInstant;
  each.desc.units = {.dim_time = 1, .dim_count = -1, .scale_time = kMicrosecondScale};
}

// In the order of the list.  The server itself answers for the domain of pmcd.
std::vector<AgentFacts> AgentsOf(const ServerFacts& facts) {
  std::vector<AgentFacts> agents = {
      {.label = "pmcd", .domain = kPmcdDomain, .kind = AgentFacts::Kind::kDso}};
  std::ranges::move(facts.agents(), std::back_inserter(agents));
  return agents;
}

// A fenced agent is not asked.  Only root may fence it off.
StoreAnswer Fence(const ServerFacts& facts, std::uint32_t client, const OwnValue& value) {
  const auto known = facts.clients.find(client);
  if (known == facts.clients.end() || known->second.user != 0) return kPcpPermission;
  const auto number = std::get<std::uint32_t>(value.value);
  if (number > 1) return kPcpBadValue;
  const auto domain = static_cast<std::uint32_t>(value.instance);
  if (domain == kPmcdDomain) return number == 0 ? 0 : kPcpPermission;
  return facts.fence(domain, number == 1) ? 0 : kPcpUnknownInstance;
}

void AddAgents(const ServerFacts& facts, Table& table) {
  const auto add = [&](const char* name, std::uint32_t item, Type type, const char* help,
                       auto value_of) -> OwnMetric& {
    OwnMetric& metric = table.Add(name, 4, item, type, help, [&facts, value_of] {
      std::vector<AgentFacts> agents = AgentsOf(facts);
      std::vector<OwnValue> values;
      values.reserve(agents.size());
      std::ranges::sort(agents, {}, &AgentFacts::domain);
      for (const AgentFacts& agent : agents)
        values.push_back({static_cast<InstanceId>(agent.domain), value_of(agent)});
      return values;
    });
    metric.desc.indom = kAgents;
    return metric;
  };
  add("agent.type", 0, Type::kU32, "how the agent is connected; 0: dso, 2: socket, 4: pipe",
      [](const AgentFacts& agent) { return static_cast<std::uint32_t>(agent.kind) << 1; });
  add("agent.status", 1, Type::k32, "state of the agent; 0: it answers",
      [](const AgentFacts& agent) { return agent.status; });
  add("agent.fenced", 2, Type::kU32, "whether the agent is fenced off: it is not asked",
      [](const AgentFacts& agent) { return std::uint32_t{agent.is_fenced}; })
      .store = [&facts](std::uint32_t client, const OwnValue& value) {
    return Fence(facts, client, value);
  };
  add("agent.name", 3, Type::kString, "name of the agent",
      [](const AgentFacts& agent) { return agent.label; });
  table.AddDomain({kAgents, [&facts] {
                     std::vector<NamedInstance> members;
                     for (const AgentFacts& agent : AgentsOf(facts))
                       members.push_back({static_cast<InstanceId>(agent.domain), agent.label});
                     return members;
                   }});
}

std::string CtimeOf(Timestamp stamp) {
  std::array<char, kLongestStamp> text;
  StampFormatter format(Zone::Local(nullptr));
  return {text.data(), format.Dated(stamp, Fraction::kNone, text.data())};
}

void AddClients(ServerFacts& facts, Table& table) {
  using Show = std::string (*)(const ServerFacts::Client&);
  const auto add = [&](const char* name, std::uint32_t item, const char* help,
                       Show show) -> OwnMetric& {
    OwnMetric& metric = table.Add(name, 6, item, Type::kString, help, [&facts, show] {
      std::vector<OwnValue> values;
      for (const auto& [number, client] : facts.clients)
        values.push_back({static_cast<InstanceId>(number), show(client)});
      return values;
    });
    metric.desc.indom = kClients;
    return metric;
  };
  add("client.start_date", 1, "when the client connected",
      [](const ServerFacts::Client& client) { return CtimeOf(client.since); });
  add("client.container", 2, "the container of the client",
      [](const ServerFacts::Client&) { return std::string(); });
  add("client.whoami", 0, "who the client says it is", [](const ServerFacts::Client& client) {
    return client.who;
  }).store = [&facts](std::uint32_t number, const OwnValue& value) -> StoreAnswer {
    const auto client = facts.clients.find(number);
    if (client != facts.clients.end()) client->second.who = std::get<std::string>(value.value);
    return 0;
  };
  table.AddDomain({kClients, [&facts] {
                     std::vector<NamedInstance> members;
                     for (const auto& [number, client] : facts.clients)
                       members.push_back({static_cast<InstanceId>(number), std::to_string(number)});
                     return members;
                   }});
}

void AddFeatures(const ServerFacts& facts, Table& table) {
  constexpr std::array kFeatures = {"secure",
                                    "compress",
                                    "ipv6",
                                    "authentication",
                                    "creds_required",
                                    "unix_domain_sockets",
                                    "service_discovery",
                                    "containers",
                                    "local",
                                    "client_cert_required"};
  for (std::uint32_t item = 0; item < kFeatures.size(); ++item) {
    const std::string_view name = kFeatures[item];
    const bool is_there = name == "ipv6" || name == "unix_domain_sockets";
    table.Add("feature." + std::string(name), 8, item, Type::kU32,
              "whether the collector has this feature",
              [&facts, is_there, depends = name == "creds_required"] {
                return OwnSingle(std::uint32_t{depends ? facts.needs_user : is_there});
              });
  }
}

}  // namespace

OwnMetrics ServerMetrics(const ServerIdentity& identity, ServerFacts& facts) {
  Table table;
  AddIdentity(identity, facts, table);
  AddCounts("pdu_in", 1, "received", facts.in, table);
  AddCounts("pdu_out", 2, "sent", facts.out, table);
  AddCost(facts, table);
  AddAgents(facts, table);
  AddClients(facts, table);
  AddFeatures(facts, table);
  return table.Take();
}

}  // namespace fdr
