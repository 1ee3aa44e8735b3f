// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/hosts/model_host.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/desc_pdu.h"
#include "fdr/replay/sources/pdu/descs_pdu.h"
#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/fetch_pdu.h"
#include "fdr/replay/sources/pdu/ids_pdu.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/label_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"
#include "fdr/replay/sources/pdu/profile_pdu.h"
#include "fdr/replay/sources/pdu/result_pdu.h"
#include "fdr/replay/sources/pdu/subtree_pdu.h"
#include "fdr/replay/sources/pdu/text_pdu.h"

namespace fdr::test {
namespace {

struct Metric {
  std::string_view name;
  Desc desc;
};

const std::array kMetrics = {
    Metric{"toy.count", {kCount, Type::kU32, {}, Semantics::kInstant, {}}},
    Metric{"toy.load", {kLoad, Type::kFloat, kToys, Semantics::kInstant, {}}},
    Metric{"toy.name", {kName, Type::kString, {}, Semantics::kDiscrete, {}}},
    Metric{"toy.error", {kError, Type::k32, {}, Semantics::kInstant, {}}},
    Metric{"pmcd.hostname",
           {MetricId::Build(2, 0, 0), Type::kString, {}, Semantics::kDiscrete, {}}},
    Metric{"pmcd.timezone",
           {MetricId::Build(2, 0, 1), Type::kString, {}, Semantics::kDiscrete, {}}},
};
constexpr Timestamp kStamp{1'700'000'000, 123'456'789};

const Metric* ByName(std::string_view name) {
  const auto found = std::ranges::find(kMetrics, name, &Metric::name);
  return found != kMetrics.end() ? &*found : nullptr;
}

const Metric* ById(MetricId id) {
  const auto found =
      std::ranges::find_if(kMetrics, [&](const Metric& metric) { return metric.desc.id == id; });
  return found != kMetrics.end() ? &*found : nullptr;
}

bool IsBelow(std::string_view name, std::string_view top) {
  return top.empty() || name == top ||
         (name.starts_with(top) && name.substr(top.size()).starts_with('.'));
}

void AnswerNames(ClientEnd& client, const NamesPdu& names) {
  IdsPdu ids;
  for (const std::string_view name : names.names) {
    const Metric* const metric = ByName(name);
    ids.ids.push_back(metric != nullptr ? metric->desc.id : MetricId{});
    ids.status += metric != nullptr ? 1 : 0;
  }
  if (names.names.size() > 1 || ids.status > 0) return client.Send(ids);
  const auto is_below = [&](const Metric& m) { return IsBelow(m.name, names.names[0]); };
  client.Send(ErrorPdu{std::ranges::any_of(kMetrics, is_below) ? kPcpNotALeaf : kPcpUnknownName});
}

void AnswerTraverse(ClientEnd& client, const SubtreePdu& subtree) {
  NamesPdu names;
  for (const Metric& metric : kMetrics)
    if (IsBelow(metric.name, subtree.name)) names.names.push_back(metric.name);
  if (subtree.name == "toy.empty") return;  // says nothing
  if (names.names.empty()) return client.Send(ErrorPdu{kPcpUnknownName});
  client.Send(names);
}

void AnswerChildren(ClientEnd& client, const SubtreePdu& subtree) {
  if (subtree.name.empty())
    return client.Send(NamesPdu{{"toy", "pmcd"}, {NamesPdu::kNonLeaf, NamesPdu::kNonLeaf}});
  NamesPdu names;
  for (const Metric& metric : kMetrics) {
    if (metric.name == subtree.name || !IsBelow(metric.name, subtree.name)) continue;
    names.names.push_back(metric.name.substr(subtree.name.size() + 1));
    names.status.push_back(NamesPdu::kLeaf);
  }
  if (names.names.empty() && ByName(subtree.name) == nullptr)
    return client.Send(ErrorPdu{kPcpUnknownName});
  client.Send(names);
}

void AnswerDescs(ClientEnd& client, const DescIdsPdu& request) {
  DescsPdu answer;
  for (const MetricId id : request.ids) {
    const Metric* const metric = ById(id);
    answer.descs.push_back(metric != nullptr ? metric->desc
                                             : Desc{{}, Type::k32, InDomId{0}, Semantics{0}, {}});
  }
  client.Send(answer);
}

void AnswerInstances(ClientEnd& client, const InstanceRequestPdu& request) {
  if (request.indom != kToys) return client.Send(ErrorPdu{kPcpUnknownInDom});
  const InstanceList toys = {{2, "two"}, {1, "one"}};
  if (request.instance == -1 && request.name.empty()) return client.Send(InstancePdu{{}, toys});
  for (const Instance& toy : toys) {
    if (toy.id == request.instance) return client.Send(InstancePdu{{}, {{-1, toy.name}}});
    if (toy.name == request.name) return client.Send(InstancePdu{{}, {{toy.id, {}}}});
  }
  client.Send(ErrorPdu{kPcpUnknownInstance});
}

void AddValues(MetricId id, const Profile& profile, ResultEncoder& encoder) {
  const auto text = [&](std::string_view value) {
    encoder.BeginSet(id, ValueFormat::kPointer);
    encoder.AddBlock(kSingular, Type::kString, AsBytes(std::string(value) + '\0'));
  };
  if (id == kCount) {
    encoder.BeginSet(id, ValueFormat::kInPlace);
    encoder.AddInPlace(kSingular, 42);
  } else if (id == kLoad) {
    encoder.BeginSet(id, ValueFormat::kPointer);
    const std::array<std::byte, 8> floats = {std::byte{0x3f}, {}, {}, {}, std::byte{0x3f},
                                             std::byte{0xc0}, {}, {}};
    for (const InstanceId i : {1, 2})
      if (profile.Includes(kToys, i))
        encoder.AddBlock(i, Type::kFloat, Bytes(floats).subspan(i == 1 ? 0 : 4, 4));
  } else if (id == kName) {
    text("model");
  } else if (ByName("pmcd.hostname")->desc.id == id) {
    text("modelhost");
  } else if (ByName("pmcd.timezone")->desc.id == id) {
    text("UTC");
  } else {
    encoder.AddSet(id, id == kError ? -12350 : kPcpUnknownMetric);
  }
}

void AnswerFetch(ClientEnd& client, PduType type, const FetchPdu& fetch, const Profile& profile) {
  ResultEncoder encoder;
  encoder.Begin(kStamp);
  for (const MetricId id : fetch.metrics) AddValues(id, profile, encoder);
  ByteBuffer out;
  EncodeResultPdu(type == PduType::kFetch ? PduType::kResult : PduType::kHighresResult, encoder,
                  out);
  client.Send(out);
}

void AnswerLabels(ClientEnd& client, const LabelRequestPdu& request) {
  LabelPdu answer{request.id, request.level, {}};
  if (request.level == LabelLevel::kDomain)
    answer.sets = {
        {.instance = -1, .json = R"({"a":1})", .count = 0, .entries = {{2, 1, 2, 5, 1}}}};
  client.Send(answer);
}

}  // namespace

void ModelHost::Answer(ClientEnd& client, const Message& message, const Profile& profile) {
  switch (message.type) {
    case PduType::kNames:
      return AnswerNames(client, Decoded<NamesPdu>(message));
    case PduType::kIds: {
      const Metric* const metric = ById(Decoded<IdsPdu>(message).ids.at(0));
      if (metric == nullptr) return client.Send(ErrorPdu{kPcpUnknownMetric});
      return client.Send(NamesPdu{{metric->name}, {}});
    }
    case PduType::kTraverse:
      return AnswerTraverse(client, Decoded<SubtreePdu>(message));
    case PduType::kChildren:
      return AnswerChildren(client, Decoded<SubtreePdu>(message));
    case PduType::kDescRequest: {
      const Metric* const metric = ById(Decoded<DescRequestPdu>(message).id);
      if (metric == nullptr) return client.Send(ErrorPdu{kPcpUnknownMetric});
      return client.Send(DescPdu{metric->desc});
    }
    case PduType::kDescIds:
      return AnswerDescs(client, Decoded<DescIdsPdu>(message));
    case PduType::kInstanceRequest:
      return AnswerInstances(client, Decoded<InstanceRequestPdu>(message));
    case PduType::kTextRequest:
      if (Decoded<TextRequestPdu>(message).id != kCount.value)
        return client.Send(ErrorPdu{kPcpNoText});
      return client.Send(TextPdu{0, "how many"});
    case PduType::kLabelRequest:
      return AnswerLabels(client, Decoded<LabelRequestPdu>(message));
    case PduType::kFetch:
    case PduType::kHighresFetch:
      return AnswerFetch(client, message.type, Decoded<FetchPdu>(message), profile);
    case PduType::kResult:
      return client.Send(ErrorPdu{0});
    default:
      return client.Send(ErrorPdu{kPcpProtocol});
  }
}

void ModelHost::Serve(ClientEnd& client) const {
  if (!client.Greet(greeting)) return;
  std::optional<Profile> profile;
  while (const std::optional<Message> message = client.Read()) {
    if (watch) watch(message->type);
    if (message->type == PduType::kProfile) {
      profile = Decoded<ProfilePdu>(*message).profile;
    } else if (const auto handler = handlers.find(message->type); handler != handlers.end()) {
      handler->second(client, *message);
    } else {
      const bool is_fetch =
          message->type == PduType::kFetch || message->type == PduType::kHighresFetch;
      EXPECT_TRUE(profile || !is_fetch) << "A fetch without a profile";
      Answer(client, *message, profile.value_or(Profile()));
    }
  }
}

}  // namespace fdr::test
