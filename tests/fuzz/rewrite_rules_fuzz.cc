// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <string>

#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/replay/copy/rewrite/rewrite_parser.h"
#include "fdr/replay/copy/rewrite/rewrite_stage.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr {
namespace {

constexpr MetricId kLoad = MetricId::Build(60, 2, 0), kName = MetricId::Build(60, 2, 1);
constexpr InDomId kDiscs = InDomId::Build(60, 1);

// Rules must not make much of little.
class BoundedSink final : public CopySink {
 public:
  Result<void> Begin(const LabelRecord&) override { return {}; }
  Result<void> Add(const MetadataRecord& record) override {
    ByteBuffer bytes;
    EncodeMetadata(Version::k3, record, bytes);
    return Count(bytes.size());
  }
  Result<void> Add(const CopiedRecord& record) override { return Count(record.body.size()); }
  Result<void> End() override { return {}; }

 private:
  Result<void> Count(std::size_t size) {
    constexpr std::size_t kMost = std::size_t{16} << 20;
    bytes_ += size;
    fuzz::Require(bytes_ < kMost, "the result is bounded");
    return {};
  }

  std::size_t bytes_ = 0;
};

Result<void> PassRecord(RewriteStage& stage) {
  ResultEncoder encoder;
  encoder.Begin({1000, 0});
  encoder.BeginSet(kLoad, ValueFormat::kInPlace);
  for (const InstanceId instance : {0, 1}) encoder.AddInPlace(instance, 7);
  encoder.BeginSet(kName, ValueFormat::kPointer);
  encoder.AddBlock(kSingular, Type::kString, AsBytes(std::string_view("a name\0", 7)));
  ByteBuffer frame;
  encoder.Encode(Version::k3, frame);
  const Bytes body = Bytes(frame).subspan(kFrameLengthSize, frame.size() - kFrameOverhead);
  ResultRecord record;
  if (auto decoded = record.Decode(Version::k3, body); !decoded) return decoded;
  return stage.Add(CopiedRecord{.values = record, .version = Version::k3, .body = body});
}

// A small archive.
Result<void> Pass(RewriteStage& stage) {
  LabelRecord label;
  label.start = {1000, 0};
  if (auto begun = stage.Begin(label); !begun) return begun;
  const Desc load{kLoad, Type::kU32, kDiscs, Semantics::kInstant, {}},
      name{kName, Type::kString, {}, Semantics::kInstant, {}};
  for (const DescRecord& desc : {DescRecord{load, {"kernel.all.load"}}, DescRecord{name, {"name"}}})
    if (auto added = stage.Add(MetadataRecord(desc)); !added) return added;
  const TextRecord text{.kind = TextKind::kMetricOneLine, .id = kLoad.value, .stored = "load"};
  if (auto added = stage.Add(MetadataRecord(text)); !added) return added;
  InDomBuilder builder;
  builder.Add(0, "sda one");
  builder.Add(1, "sdb");
  if (auto added = stage.Add(MetadataRecord(builder.Build({1000, 0}, kDiscs, false))); !added)
    return added;
  LabelSetRecord labels{.stamp = {1000, 0}, .level = 1, .id = kContextId, .sets = {}};
  labels.sets.push_back({.json = R"({"a":"b"})",
                         .count = 1,
                         .entries = {{.name_offset = 2,
                                      .name_length = 1,
                                      .flags = 1,
                                      .value_offset = 5,
                                      .value_length = 3}}});
  if (auto added = stage.Add(MetadataRecord(labels)); !added) return added;
  if (auto passed = PassRecord(stage); !passed) return passed;
  return stage.End();
}

}  // namespace
}  // namespace fdr

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fdr;
  const std::string_view text = AsText(fuzz::Input(data, size));
  RewriteRules rules;
  const auto parsed =
      ParseRewriteRules(std::make_shared<const RuleText>("file", std::string(text)), rules);
  if (!parsed) {
    fuzz::Require(parsed.error().file.starts_with("file"), "complaints have a place");
    return 0;
  }
  BoundedSink sink;
  const Metadata none;
  auto stage = RewriteStage::Make(rules, none, {}, sink);
  if (!stage) return 0;
  if (const auto passed = Pass(**stage); !passed)
    fuzz::Require(!passed.error().what.empty(), "an error has a text");
  return 0;
}
