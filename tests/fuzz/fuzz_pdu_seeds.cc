// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes the seeds of pdu_fuzz, conversation_fuzz, trace_fuzz, time_control_fuzz, agent_fuzz and
// agent_kit_fuzz, made by our encoders, into DIRECTORY/pdu/<message>,
// DIRECTORY/conversation/<kind>, DIRECTORY/trace/<kind>, DIRECTORY/time_control/<command>,
// DIRECTORY/agent/<kind> and DIRECTORY/agent_kit/<kind>.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "fdr/replay/sources/log_control/log_messages.h"
#include "fdr/replay/sources/pdu/attribute_pdu.h"
#include "fdr/replay/sources/pdu/credentials_pdu.h"
#include "fdr/replay/sources/pdu/desc_pdu.h"
#include "fdr/replay/sources/pdu/descs_pdu.h"
#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/fetch_pdu.h"
#include "fdr/replay/sources/pdu/greeting_pdu.h"
#include "fdr/replay/sources/pdu/ids_pdu.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/label_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"
#include "fdr/replay/sources/pdu/profile_pdu.h"
#include "fdr/replay/sources/pdu/result_pdu.h"
#include "fdr/replay/sources/pdu/subtree_pdu.h"
#include "fdr/replay/sources/pdu/text_pdu.h"
#include "fdr/replay/sources/time_control/time_message.h"
#include "fdr/replay/sources/trace/trace_pdu.h"

namespace fdr {
namespace {

constexpr MetricId kLoad = MetricId::Build(60, 2, 0);
constexpr InDomId kAverages = InDomId::Build(60, 2);
constexpr Desc kDesc{kLoad, Type::kFloat, kAverages, Semantics::kInstant, {}};

class Seeds {
 public:
  Seeds(const std::filesystem::path& root, const char* target) : directory_(root / target) {
    std::filesystem::create_directories(directory_);
  }

  void Write(const std::string& name, const ByteBuffer& message) const {
    std::ofstream out(directory_ / name, std::ios::binary);
    out << AsText(message);
  }

  template <class Message>
  void Write(const std::string& name, const Message& message) const {
    ByteBuffer out;
    message.Encode(out);
    Write(name, out);
  }

