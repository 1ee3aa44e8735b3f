// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/metadata_collector.h"

#include <utility>

#include "fdr/archive/base/memory_source.h"

namespace fdr {
namespace {

Result<void> FeedTimeless(const Metadata& metadata, CopySink& stage) {
  for (const Desc& desc : metadata.metrics()) {
    const auto names = metadata.NamesOf(desc.id);
    const DescRecord record{.desc = desc, .names = {names.begin(), names.end()}};
    if (auto passed = stage.Add(MetadataRecord(record)); !passed) return passed;
  }
  for (const TextRecord& text : metadata.texts())
    if (auto passed = stage.Add(MetadataRecord(text)); !passed) return passed;
  return {};
}

}  // namespace

Result<void> MetadataCollector::Feed(const Archive& archive, CopySink& stage) {
  const Metadata& metadata = archive.metadata();
  if (auto fed = FeedTimeless(metadata, stage); !fed) return fed;
  const Timestamp start = archive.label().start;
  for (const InDomHistory& domain : metadata.indoms()) {
    InDomBuilder builder;
    const InstanceList members = domain.AllInstances();
    for (const Instance& member : members) builder.Add(member.id, member.name);
    auto passed = stage.Add(MetadataRecord(builder.Build(start, domain.id(), false)));
    if (!passed) return passed;
  }
  for (const LabelHistory& labels : metadata.labels())
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (auto passed = stage.Add(MetadataRecord(labels.Record(i))); !passed) return passed;
  return {};
}

Result<void> MetadataCollector::Begin(const LabelRecord& label) {
  label_ = label;
  label_.volume = kMetadataVolume;
  label_.Encode(file_);
  return {};
}

Result<void> MetadataCollector::Add(const MetadataRecord& record) {
  EncodeMetadata(label_.version, record, file_);
  return {};
}

Result<void> MetadataCollector::AppendTo(Metadata& merged) const {
  return merged.Append(MemorySource("metadata behind a stage", file_), label_, {});
}

}  // namespace fdr
