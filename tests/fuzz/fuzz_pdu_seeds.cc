// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes the seeds of pdu_fuzz, made by our encoders, into DIRECTORY/pdu/<message>.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "fdr/replay/live/attribute_pdu.h"
#include "fdr/replay/live/credentials_pdu.h"
#include "fdr/replay/live/desc_pdu.h"
#include "fdr/replay/live/descs_pdu.h"
#include "fdr/replay/live/error_pdu.h"
#include "fdr/replay/live/fetch_pdu.h"
#include "fdr/replay/live/greeting_pdu.h"
#include "fdr/replay/live/ids_pdu.h"
#include "fdr/replay/live/instance_pdu.h"
#include "fdr/replay/live/label_pdu.h"
#include "fdr/replay/live/names_pdu.h"
#include "fdr/replay/live/profile_pdu.h"
#include "fdr/replay/live/result_pdu.h"
#include "fdr/replay/live/subtree_pdu.h"
#include "fdr/replay/live/text_pdu.h"

namespace fdr {
namespace {

constexpr MetricId kLoad = MetricId::Build(60, 2, 0);
constexpr InDomId kAverages = InDomId::Build(60, 2);
constexpr Desc kDesc{kLoad, Type::kFloat, kAverages, Semantics::kInstant, {}};

class Seeds {
 public:
  explicit Seeds(const std::filesystem::path& root) : directory_(root / "pdu") {
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

}  // namespace
}  // namespace fdr

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz_pdu_seeds DIRECTORY\n");
    return 2;
  }
  const fdr::Seeds seeds(argv[1]);
  fdr::WriteSession(seeds);
  fdr::WriteMetadata(seeds);
  fdr::WriteNames(seeds);
  fdr::WriteFetches(seeds);
  return 0;
}
