// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agents/agent_context.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "fdr/replay/name_answers.h"
#include "fdr/replay/set_values.h"
#include "fdr/replay/sources/agents/internal/hosted_agents_impl.h"
#include "fdr/replay/sources/pdu/desc_pdu.h"
#include "fdr/replay/sources/pdu/ids_pdu.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/label_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"
#include "fdr/replay/sources/pdu/subtree_pdu.h"
#include "fdr/replay/sources/pdu/text_pdu.h"
#include "fdr/replay/split_fetch.h"

namespace fdr {
namespace {

// Many questions whose answers are one list.
template <class Item>
struct Gathering {
  std::vector<Result<Item>> answers;
  std::size_t open = 0;
  Done<std::vector<Result<Item>>> done;

  Gathering(std::size_t size, Done<std::vector<Result<Item>>> when_done)
      : answers(size), open(size + 1), done(std::move(when_done)) {}

  void Take(std::size_t i, Result<Item> answer) {
    answers[i] = std::move(answer);
    Close();
  }
  void Close() {
    if (--open == 0) done(std::move(answers));
  }
};

template <class Message>
ByteBuffer Encoded(const Message& message) {
  ByteBuffer bytes;
  message.Encode(bytes);
  return bytes;
}

std::vector<std::string> Owned(const std::vector<std::string_view>& names) {
  return {names.begin(), names.end()};
}

HostedAgent* AgentForName(HostedAgents& agents, const NameSpace& names, std::string_view name) {
  const std::optional<std::string_view> root = names.DynamicRootOf(name);
  const Result<MetricId> id = root ? names.Find(*root) : UnknownName(name);
  return id && IsDynamicRoot(*id) ? agents.impl().Find(id->cluster()) : nullptr;
}

}  // namespace

AgentContext::AgentContext(HostedAgents& agents, std::shared_ptr<const NameSpace> names)
    : agents_(agents), names_(std::move(names)) {}

std::uint32_t LabelledDomain(LabelLevel level, std::uint32_t id) {
  switch (level) {
    case LabelLevel::kDomain:
      return id;
    case LabelLevel::kCluster:
    case LabelLevel::kItem:
      return MetricId{id}.domain();
    case LabelLevel::kInDom:
    case LabelLevel::kInstances:
      return InDomId{id}.domain();
    case LabelLevel::kContext:
      break;
  }
  return 0;
}

Result<void> AgentContext::SetMode(Mode mode, std::optional<Timestamp>, std::int64_t) {
  if (mode == Mode::kLive) return {};
  return Fail(Errc::kInvalidArgument, "Agents have only values of the present");
}

void AgentContext::Start(Question question) {
  std::visit([this](auto& asked) { this->Take(std::move(asked)); }, question);
}

void AgentContext::Wait() { agents_.loop().RunOne(); }

// Names.

void AgentContext::Take(FindQuestion asked) {
  const auto found =
      std::make_shared<Gathering<MetricId>>(asked.names.size(), std::move(asked.done));
  for (std::size_t i = 0; i < asked.names.size(); ++i) {
    const std::string& name = asked.names[i];
    HostedAgent* const agent = AgentForName(agents_, *names_, name);
    if (agent == nullptr) {
      found->Take(i, UnknownName(name));
      continue;
    }
    agent->AskFor<IdsPdu>(client_, PduType::kIds, Encoded(NamesPdu{{name}, {}}),
                          [found, i, agent, name](Result<IdsPdu> answer) {
                            if (!answer) return found->Take(i, Fail(answer.error()));
                            if (answer->ids.size() != 1)
                              return found->Take(
                                  i, Fail(agent->Reject(BadPdu("identifiers", "not one").value())));
                            if (answer->ids[0].IsNull()) return found->Take(i, UnknownName(name));
                            found->Take(i, answer->ids[0]);
                          });
  }
  found->Close();
}

void AgentContext::Take(NamesOfQuestion asked) {
  HostedAgent* const agent = agents_.impl().Find(asked.id.domain());
  if (agent == nullptr) return asked.done(UnknownMetric(asked.id));
  agent->AskFor<NamesPdu>(client_, PduType::kNames, Encoded(IdsPdu{0, {asked.id}}),
                          [done = std::move(asked.done)](Result<NamesPdu> answer) {
                            if (!answer) return done(Fail(answer.error()));
                            done(Owned(answer->names));
                          });
}

void AgentContext::Take(ChildrenQuestion asked) {
  HostedAgent* const agent = AgentForName(agents_, *names_, asked.name);
  if (agent == nullptr) return asked.done(UnknownName(asked.name));
  ByteBuffer message;
  SubtreePdu{1, asked.name}.Encode(PduType::kChildren, message);
  agent->AskFor<NamesPdu>(
      client_, PduType::kNames, std::move(message),
      [agent, done = std::move(asked.done)](Result<NamesPdu> answer) {
        if (!answer) return done(Fail(answer.error()));
        if (answer->status.size() != answer->names.size())
          return done(Fail(agent->Reject(BadPdu("names", "without their status").value())));
        std::vector<NameChild> children;
        for (std::size_t i = 0; i < answer->names.size(); ++i)
          children.push_back({std::string(answer->names[i]), answer->status[i] == NamesPdu::kLeaf});
        done(std::move(children));
      });
}

void AgentContext::Take(TraverseQuestion asked) {
  HostedAgent* const agent = AgentForName(agents_, *names_, asked.name);
  if (agent == nullptr) return asked.done(UnknownName(asked.name));
  ByteBuffer message;
  SubtreePdu{0, asked.name}.Encode(PduType::kTraverse, message);
  agent->AskFor<NamesPdu>(client_, PduType::kNames, std::move(message),
                          [done = std::move(asked.done)](Result<NamesPdu> answer) {
                            if (!answer) return done(Fail(answer.error()));
                            done(Owned(answer->names));
                          });
}

// Metadata.

void AgentContext::Take(DescsQuestion asked) {
  const auto found = std::make_shared<Gathering<Desc>>(asked.ids.size(), std::move(asked.done));
  for (std::size_t i = 0; i < asked.ids.size(); ++i) {
    const MetricId id = asked.ids[i];
    HostedAgent* const agent = agents_.impl().Find(id.domain());
    if (agent == nullptr) {
      found->Take(i, UnknownMetric(id));
      continue;
    }
    agent->AskFor<DescPdu>(
        client_, PduType::kDesc, Encoded(DescRequestPdu{id}),
        [found, i, id, agent](Result<DescPdu> answer) {
          if (!answer) return found->Take(i, Fail(answer.error()));
          if (answer->desc.id != id)
            return found->Take(
                i, Fail(agent->Reject(BadPdu("descriptor", "of another metric").value())));
          found->Take(i, answer->desc);
        });
  }
  found->Close();
}

void AgentContext::Take(InstancesQuestion asked) {
  HostedAgent* const agent = agents_.impl().Find(asked.indom.domain());
  if (agent == nullptr) return asked.done(Fail(CollectorError(kPcpUnknownInDom)));
  agent->AskFor<InstancePdu>(client_, PduType::kInstance,
                             Encoded(InstanceRequestPdu{asked.indom, kSingular, {}}),
                             [done = std::move(asked.done)](Result<InstancePdu> answer) {
                               if (!answer) return done(Fail(answer.error()));
                               std::vector<NamedInstance> instances;
                               for (const Instance& instance : answer->instances)
                                 instances.push_back({instance.id, std::string(instance.name)});
                               std::ranges::stable_sort(instances, {}, &NamedInstance::id);
                               done(std::move(instances));
                             });
}

void AgentContext::Take(AllInstancesQuestion asked) {
  Take(InstancesQuestion{asked.indom, std::move(asked.done)});
}

void AgentContext::Take(TextQuestion asked) {
  const std::uint32_t domain =
      IsOfMetric(asked.kind) ? MetricId{asked.id}.domain() : InDomId{asked.id}.domain();
  HostedAgent* const agent = agents_.impl().Find(domain);
  if (agent == nullptr) return asked.done(Fail(CollectorError(kPcpUnknownMetric)));
  agent->AskFor<TextPdu>(client_, PduType::kText, Encoded(TextRequestPdu{asked.id, asked.kind}),
                         [done = std::move(asked.done)](Result<TextPdu> answer) {
                           if (!answer) return done(Fail(answer.error()));
                           done(std::string(answer->text));
                         });
}

void AgentContext::Take(LabelsQuestion asked) {
  HostedAgent* const agent = agents_.impl().Find(LabelledDomain(asked.level, asked.id));
  if (agent == nullptr) return asked.done(Fail(CollectorError(kPcpUnknownDomain)));
  agent->AskFor<LabelPdu>(
      client_, PduType::kLabel, Encoded(LabelRequestPdu{asked.id, asked.level}),
      [agent, level = asked.level, id = asked.id,
       done = std::move(asked.done)](Result<LabelPdu> answer) {
        if (!answer) return done(Fail(answer.error()));
        if (answer->level != level || answer->id != id)
          return done(Fail(agent->Reject(BadPdu("labels", "of something else").value())));
        std::vector<OwnedLabelSet> sets;
        for (LabelSet& set : answer->sets)
          sets.push_back({set.instance, std::string(set.json), std::move(set.entries),
                          std::min(set.count, 0)});
        done(std::move(sets));
      });
}

// Values.

void AgentContext::FetchFrom(std::uint32_t domain, std::span<const MetricId> ids,
                             const Profile& profile, FetchResult& result,
                             std::function<void()> done) {
  if (HostedAgent* const agent = agents_.impl().Find(domain))
    return agent->Fetch(client_, ids, profile, result, std::move(done));
  result.Begin({});
  AddErrors(ids, kPcpUnknownDomain, result);
  done();
}

void AgentContext::Take(FetchQuestion asked) {
  const auto split =
      std::make_shared<SplitFetch>(asked.metrics, [](MetricId id) { return id.domain(); });
  const std::span<SplitFetch::Part> parts = split->parts();
  if (parts.size() == 1) {
    return FetchFrom(parts[0].source, asked.metrics, asked.profile, asked.result,
                     [done = std::move(asked.done)] { done(true); });
  }
  const auto end = [split, &result = asked.result, done = std::move(asked.done)] {
    if (!split->End()) return;
    Timestamp latest;
    for (SplitFetch::Part& part : split->parts()) {
      part.has_values = true;  // or errors
      latest = std::max(latest, part.result.stamp());
    }
    split->Merge(latest, result);
    done(true);
  };
  for (SplitFetch::Part& part : parts)
    FetchFrom(part.source, part.ids, asked.profile, part.result, end);
}

void AgentContext::Take(const FetchRecordQuestion& asked) {
  asked.done(Fail(Errc::kInvalidArgument, "Agents have no records"));
}

}  // namespace fdr
