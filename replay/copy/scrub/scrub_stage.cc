// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/scrub_stage.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "fdr/archive/record/record_frame.h"
#include "fdr/replay/copy/scrub/known_metrics.h"
#include "fdr/replay/copy/scrub/label_scrubber.h"
#include "fdr/replay/labels/label_json.h"
#include "fdr/replay/text/json_text.h"

namespace fdr {
namespace {

// A metric with several names is known if all of them are.
ScrubRule RuleForAll(std::span<const std::string_view> names, const Desc& desc) {
  ScrubRule rule = RuleFor({}, desc);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ScrubRule own = RuleFor(names[i], desc);
    if (i == 0 || !own.is_known) rule = own;
    if (!own.is_known) break;
  }
  return rule;
}

}  // namespace

ScrubStage::ScrubStage(const Metadata& metadata, Pseudonyms names, CopySink& next)
    : texts_(std::move(names)), values_(texts_), next_(next) {
  ForbidLabels(metadata);
  for (const Desc& desc : metadata.metrics()) {
    const ScrubRule rule = RuleForAll(metadata.NamesOf(desc.id), desc);
    values_.Describe(desc, rule);
    if (desc.indom.IsNull() || !rule.is_known) continue;
    const auto [known, is_new] = instances_.emplace(desc.indom, rule.instances);
    if (!is_new && known->second != rule.instances) known->second = TextForm::kUnknown;
  }
}

// "db1" of "db1.example.com" is its name, too.
void ScrubStage::ForbidHost(std::string_view host) {
  if (host == "localhost") return;
  texts_.keeper().Forbid(host);
  texts_.keeper().Forbid(host.substr(0, host.find('.')));
}

void ScrubStage::ForbidLabels(const Metadata& metadata) {
  const LabelHistory* const context = metadata.FindLabels(LabelLevel::kContext, kContextId);
  if (context == nullptr) return;
  for (std::size_t i = 0; i < context->size(); ++i)
    for (const LabelSet& set : context->Record(i).sets)
      for (const JsonLabel& label :
           ParseLabels(UpToNul(set.json)).value_or(std::vector<JsonLabel>()))
        if (label.name == "hostname" || label.name == "domainname")
          ForbidHost(UnquotedJson(label.value));
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
  for (const std::string_view name : record.names) names.push_back(texts_.ScrubMetricName(name));
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
  const auto [taken, is_new] =
      first_words_[indom].emplace(std::string(FirstWordOf(name)), std::string(original));
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
  encoded_.clear();
  if (record.values.is_mark()) {
    ResultEncoder::EncodeMark(record.version, record.values.stamp(), encoded_);
  } else {
    encoder_.Begin(record.values.stamp());
    values_.Scrub(record.values, encoder_);
    if (encoder_.empty()) return {};
    if (encoder_.overfull())
      return Fail(Errc::kCorruptRecord, "With pseudonyms, this record is too large");
    encoder_.Encode(record.version, encoded_);
  }
  const Bytes body = Bytes(encoded_).subspan(kFrameLengthSize, encoded_.size() - kFrameOverhead);
  if (auto decoded = decoded_.Decode(record.version, body); !decoded) return decoded;
  return next_.Add(CopiedRecord{.values = decoded_, .version = record.version, .body = body});
}

}  // namespace fdr
