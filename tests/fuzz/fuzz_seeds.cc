// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes the seeds of the fuzz targets, made by our encoders, into DIRECTORY/<target>/<seed>.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/record/event_array.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/replay/sources/mmv/mmv_format.h"
#include "fdr/replay/sources/mmv/mmv_image.h"

namespace fdr {
namespace {

constexpr Timestamp kStamp{0x5a000000, 123'456'000};
constexpr MetricId kLoad = MetricId::Build(60, 2, 0);
constexpr InDomId kAverages = InDomId::Build(60, 2);

/// One directory of seeds.
class Seeds {
 public:
  Seeds(const std::filesystem::path& root, const char* target) : directory_(root / target) {
    std::filesystem::create_directories(directory_);
  }

  void Write(const std::string& name, Bytes bytes) const {
    std::ofstream out(directory_ / name, std::ios::binary);
    out << AsText(bytes);
  }

  /// Writes a record without its frame.
  void WriteBody(const std::string& name, const ByteBuffer& record) const {
    Write(name, Bytes(record).subspan(4, record.size() - kFrameOverhead));
  }

 private:
  std::filesystem::path directory_;
};

std::string Named(const char* what, Version version) {
  return std::string(version == Version::k2 ? "v2-" : "v3-") + what;
}

void WriteLabels(const std::filesystem::path& root) {
  const Seeds seeds(root, "label");
  LabelRecord label;
  label.pid = 4711;
  label.start = kStamp;
  label.host = "vm";
  label.timezone = "AEST-10";
  label.zoneinfo = ":Australia/Melbourne";
  for (const Version version : {Version::k2, Version::k3}) {
    label.version = version;
    ByteBuffer record;
    label.Encode(record);
    seeds.Write(Named("label", version), record);
  }
}

/// Writes metadata records of a version, each for two targets: that of its kind, and `metadata`.
class MetadataSeeds {
 public:
  MetadataSeeds(const std::filesystem::path& root, Version version)
      : root_(root), version_(version) {}

  void Write(const char* target, const char* name, const MetadataRecord& record) const {
    ByteBuffer framed;
    EncodeMetadata(version_, record, framed);
    Seeds(root_, "metadata").WriteBody(Named(name, version_), framed);
    const Bytes body = Bytes(framed).subspan(4, framed.size() - kFrameOverhead);
    Seeds(root_, target).Write(Named(name, version_), body.subspan(4));
  }

