// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/scrub_stage.h"

#include <utility>
#include <variant>

#include "fdr/replay/copy/scrub/host_names.h"
#include "fdr/replay/copy/scrub/label_scrubber.h"

namespace fdr {
ScrubStage::ScrubStage(const Metadata& metadata, Pseudonyms names, CopySink& next,
                       const MetricOrigins* origins)
    : texts_(std::move(names)), values_(texts_), next_(next), origins_(origins) {
  for (const std::string& host : HostsInLabels(metadata)) ForbidHost(host);
  for (const Desc& desc : metadata.metrics()) {
    const auto all = metadata.NamesOf(desc.id);
    LearnInstances(desc.indom, RuleForAll({all.begin(), all.end()}, desc));
  }
}

// The metrics of a domain have to agree.
void ScrubStage::LearnInstances(InDomId indom, const ScrubRule& rule) {
  if (indom.IsNull() || !rule.is_known) return;
  const auto [known, is_new] = instances_.emplace(indom, rule.instances);
  if (!is_new && known->second != rule.instances) known->second = TextForm::kUnknown;
}

void ScrubStage::ForbidHost(std::string_view host) {
  for (const std::string_view part : TellingPartsOf(host)) texts_.keeper().Forbid(part);
}

Result<void> ScrubStage::Begin(const LabelRecord& label) {
  ForbidHost(label.host.view());
  LabelRecord scrubbed = label;
  scrubbed.reserved = 0;
  scrubbed.host = LabelText(texts_.Scrub(TextForm::kHost, label.host.view()));
  scrubbed.timezone = LabelText(texts_.Scrub(TextForm::kZone, label.timezone.view()));
  scrubbed.zoneinfo = LabelText(texts_.Scrub(TextForm::kZone, label.zoneinfo.view()));
  return next_.Begin(scrubbed);
}

Result<void> ScrubStage::Pass(const DescRecord& record) {
  std::vector<std::string> names;
  ScrubRule rule = RuleFor({}, record.desc);
  for (const std::string_view name : record.names) {
    const ScrubRule own =
        origins_ == nullptr ? RuleFor(name, record.desc) : origins_->RuleOf(name, record.desc);
    rule = names.empty() ? own : StricterOf(rule, own);
    names.push_back(texts_.ScrubMetricName(name));
  }
  values_.Describe(record.desc, rule);
  LearnInstances(record.desc.indom, rule);
  return next_.Add(
      MetadataRecord(DescRecord{.desc = record.desc, .names = {names.begin(), names.end()}}));
}

// What stays as it is differs already, from others and from all pseudonyms.
std::string ScrubStage::UniqueInstance(InDomId indom, const InDomEntry& entry) {
  const auto known = instances_.find(indom);
  const TextForm form = known == instances_.end() ? TextForm::kUnknown : known->second;
  std::string name = texts_.ScrubInstance(form, entry.id, entry.name);
  const std::string_view original = FirstWordOf(entry.name);
  if (FirstWordOf(name) == original) return name;
  auto& words = first_words_[indom];
  const std::string word(FirstWordOf(name));
  if (remembered_ == Pseudonyms::kMostRemembered && !words.contains(word))
    return texts_.names().Of(NameKind::kText, entry.name);
  const auto [taken, is_new] = words.emplace(word, std::string(original));
  remembered_ += is_new ? 1 : 0;
  if (is_new || taken->second == original) return name;
  return texts_.names().Of(NameKind::kText, entry.name);
}

Result<void> ScrubStage::Pass(const InDomRecord& record) {
  InDomBuilder builder;
  for (const InDomEntry& entry : record.entries) {
    if (entry.deleted())
      builder.Delete(entry.id);
    else
      builder.Add(entry.id, UniqueInstance(record.indom, entry));
  }
  return next_.Add(MetadataRecord(builder.Build(record.stamp, record.indom, record.is_delta)));
}

Result<void> ScrubStage::Pass(const LabelSetRecord& record) {
  const ScrubbedLabels scrubbed = ScrubLabels(record, texts_);
  if (scrubbed.record.sets.empty() && !record.sets.empty()) return {};
  return next_.Add(MetadataRecord(scrubbed.record));
}

Result<void> ScrubStage::Pass(const TextRecord& record) {
  if (!texts_.names().IsKept(NameKind::kHelp)) {
    ++texts_.names().report().texts_left_out;
    return {};
  }
  texts_.names().NoteKept(KeptFor::kWish, record.text());
  return next_.Add(
      MetadataRecord(TextRecord{.kind = record.kind, .id = record.id, .stored = record.text()}));
}

Result<void> ScrubStage::Add(const MetadataRecord& record) {
  return std::visit([this](const auto& r) { return Pass(r); }, record);
}

Result<void> ScrubStage::Add(const CopiedRecord& record) {
  const Timestamp stamp = record.values.stamp();
  if (record.values.is_mark()) {
    ResultEncoder::EncodeMark(record.version, stamp, changed_.NewFrame());
    return changed_.PassFrame(next_, record.version);
  }
  changed_.encoder().Begin(stamp);
  values_.Scrub(record.values, changed_.encoder());
  if (changed_.encoder().overfull())
    return Fail(Errc::kCorruptRecord, "With pseudonyms, this record is too large");
  return changed_.PassTo(next_, record.version);
}

}  // namespace fdr