 private:
  std::filesystem::path directory_;
};

void WriteSession(const Seeds& seeds) {
  seeds.Write("error", ErrorPdu{-12357});
  seeds.Write("greeting", GreetingPdu{.features = kFeatureLabels | kFeatureHighres});
  seeds.Write("credentials", CredentialsPdu{.process = 4711});
  seeds.Write("attribute", AttributePdu{AttributeCode::kContainer, "pod"});
  Profile profile;
  profile.Set(kAverages, false);
  profile.Include(kAverages, {1, 5});
  ByteBuffer message;
  ProfilePdu::Encode(0, profile, message);
  seeds.Write("profile", message);
}

void WriteMetadata(const Seeds& seeds) {
  seeds.Write("desc-request", DescRequestPdu{kLoad});
  seeds.Write("desc", DescPdu{kDesc});
  ByteBuffer message;
  DescIdsPdu::Encode(std::vector{kLoad, MetricId{}}, message);
  seeds.Write("desc-ids", message);
  seeds.Write("descs", DescsPdu{{kDesc, Desc{}}});
  seeds.Write("instance-request", InstanceRequestPdu{kAverages, -1, "1 minute"});
  seeds.Write("instance", InstancePdu{kAverages, {{1, "1 minute"}, {5, "5 minute"}}});
  seeds.Write("text-request", TextRequestPdu{kLoad.value, TextKind::kMetricHelp});
  seeds.Write("text", TextPdu{kLoad.value, "load averages"});
  seeds.Write("label-request", LabelRequestPdu{});
  LabelPdu labels{kAverages.value, LabelLevel::kInstances, {}};
  labels.sets = {{.instance = 1, .json = R"({"a":1})", .count = 0, .entries = {{2, 1, 32, 5, 1}}},
                 {.instance = 5, .json = {}, .count = -12351, .entries = {}}};
  seeds.Write("label", labels);
}

void WriteNames(const Seeds& seeds) {
  seeds.Write("names", NamesPdu{{"hinv.ncpu", "kernel.all.load"}, {}});
  seeds.Write("names-status", NamesPdu{{"all", "percpu"}, {NamesPdu::kLeaf, NamesPdu::kNonLeaf}});
  seeds.Write("ids", IdsPdu{1, {kLoad, MetricId{}}});
  for (const PduType type : {PduType::kChildren, PduType::kTraverse}) {
    ByteBuffer message;
    SubtreePdu{1, "kernel"}.Encode(type, message);
    seeds.Write(type == PduType::kChildren ? "children" : "traverse", message);
  }
}

void WriteTimeControl(const Seeds& seeds) {
  TimeMessage message;
  message.source = TimeSource::kArchive;
  message.delta = kNanosPerSecond;
  message.position = {1'700'000'000, 250'000'000};
  message.end = {1'700'003'600, 0};
  for (const TimeCommand command : {TimeCommand::kSet, TimeCommand::kStep, TimeCommand::kZone,
                                    TimeCommand::kMode, TimeCommand::kConfirm}) {
    message.command = command;
    const bool has_zone = command == TimeCommand::kSet || command == TimeCommand::kZone;
    message.zone = has_zone ? "EST-10" : "";
    message.label = has_zone ? "Melbourne" : "";
    ByteBuffer bytes;
    message.Encode(bytes);
    seeds.Write(std::to_string(static_cast<int>(command)), bytes);
  }
}

void WriteFetches(const Seeds& seeds) {
  ResultEncoder encoder;
  encoder.Begin({0x5a000000, 123'456'000});
  encoder.BeginSet(kLoad, ValueFormat::kPointer);
  for (const InstanceId i : {1, 5, 15}) encoder.AddBlock(i, Type::kFloat, AsBytes("@abc"));
  encoder.BeginSet({kLoad.value + 1}, ValueFormat::kInPlace);
  encoder.AddInPlace(kSingular, 7);
  encoder.AddSet({kLoad.value + 2}, -12350);
  encoder.BeginSet({kLoad.value + 3}, ValueFormat::kPointerStatic);
  encoder.AddBlock(kSingular, Type::kU64, AsBytes("12345678"));
  encoder.AddBlock(0, Type::kString, AsBytes(std::string_view("text\0", 5)));
  for (const bool high : {false, true}) {
    ByteBuffer fetch, result;
    FetchPdu::Encode(high ? PduType::kHighresFetch : PduType::kFetch, 0,
                     std::vector{kLoad, MetricId{}}, fetch);
    EncodeResultPdu(high ? PduType::kHighresResult : PduType::kResult, encoder, result);
    seeds.Write(high ? "highres-fetch" : "fetch", fetch);
    seeds.Write(high ? "highres-result" : "result", result);
  }
}

// What a client sends, behind its rights and the size of the pieces.
class Talk {
 public:
  Talk(std::uint8_t rights, std::uint8_t piece) {
    bytes_ = {std::byte{rights}, std::byte{piece}};
    Say(CredentialsPdu{});
  }

  template <class Message>
  void Say(const Message& message) {
    message.Encode(bytes_);
  }
  void Fetch(PduType type, const std::vector<MetricId>& metrics) {
    Profile profile;
    profile.Exclude(kServedDisks, {1});
    ProfilePdu::Encode(7, profile, bytes_);
    FetchPdu::Encode(type, 7, metrics, bytes_);
  }
  void Store(MetricId id, Type type, std::string_view payload) {
    ResultEncoder encoder;
    encoder.Begin({});
    encoder.BeginSet(id, ValueFormat::kPointer);
    encoder.AddBlock(kSingular, type, AsBytes(payload));
    EncodeResultPdu(PduType::kResult, encoder, bytes_);
  }
  void Below(PduType type, std::string_view name) { SubtreePdu{1, name}.Encode(type, bytes_); }
  void Descs(const std::vector<MetricId>& metrics) { DescIdsPdu::Encode(metrics, bytes_); }
  const ByteBuffer& bytes() const { return bytes_; }

  static constexpr InDomId kServedDisks = InDomId::Build(60, 1);

 private:
  ByteBuffer bytes_;
};

void WriteConversations(const Seeds& seeds) {
  constexpr MetricId kReads = MetricId::Build(60, 0, 4), kTape = MetricId::Build(509, 0, 0),
                     kState = MetricId::Build(509, 0, 3), kWho = MetricId::Build(2, 6, 0);
  Talk metadata(3, 0);
  metadata.Below(PduType::kChildren, "");
  metadata.Below(PduType::kTraverse, "kernel");
  metadata.Say(NamesPdu{{"disk.dev.read", "no.such"}, {}});
  metadata.Say(IdsPdu{1, {kReads}});
  metadata.Say(DescRequestPdu{kReads});
  metadata.Descs({kReads, kLoad, kTape});
  metadata.Say(InstanceRequestPdu{Talk::kServedDisks, kSingular, ""});
  metadata.Say(InstanceRequestPdu{Talk::kServedDisks, 1, ""});
  metadata.Say(InstanceRequestPdu{Talk::kServedDisks, kSingular, "sdb"});
  metadata.Say(TextRequestPdu{kLoad.value, TextKind::kMetricOneLine});
  metadata.Say(LabelRequestPdu{0xffffffff, LabelLevel::kContext});
  metadata.Say(LabelRequestPdu{Talk::kServedDisks.value, LabelLevel::kInstances});
  seeds.Write("metadata", metadata.bytes());
  Talk values(3, 5);
  values.Fetch(PduType::kFetch, {kLoad, kReads, kTape});
  values.Fetch(PduType::kHighresFetch, {kWho, MetricId{}});
  values.Say(AttributePdu{AttributeCode::kContainer, "pod"});
  seeds.Write("values", values.bytes());
  Talk stores(3, 0);
  stores.Store(kTape, Type::kString, std::string_view("+2s\0", 4));
  stores.Store(kState, Type::kString, std::string_view("step\0", 5));
  stores.Store(kWho, Type::kString, std::string_view("me\0", 3));
  stores.Fetch(PduType::kFetch, {kTape, kState, kWho});
  seeds.Write("stores", stores.bytes());
  Talk reader(1, 1);
  reader.Store(kState, Type::kString, std::string_view("play\0", 5));
  reader.Fetch(PduType::kFetch, {kState});
  seeds.Write("only-fetch", reader.bytes());
}

void WriteTraces(const Seeds& seeds) {
  ByteBuffer collector, application;
  for (const std::int32_t word : {TraceAck::kVersion, -12010, 2})
    TraceAck{word}.Encode(4711, collector);
  seeds.Write("collector", collector);
  TraceData{TraceKind::kTransaction, true, 0.25, "a transaction"}.Encode(4712, application);
  TraceData{TraceKind::kPoint, false, -1, "p"}.Encode(4712, application);
  TraceData{TraceKind::kObservation, false, 1e300, std::string(kLongestTraceTag, 'o')}.Encode(
      4712, application);
  TraceData{TraceKind::kCounter, true, 7, "count"}.Encode(4712, application);
  seeds.Write("application", application);
}

// What a collector sends to the agents of tests/pmda/toy_agent.h and tests/agent_kit/toy.h, behind
// its greeting.  They differ in the serials of their domains.
void WriteAgentRequests(const Seeds& seeds, std::uint32_t table, std::uint32_t other) {
  constexpr auto metric = [](std::uint32_t item) { return MetricId::Build(77, 0, item); };
  const InDomId rows = InDomId::Build(77, table), more = InDomId::Build(77, other);
  ByteBuffer values;
  Profile profile;
  profile.Exclude(rows, {1});
  ProfilePdu::Encode(0, profile, values);
  FetchPdu::Encode(PduType::kFetch, 0,
                   std::vector{metric(0), metric(1), metric(4), metric(6), metric(7), metric(8),
                               metric(9), metric(99)},
                   values);
  AttributePdu{AttributeCode::kUserId, std::string_view("0\0", 2)}.Encode(values);
  ErrorPdu{-12391}.Encode(values);
  seeds.Write("values", values);
  ByteBuffer metadata;
  DescRequestPdu{metric(1)}.Encode(metadata);
  InstanceRequestPdu{rows, kSingular, ""}.Encode(metadata);
  InstanceRequestPdu{more, 0, ""}.Encode(metadata);
  InstanceRequestPdu{rows, kSingular, "b"}.Encode(metadata);
  TextRequestPdu{metric(0).value, TextKind::kMetricHelp}.Encode(metadata);
  LabelRequestPdu{rows.value, LabelLevel::kInstances}.Encode(metadata);
  LabelRequestPdu{77, LabelLevel::kDomain}.Encode(metadata);
  seeds.Write("metadata", metadata);
  ByteBuffer names;
  NamesPdu{{"toy.more.again"}, {}}.Encode(names);
  IdsPdu{0, {metric(1)}}.Encode(names);
  SubtreePdu{1, "toy"}.Encode(PduType::kChildren, names);
  SubtreePdu{0, "toy"}.Encode(PduType::kTraverse, names);
  seeds.Write("names", names);
  ByteBuffer stores;
  ResultEncoder encoder;
  encoder.Begin({});
  encoder.BeginSet(metric(0), ValueFormat::kInPlace);
  encoder.AddInPlace(kSingular, 7);
  encoder.BeginSet(metric(6), ValueFormat::kPointer);
  encoder.AddBlock(0, Type::kString, AsBytes(std::string_view("text\0", 5)));
  encoder.BeginSet(metric(3), ValueFormat::kPointer);
  encoder.AddBlock(kSingular, Type::kU64, AsBytes("12345678"));
  EncodeResultPdu(PduType::kResult, encoder, stores);
  seeds.Write("stores", stores);
}

// Bodies, without their heads.
void WriteLogControl(const Seeds& seeds) {
  const auto write = [&seeds](const char* name, const ByteBuffer& message) {
    seeds.Write(name, ByteBuffer(message.begin() + kPduHeaderSize, message.end()));
  };
  const MetricId metric = MetricId::Build(60, 2, 0);
  ByteBuffer order, states, status, old;
  LogOrder{LogOrder::Kind::kMandatory, LogOrder::State::kOn, 2000, {{metric, {1, 5}}, {metric, {}}}}
      .Encode(order);
  write("order", order);
  const LoggingState state{
      .is_on = true, .is_mandatory = true, .is_present = true, .is_logged = true, .millis = 2000};
  LogStates{{{metric, 0, {{1, state}, {5, {}}}}, {metric, -12358, {}}}}.Encode(states);
  write("states", states);
  const LogStatus now{.start = {1795686050, 116180000},
                      .last = {1795686054, 137465200},
                      .now = {1795686054, 342319700},
                      .is_logging = true,
                      .volume = 1,
                      .size = 756,
                      .host = "vm",
                      .source = "local:",
                      .zone = "UTC",
                      .logger_zone = "UTC"};
  now.Encode(kLogVersion, status);
  write("status", status);
  now.Encode(kLogVersionOld, old);
  write("status-old", old);
}

}  // namespace
}  // namespace fdr

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz_pdu_seeds DIRECTORY\n");
    return 2;
  }
  const fdr::Seeds seeds(argv[1], "pdu");
  fdr::WriteSession(seeds);
  fdr::WriteMetadata(seeds);
  fdr::WriteNames(seeds);
  fdr::WriteFetches(seeds);
  fdr::WriteConversations(fdr::Seeds(argv[1], "conversation"));
  fdr::WriteTraces(fdr::Seeds(argv[1], "trace"));
  fdr::WriteLogControl(fdr::Seeds(argv[1], "log_control"));
  fdr::WriteTimeControl(fdr::Seeds(argv[1], "time_control"));
  fdr::WriteAgentRequests(fdr::Seeds(argv[1], "agent"), 3, 4);
  fdr::WriteAgentRequests(fdr::Seeds(argv[1], "agent_kit"), 1, 0);
  return 0;
}