 private:
  const std::filesystem::path& root_;
  Version version_;
};

// These records are the same in both versions.
void WriteDescriptionsAndTexts(const std::filesystem::path& root) {
  const MetadataSeeds seeds(root, Version::k3);
  const Desc desc{kLoad, Type::kFloat, kAverages, Semantics::kInstant, Units::FromWord(0x0f001000)};
  seeds.Write("desc", "one-name", DescRecord{desc, {"kernel.all.load"}});
  seeds.Write("desc", "two-names", DescRecord{desc, {"a.b", "c"}});
  seeds.Write("text", "one-line",
              TextRecord{TextKind::kMetricOneLine, kLoad.value, "load averages"});
  seeds.Write("text", "empty", TextRecord{TextKind::kInDomHelp, kAverages.value, ""});
}

void WriteTimedMetadata(const std::filesystem::path& root, Version version) {
  const MetadataSeeds seeds(root, version);
  InDomBuilder full;
  full.Add(1, "1 minute");
  full.Add(5, "5 minute");
  seeds.Write("indom", "full", full.Build(kStamp, kAverages, false));
  if (version == Version::k3) {
    InDomBuilder delta;
    delta.Delete(1);
    delta.Add(15, "15 minute");
    seeds.Write("indom", "delta", delta.Build(kStamp, kAverages, true));
  }

  LabelSetRecord context{
      kStamp, static_cast<std::uint32_t>(LabelLevel::kContext), 0xffffffff, {LabelSet{}}};
  context.sets[0].json = R"({"groupid":0,"hostname":"vm"})";
  context.sets[0].entries = {{2, 7, 0x81, 11, 1}, {14, 8, 1, 24, 4}};
  seeds.Write("labelset", "context", context);
  LabelSetRecord instances{
      kStamp, static_cast<std::uint32_t>(LabelLevel::kInstances), kAverages.value, {}};
  instances.sets = {{.instance = 1, .json = {}, .count = 0, .entries = {}},
                    {.instance = 5, .json = {}, .count = -12351, .entries = {}}};
  seeds.Write("labelset", "instances", instances);
}

ByteBuffer Events(Type type) {
  // Two parameters; a record without any; and one that stands for missed events.
  ByteBuffer payload;
  ByteWriter out(payload);
  const auto head = [&](std::uint32_t flags, std::uint32_t count) {
    if (type == Type::kHighresEvent) {
      out.U64(0x5a000000);
      out.U64(123'456'789);
    } else {
      out.U32(0x5a000000);
      out.U32(123'456);
    }
    out.U32(flags);
    out.U32(count);
  };
  out.U32(3);
  head(kEventPoint, 2);
  out.U32(0x07400401);
  out.U32(0x00000008);
  out.U32(7);
  out.U32(0x07400402);
  out.U32(0x06000007);
  out.Text(std::string_view("hi\0~", 4));
  head(0, 0);
  head(kEventMissed, 42);
  return payload;
}

void WriteEvents(const std::filesystem::path& root) {
  const Seeds seeds(root, "event");
  seeds.Write("event", Events(Type::kEvent));
  seeds.Write("highres-event", Events(Type::kHighresEvent));
}

void WriteResults(const std::filesystem::path& root, Version version) {
  const Seeds seeds(root, "result");
  ByteBuffer volume;
  ResultEncoder encoder;
  const auto write = [&](const char* name) {
    ByteBuffer record;
    encoder.Encode(version, record);
    seeds.WriteBody(Named(name, version), record);
    ByteWriter(volume).Raw(record);
  };
  encoder.Begin(kStamp);
  write("mark");
  encoder.BeginSet(kLoad, ValueFormat::kInPlace);
  encoder.AddInPlace(1, 7);
  encoder.AddInPlace(5, 0xffffffff);
  encoder.AddSet({kLoad.value + 1}, 0);
  encoder.AddSet({kLoad.value + 2}, -12350);
  write("in-place");
  encoder.BeginSet({kLoad.value + 3}, ValueFormat::kPointer);
  for (const InstanceId i : {1, 5, 15}) encoder.AddBlock(i, Type::kFloat, AsBytes("@abc"));
  encoder.BeginSet({kLoad.value + 4}, ValueFormat::kPointerStatic);
  encoder.AddBlock(kSingular, Type::kU64, AsBytes("12345678"));
  encoder.AddBlock(0, Type::kString, AsBytes(std::string_view("text\0", 5)));
  encoder.AddBlock(1, Type::kEvent, Events(Type::kEvent));
  write("blocks");
  Seeds(root, "frames").Write(Named("volume", version), volume);
}

void WriteIndex(const std::filesystem::path& root, Version version) {
  ByteBuffer entries;
  IndexEntry{kStamp, 0, 808, 808}.Encode(version, entries);
  IndexEntry{kStamp.Plus(kNanosPerSecond), 1, 0x7ffffff0, 808}.Encode(version, entries);
  Seeds(root, "index").Write(Named("entries", version), entries);
}

void WriteTexts(const std::filesystem::path& root, const char* target,
                std::initializer_list<std::pair<const char*, std::string_view>> texts) {
  for (const auto& [name, text] : texts) Seeds(root, target).Write(name, AsBytes(text));
}

void WriteTimes(const std::filesystem::path& root) {
  WriteTexts(root, "posix_tz",
             {{"weekdays", "AEST-10AEDT,M10.1.0,M4.1.0/3"},
              {"days", "<-03>3:30<-02>2,J60/-1:30,300/25:00:01"},
              {"no-rule", "CET-1CEST"},
              {"constant", "IST-5:30"}});
  WriteTexts(root, "time",
             {{"intervals",
               "0"
               "10m\n-1.5 hours\n10s\n+1min 30sec"},
              {"dates",
               "1"
               "@Nov 14 23:30:00.5 2023\n@22:59\n1d"},
              {"weekday",
               "2"
               "@Tue Nov 14 2023\n@1700080000.25"},
              {"words",
               "5"
               "yesterday\n3 minutes ago\n100ms\nnext tuesday 10:30 pm"},
              {"iso",
               "7"
               "2023-11-14T23:00:00.5Z\n2023-11-15 03:00+01:00\n2week"}});
}

// A zone that changed its clocks twice, and goes on with a rule.
void WriteZone(const std::filesystem::path& root) {
  constexpr std::string_view kNames("LMT\0CET\0CEST\0", 13);
  ByteBuffer file;
  ByteWriter out(file);
  for (const int time_size : {4, 8}) {
    out.Text("TZif2");
    out.Fill(15, 0);
    for (const std::uint32_t count : {3u, 3u, 0u, 2u, 3u, 13u}) out.U32(count);
    for (const std::int64_t change : {1'679'792'400, 1'698'541'200})
      time_size == 4 ? out.U32(static_cast<std::uint32_t>(change))
                     : out.U64(static_cast<std::uint64_t>(change));
    out.Text(std::string_view("\2\1", 2));
    const auto type = [&](std::uint32_t offset, std::string_view flags) {
      out.U32(offset);
      out.Text(flags);
    };
    type(3208, {"\0\0", 2});
    type(3600, {"\0\4", 2});
    type(7200, {"\1\10", 2});
    out.Text(kNames);
    out.Text(std::string_view("\1\1\0\1\0\0", 6));
  }
  out.Text("\nCET-1CEST,M3.5.0,M10.5.0/3\n");
  Seeds(root, "tzif").Write("v2", file);
  // A file of version 1 has only the first of the two blocks.
  file.resize(44 + 2 * 5 + 3 * 6 + 13 + 6);
  file[4] = std::byte{0};
  Seeds(root, "tzif").Write("v1", file);
}

// Files of each version, with everything that it can have.
void WriteMappedValues(const std::filesystem::path& root) {
  mmv::NewFile file{.generation = 77,
                    .flags = mmv::kSentinel,
                    .process = 0,
                    .cluster = 12,
                    .indoms = {{.serial = 1,
                                .instances = {{0, "in"}, {5, "out"}},
                                .short_text = "queues",
                                .long_text = "all queues"}},
                    .metrics = {{.name = "queue.length",
                                 .item = 1,
                                 .type = 1,
                                 .semantics = 3,
                                 .units = 0x00100000,
                                 .serial = 1,
                                 .short_text = "jobs",
                                 .long_text = {}},
                                {.name = "state",
                                 .item = 2,
                                 .type = 6,
                                 .semantics = 4,
                                 .units = 0,
                                 .serial = 0,
                                 .short_text = {},
                                 .long_text = {}},
                                {.name = "time",
                                 .item = 3,
                                 .type = mmv::kElapsedType,
                                 .semantics = 1,
                                 .units = 0,
                                 .serial = 0,
                                 .short_text = {},
                                 .long_text = "time of all jobs"}},
                    .labels = {}};
  const Seeds seeds(root, "mmv");
  const auto write = [&](const char* name) {
    ByteBuffer bytes = mmv::LayOut(file)->bytes;
    std::copy_n(bytes.begin() + 8, 8, bytes.begin() + mmv::kFinishedAt);
    seeds.Write(name, bytes);
  };
  write("version-1");
  file.metrics[1].name = std::string(70, 's');
  write("version-2");
  file.labels = {{8, 12, kSingular, R"({"team":"web"})"},
                 {32, 1, 5, R"({"map":{"a":[1,2],"b":null}})"}};
  write("version-3");
}

}  // namespace
}  // namespace fdr

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz_seeds DIRECTORY\n");
    return 2;
  }
  const std::filesystem::path root = argv[1];
  fdr::WriteLabels(root);
  fdr::WriteEvents(root);
  fdr::WriteDescriptionsAndTexts(root);
  fdr::WriteTimes(root);
  fdr::WriteZone(root);
  fdr::WriteMappedValues(root);
  for (const fdr::Version version : {fdr::Version::k2, fdr::Version::k3}) {
    fdr::WriteTimedMetadata(root, version);
    fdr::WriteResults(root, version);
    fdr::WriteIndex(root, version);
  }
  return 0;
}
