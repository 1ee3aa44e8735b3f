// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/tools/hostile_host.h"

#include <gtest/gtest.h>

#include <array>

#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/fetch_pdu.h"
#include "fdr/replay/sources/pdu/ids_pdu.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/label_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"
#include "fdr/replay/sources/pdu/result_pdu.h"
#include "fdr/replay/sources/pdu/subtree_pdu.h"
#include "fdr/replay/sources/pdu/text_pdu.h"
#include "fdr/tests/tools/hostile_text.h"

namespace fdr::test {
namespace {

// The name of the number: "toy." and hostile text.
const std::string& CountName() {
  static const std::string name = "toy." + HostileName();
  return name;
}

std::string AllTexts() {
  std::string all;
  for (const std::string& text : HostileTexts()) all += text + '\n';
  return all;
}

void SendIds(ClientEnd& client, const Message& message) {
  const auto names = NamesPdu::Decode(message.body);
  ASSERT_TRUE(names);
  IdsPdu ids;
  for (const std::string_view name : names->names) {
    const bool is_known = name == "toy.name" || name == "toy.load" || name == CountName() ||
                          name.starts_with("pmcd.");
    MetricId id = name == "toy.name" ? kName : name == "toy.load" ? kLoad : kCount;
    if (name.starts_with("pmcd.")) id = MetricId::Build(2, 0, name == "pmcd.timezone" ? 1 : 0);
    ids.ids.push_back(is_known ? id : MetricId{});
    ids.status += is_known ? 1 : 0;
  }
  if (names->names.size() == 1 && ids.status == 0)
    return client.Send(ErrorPdu{names->names[0] == "toy" ? -12361 : -12356});
  client.Send(ids);
}

void SendNames(ClientEnd& client, const Message&) {
  client.Send(NamesPdu{{"toy.name", "toy.load", CountName()}, {}});
}

void SendInstances(ClientEnd& client, const Message&) {
  client.Send(InstancePdu{kToys, {{1, HostileTexts()[0]}, {2, HostileTexts()[4]}}});
}

void SendLabels(ClientEnd& client, const Message& message) {
  const auto request = LabelRequestPdu::Decode(message.body);
  ASSERT_TRUE(request);
  const std::string json = "{\"a\":\"" + HostileName() + "\"}";
  LabelPdu answer{request->id, request->level, {}};
  answer.sets = {{.instance = -1,
                  .json = json,
                  .count = 0,
                  .entries = {{2, 1, 5, static_cast<std::uint16_t>(json.size() - 6), 1}}}};
  client.Send(answer);
}

void SendValues(ClientEnd& client, const Message& message) {
  const auto fetch = FetchPdu::Decode(message.body);
  ASSERT_TRUE(fetch);
  ResultEncoder encoder;
  encoder.Begin(Timestamp{1'700'000'000, 0});
  for (const MetricId id : fetch->metrics) {
    const bool is_load = id == kLoad;
    encoder.BeginSet(id, id == kCount ? ValueFormat::kInPlace : ValueFormat::kPointer);
    if (id == kCount) encoder.AddInPlace(kSingular, 42);
    const std::array<std::byte, 4> half = {std::byte{0x3f}, {}, {}, {}};
    for (const InstanceId i : {1, 2})
      if (is_load) encoder.AddBlock(i, Type::kFloat, half);
    if (id != kCount && !is_load)
      encoder.AddBlock(kSingular, Type::kString,
                       AsBytes((id == kName ? AllTexts() : HostileName()) + '\0'));
  }
  ByteBuffer out;
  EncodeResultPdu(message.type == PduType::kFetch ? PduType::kResult : PduType::kHighresResult,
                  encoder, out);
  client.Send(out);
}

}  // namespace

ModelHost HostileHost() {
  ModelHost host;
  host.handlers[PduType::kNames] = SendIds;
  host.handlers[PduType::kTraverse] = SendNames;
  host.handlers[PduType::kIds] = [](ClientEnd& client, const Message&) {
    client.Send(NamesPdu{{CountName()}, {}});
  };
  host.handlers[PduType::kInstanceRequest] = SendInstances;
  host.handlers[PduType::kTextRequest] = [](ClientEnd& client, const Message&) {
    client.Send(TextPdu{0, AllTexts()});
  };
  host.handlers[PduType::kLabelRequest] = SendLabels;
  host.handlers[PduType::kFetch] = host.handlers[PduType::kHighresFetch] = SendValues;
  return host;
}

}  // namespace fdr::test
