// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/extract/extract_input.h"

#include <fmt/format.h>

#include <utility>

#include "fdr/archive/record/value_fault.h"

namespace fdr {

ExtractInput::ExtractInput(const ExtractSource& source, const EventMetrics& events,
                           ExtractDamageSink on_damage)
    : events_(&events),
      parts_(std::make_unique<ArchiveParts>()),
      volumes_(std::make_unique<OpenedVolumes>(*parts_)),
      on_damage_(std::move(on_damage)) {
  parts_->files = source.files;
  parts_->label = source.label;
  parts_->options.source = source.source;
  (void)volumes_->Refresh();  // no volume is open that could fail
}

Result<void> ExtractInput::OpenVolume() {
  const Result<const ByteSource*> source = volumes_->Volume(volume_);
  if (!source) return Fail(source.error());
  frames_.emplace(**source, parts_->label.size());
  return {};
}

void ExtractInput::CloseVolume() {
  if (!frames_) return;
  frames_.reset();
  volumes_->Close(volume_);
}

// Nothing behind the last volume.
Result<std::optional<Frame>> ExtractInput::NextFrame() {
  for (; volume_ < volumes_->count(); ++volume_) {
    if (!frames_)
      if (auto opened = OpenVolume(); !opened) return Fail(opened.error());
    Result<std::optional<Frame>> frame = frames_->Next();
    if (!frame || *frame) return frame;
    // The rest of a compressed volume may be lost.
    if (const auto why = volumes_->WhyCutOff(volume_)) return Fail(*why);
    CloseVolume();
  }
  return std::nullopt;
}

// False behind the last record.
Result<bool> ExtractInput::Read() {
  const Result<std::optional<Frame>> frame = NextFrame();
  if (!frame) return Fail(frame.error());
  if (!*frame) return false;
  body_ = (*frame)->body;
  auto decoded = values_.Decode(version(), body_);
  if (decoded) decoded = CheckEvents();
  if (!decoded)
    return Fail(Error{.code = decoded.error().code,
                      .what = decoded.error().what,
                      .file = frames_->source().name(),
                      .offset = (*frame)->offset});
  stamp_ = values_.stamp();
  if (const auto collector = CollectorOf(values_)) collector_ = collector;
  return true;
}

// Programs of PCP crash on damaged ones.
Result<void> ExtractInput::CheckEvents() const {
  if (events_->empty()) return {};
  for (const ValueSet& set : values_.sets()) {
    const auto metric = events_->find(set.id());
    if (metric == events_->end()) continue;
    if (const auto fault = ValueFault(set, metric->second))
      return Fail(Errc::kCorruptRecord, fmt::format("{} has {}", ToString(set.id()), *fault));
  }
  return {};
}

Result<void> ExtractInput::End(const Error& error) {
  has_record_ = false;
  const bool is_damage = CanBePassed(error.code);
  const std::uint64_t size = frames_ ? frames_->source().size() : 0;
  if (is_damage && on_damage_) on_damage_(ProblemOf(error), size);
  CloseVolume();
  if (is_damage) return {};
  return Fail(error);
}

Result<void> ExtractInput::Step() {
  if (!has_record_) return {};
  const Result<bool> read = Read();
  if (!read) return End(read.error());
  has_record_ = *read;
  return {};
}

void ExtractInput::Rest() {
  if (!has_record_) return;
  CloseVolume();
  volume_ = 0;
  rests_ = true;
}

Result<void> ExtractInput::Wake() { return std::exchange(rests_, false) ? Step() : Result<void>(); }

}  // namespace fdr
