// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/archive/check/check_toy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/record/event_array.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/record_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

RecordBuilder OneEvent() {
  return RecordBuilder()
      .U32(1)  // records
      .Stamp2(static_cast<std::int32_t>(kEpoch), 0)
      .U32(kEventPoint)
      .U32(1)  // parameters
      .U32(kForks.value)
      .U32(static_cast<std::uint32_t>(Type::kU32) << 24 | 8)
      .U32(17);
}

std::uint64_t OffsetOf(const std::vector<ByteBuffer>& records, std::size_t record,
                       std::uint64_t offset) {
  for (std::size_t i = 0; i < record; ++i) offset += records[i].size();
  return offset;
}

}  // namespace

CheckToy::CheckToy(Version v) : version(v) {
  label.version = version;
  label.pid = 4711;
  label.start = At(0);
  label.host = LabelText("toyhost");
  label.timezone = LabelText("UTC");

  const Units count{.dim_count = 1};
  AddDesc({kLoad, Type::kFloat, kCpus, Semantics::kInstant, {}}, {"toy.load"});
  AddDesc({kForks, Type::kU32, {}, Semantics::kCounter, count}, {"toy.forks"});
  AddDesc({kTicks, Type::kU64, kCpus, Semantics::kCounter, count}, {"toy.ticks"});
  AddDesc({kHost, Type::kString, {}, Semantics::kDiscrete, {}}, {"toy.host"});
  AddDesc({kEvents, Type::kEvent, {}, Semantics::kInstant, {}}, {"toy.events", "toy.alias"});
  AddInDom(0, {{0, "cpu0"}, {1, "cpu1"}});
  AddLabels(
      LabelLevel::kContext, 0xffffffff, R"({"host":"toy","n":1})",
      {{.name_offset = 2, .name_length = 4, .flags = 1, .value_offset = 8, .value_length = 5},
       {.name_offset = 15, .name_length = 1, .flags = 1, .value_offset = 18, .value_length = 1}});
  static constexpr std::string_view kHelp("Forks so far\0", 13);
  Add(TextRecord{.kind = TextKind::kMetricOneLine, .id = kForks.value, .stored = kHelp});

  for (const std::uint32_t i : {0u, 1u, 2u})
    AddRecord(10 * i, [i](ResultEncoder& record) {
      record.BeginSet(kLoad, ValueFormat::kPointer);
      record.AddBlock(0, Type::kFloat, RecordBuilder().U32(0x3f000000));
      record.AddBlock(1, Type::kFloat, RecordBuilder().U32(0x3f800000));
      record.BeginSet(kForks, ValueFormat::kInPlace);
      record.AddInPlace(kSingular, 100 + i);
      record.BeginSet(kTicks, ValueFormat::kPointer);
      record.AddBlock(0, Type::kU64, RecordBuilder().U64(1000 + i));
      record.AddBlock(1, Type::kU64, RecordBuilder().U64(2000 + i));
      record.BeginSet(kHost, ValueFormat::kPointer);
      record.AddBlock(kSingular, Type::kString, AsBytes(std::string_view("toy\0", 4)));
      record.BeginSet(kEvents, ValueFormat::kPointer);
      record.AddBlock(kSingular, Type::kEvent, OneEvent());
    });
  const auto first = static_cast<std::int64_t>(LabelSize(version));
  entries.push_back({At(0), 0, first, first});
  entries.push_back({At(20), 0, static_cast<std::int64_t>(MetadataOffset(metadata.size())),
                     static_cast<std::int64_t>(DataOffset(2))});
}

void CheckToy::Add(const MetadataRecord& record) {
  EncodeMetadata(version, record, metadata.emplace_back());
}

void CheckToy::AddDesc(const Desc& desc, std::vector<std::string_view> names) {
  Add(DescRecord{desc, std::move(names)});
}

void CheckToy::AddInDom(double seconds,
                        const std::vector<std::pair<InstanceId, std::string_view>>& instances,
                        bool is_delta, InDomId indom) {
  InDomBuilder builder;
  for (const auto& [id, name] : instances)
    if (name == "-")
      builder.Delete(id);
    else
      builder.Add(id, name);
  Add(builder.Build(At(seconds), indom, is_delta));
}

