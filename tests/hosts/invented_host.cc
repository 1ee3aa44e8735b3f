// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/hosts/invented_host.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

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

namespace fdr::test {
namespace {

void AnswerNames(ClientEnd& client, const NamesPdu& names, Context& source) {
  IdsPdu ids;
  for (const std::string_view name : names.names) {
    const Result<MetricId> id = source.Find(name);
    ids.ids.push_back(id.value_or(MetricId{}));
    ids.status += id ? 1 : 0;
    if (id || names.names.size() > 1) continue;
    return client.Send(
        ErrorPdu{id.error().code == Errc::kNotAMetric ? kPcpNotALeaf : kPcpUnknownName});
  }
  client.Send(ids);
}

void AnswerWithNames(ClientEnd& client, const Result<std::vector<std::string>>& names,
                     std::int32_t otherwise) {
  if (!names) return client.Send(ErrorPdu{otherwise});
  client.Send(NamesPdu{{names->begin(), names->end()}, {}});
}

void AnswerInstances(ClientEnd& client, const InstanceRequestPdu& request, Context& source) {
  EXPECT_TRUE(request.instance == -1 && request.name.empty()) << "who asks for one?";
  const Result<std::vector<NamedInstance>> members = source.Instances(request.indom);
  InstancePdu answer{request.indom, {}};
  for (const NamedInstance& member : *members) answer.instances.push_back({member.id, member.name});
  client.Send(answer);
}

}  // namespace

void InventedHost::Serve(ClientEnd& client) {
  if (!client.Greet({.features = kFeatureLabels | kFeatureHighres | kFeatureDescs})) return;
  Profile profile;
  while (const std::optional<Message> message = client.Read()) {
    const std::lock_guard lock(mutex_);
    if (instead && instead(client, *message)) continue;
    if (message->type == PduType::kProfile)
      profile = Decoded<ProfilePdu>(*message).profile;
    else
      Answer(client, *message, profile);
  }
}

void InventedHost::Answer(ClientEnd& client, const Message& message, const Profile& profile) {
  switch (message.type) {
    case PduType::kNames:
      return AnswerNames(client, Decoded<NamesPdu>(message), source);
    case PduType::kIds:
      return AnswerWithNames(client, source.NamesOf(Decoded<IdsPdu>(message).ids.at(0)),
                             kPcpUnknownMetric);
    case PduType::kTraverse:
      return AnswerWithNames(client, source.Traverse(Decoded<SubtreePdu>(message).name),
                             kPcpUnknownName);
    case PduType::kDescRequest: {
      const Result<Desc> desc = source.DescOf(Decoded<DescRequestPdu>(message).id);
      if (!desc) return client.Send(ErrorPdu{kPcpUnknownMetric});
      return client.Send(DescPdu{*desc});
    }
    case PduType::kDescIds: {
      DescsPdu answer;
      for (const MetricId id : Decoded<DescIdsPdu>(message).ids)
        answer.descs.push_back(
            source.DescOf(id).value_or(Desc{{}, Type::k32, InDomId{0}, Semantics{0}, {}}));
      return client.Send(answer);
    }
    case PduType::kInstanceRequest:
      return AnswerInstances(client, Decoded<InstanceRequestPdu>(message), source);
    case PduType::kTextRequest:
      return client.Send(ErrorPdu{kPcpNoText});
    case PduType::kLabelRequest: {
      const auto request = Decoded<LabelRequestPdu>(message);
      return client.Send(LabelPdu{request.id, request.level, {}});
    }
    case PduType::kFetch:
    case PduType::kHighresFetch:
      return AnswerFetch(client, message, profile);
    default:
      return client.Send(ErrorPdu{kPcpProtocol});
  }
}

void InventedHost::AnswerFetch(ClientEnd& client, const Message& message, const Profile& profile) {
  const std::vector<MetricId> wanted = Decoded<FetchPdu>(message).metrics;
  const bool counts =
      std::ranges::any_of(wanted, [this](MetricId id) { return source.NamesOf(id).has_value(); });
  const int fetch = counts ? fetches_++ : -1;
  const std::uint32_t changes = counts && before_fetch ? before_fetch(fetch) : 0;
  FetchResult values;
  source.SetProfile(profile);
  EXPECT_TRUE(source.Fetch(wanted, values));
  if (changes != 0) client.Send(ErrorPdu{static_cast<std::int32_t>(changes)});
  ResultEncoder encoder;
  encoder.Begin(values.stamp());
  AddSets(values, encoder);
  ByteBuffer out;
  EncodeResultPdu(message.type == PduType::kFetch ? PduType::kResult : PduType::kHighresResult,
                  encoder, out);
  client.Send(out);
  if (counts && after_fetch) after_fetch(fetch);
}

}  // namespace fdr::test