void CheckToy::AddLabels(LabelLevel level, std::uint32_t id, std::string_view json,
                         std::vector<LabelEntry> labels) {
  const auto count = static_cast<std::int32_t>(labels.size());
  const InstanceId instance = level == LabelLevel::kInstances ? 0 : kSingular;
  Add(LabelSetRecord{.stamp = At(0),
                     .level = static_cast<std::uint32_t>(level),
                     .id = id,
                     .sets = {{instance, json, count, std::move(labels)}}});
}

ByteBuffer CheckToy::Framed(Bytes body) { return RecordBuilder().Frame(body).bytes(); }

void CheckToy::AddRecord(double seconds, const Fill& fill) {
  ResultEncoder encoder;
  encoder.Begin(At(seconds));
  fill(encoder);
  encoder.Encode(version, data().emplace_back());
}

void CheckToy::AddMark(double seconds) {
  ResultEncoder::EncodeMark(version, At(seconds), data().emplace_back());
}

std::uint64_t CheckToy::MetadataOffset(std::size_t record) const {
  return OffsetOf(metadata, record, LabelSize(version));
}

std::uint64_t CheckToy::DataOffset(std::size_t record) const {
  return OffsetOf(volumes.at(0), record, LabelSize(version));
}

void CheckToy::Write(const std::string& base) const {
  const auto write = [&](const std::string& suffix, std::int32_t volume,
                         const std::vector<ByteBuffer>& records) {
    if (std::find(missing.begin(), missing.end(), suffix) != missing.end()) return;
    LabelRecord own = label;
    own.volume = volume;
    ByteBuffer file;
    own.Encode(file);
    for (const ByteBuffer& record : records) ByteWriter(file).Raw(record);
    if (const auto patch = patches.find(suffix); patch != patches.end()) patch->second(file);
    WriteFile(base + suffix, file);
  };
  ByteBuffer index;
  for (const IndexEntry& entry : entries) entry.Encode(version, index);
  write(".index", kIndexVolume, {index});
  write(".meta", kMetadataVolume, metadata);
  for (const auto& [number, records] : volumes)
    write(std::string(".").append(std::to_string(number)), number, records);
}

bool CheckOutcome::Has(CheckCode code) const {
  return std::any_of(findings.begin(), findings.end(),
                     [&](const Finding& f) { return f.code == code; });
}

Finding CheckOutcome::Only(CheckCode code) const {
  const Finding* only = nullptr;
  int count = 0;
  for (const Finding& f : findings)
    if (f.code == code) {
      only = &f;
      ++count;
    }
  EXPECT_EQ(count, 1) << InfoOf(code).name << " among: " << Codes();
  return only != nullptr ? *only : Finding{};
}

std::string CheckOutcome::Codes() const {
  std::set<std::string_view> names;
  for (const Finding& f : findings) names.insert(InfoOf(f.code).name);
  std::string text;
  for (const std::string_view name : names) {
    if (!text.empty()) text += ' ';
    text += name;
  }
  return text;
}

CheckOutcome Check(const std::string& base, const CheckOptions& options) {
  CheckOutcome outcome;
  const Result<ArchiveFiles> files = FindArchive(base);
  EXPECT_TRUE(files) << base;
  if (files)
    outcome.summary = CheckArchive(
        *files, options, [&](const Finding& finding) { outcome.findings.push_back(finding); });
  return outcome;
}

CheckOutcome Check(const CheckToy& toy, const CheckOptions& options) {
  const TempDirectory directory;
  toy.Write(directory / "toy");
  return Check(directory / "toy", options);
}

void ExpectFound(const std::vector<CheckCase>& cases,
                 const std::vector<std::string_view>& prefixes) {
  std::set<CheckCode> covered;
  for (const CheckCase& c : cases) {
    CheckToy toy;
    c.spoil(toy);
    const CheckOutcome outcome = Check(toy);
    EXPECT_TRUE(outcome.Has(c.code)) << InfoOf(c.code).name << " is not among: " << outcome.Codes();
    covered.insert(c.code);
  }
  for (const CheckCodeInfo& info : CheckCodes())
    for (const std::string_view prefix : prefixes)
      EXPECT_TRUE(covered.contains(info.code) || !info.name.starts_with(prefix))
          << "no case for " << info.name;
}

}  // namespace fdr::test
