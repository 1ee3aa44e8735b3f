// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/mmv/instrument_file.h"

#include <unistd.h>

#include <cstring>
#include <utility>

#include "fdr/replay/mmv/mapped_file.h"
#include "fdr/replay/mmv/mmv_content.h"
#include "fdr/replay/mmv/mmv_format.h"
#include "fdr/replay/mmv/mmv_image.h"
#include "fdr/replay/name_space/name_words.h"

namespace fdr::mmv {
namespace {

std::optional<std::string> TextUnlessEmpty(std::string text) {
  if (text.empty()) return std::nullopt;
  return text;
}

// Seconds in the upper half, microseconds in the lower half.
std::uint64_t PresentGeneration() {
  timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<std::uint64_t>(now.tv_sec) << 32 |
         static_cast<std::uint64_t>(now.tv_nsec / 1000);
}

// What a collector would refuse, the program hears of.
Result<void> CheckImage(Bytes image) {
  ByteBuffer finished(image.begin(), image.end());
  std::memcpy(finished.data() + kFinishedAt, image.data() + 8, sizeof(std::uint64_t));
  std::string first;
  const Result<Content> content = DecodeContent(finished, [&](const Defect& defect) {
    if (first.empty() && InfoOf(defect.code).effect != Effect::kNone) first = defect.what;
  });
  if (content && first.empty()) return {};
  return Fail(Errc::kInvalidArgument, first.empty() ? content.error().what : first);
}

}  // namespace

struct InstrumentFile::Parts {
  std::string name;
  NewFile content;
  MappedFile file;   // once it is published
  std::string path;  // of it
};

InstrumentFile::InstrumentFile(std::string name, InstrumentFileOptions options)
    : parts_(std::make_unique<Parts>()) {
  parts_->name = std::move(name);
  parts_->content.cluster = static_cast<std::int32_t>(options.cluster);
  parts_->content.flags =
      (options.has_prefix ? 0u : kNoPrefix) | (options.only_while_running ? kProcess : 0u);
}

bool InstrumentFile::is_published() const { return parts_->file.data() != nullptr; }

InstrumentFile::~InstrumentFile() {
  if (is_published()) ::unlink(parts_->path.c_str());
}

Domain InstrumentFile::AddDomain(std::vector<std::string> instances, std::string help) {
  NewIndom& indom = parts_->content.indoms.emplace_back();
  const Domain domain{parts_->content.indoms.size() - 1};
  indom.serial = SerialOf(domain);
  indom.short_text = TextUnlessEmpty(std::move(help));
  for (std::string& instance : instances)
    indom.instances.push_back(
        {static_cast<InstanceId>(indom.instances.size()), std::move(instance)});
  return domain;
}

std::vector<std::string> InstrumentFile::InstancesOf(Domain domain) const {
  std::vector<std::string> names;
  for (const NewInstance& instance : parts_->content.indoms[domain.index].instances)
    names.push_back(instance.name);
  return names;
}

void InstrumentFile::AddMetric(std::string name, std::int32_t type, Semantics semantics,
                               Units units, std::uint32_t serial, InstrumentOptions options) {
  const auto next = static_cast<std::uint32_t>(parts_->content.metrics.size() + 1);
  parts_->content.metrics.push_back({.name = std::move(name),
                                     .item = options.item.value_or(next),
                                     .type = type,
                                     .semantics = static_cast<std::int32_t>(semantics),
                                     .units = options.units.value_or(units).ToWord(),
                                     .serial = serial,
                                     .short_text = TextUnlessEmpty(std::move(options.help)),
                                     .long_text = TextUnlessEmpty(std::move(options.more_help))});
}

Result<void> InstrumentFile::Publish(const std::string& folder) {
  if (is_published()) return Fail(Errc::kExists, "The file is published already", parts_->path);
  if ((parts_->content.flags & kNoPrefix) == 0 && !IsMetricPath(parts_->name))
    return Fail(Errc::kInvalidArgument, "This cannot be a part of metrics' names: " + parts_->name);
  parts_->content.generation = PresentGeneration();
  parts_->content.process = ::getpid();
  Result<Image> image = LayOut(parts_->content);
  if (!image) return Fail(image.error());
  if (const Result<void> checked = CheckImage(image->bytes); !checked) return checked;
  Fill(*image);
  Result<MappedFile> file = MappedFile::Publish(folder, parts_->name, image->bytes);
  if (!file) return Fail(file.error());
  parts_->file = std::move(*file);
  parts_->path = folder + "/" + parts_->name;
  Bind(*image);
  return {};
}

void InstrumentFile::Fill(Image& image) const {
  for (std::size_t i = 0; i < instruments_.size(); ++i) {
    const Instrument& instrument = *instruments_[i];
    std::byte* const entry = image.bytes.data() + image.value_offsets[i];
    std::memcpy(entry, &instrument.own_.bits, sizeof instrument.own_.bits);
    if (const auto* const text = dynamic_cast<const Text*>(&instrument)) {
      std::uint64_t slot;
      std::memcpy(&slot, entry + sizeof slot, sizeof slot);
      std::memcpy(image.bytes.data() + slot, text->own_text_, sizeof text->own_text_);
    } else {
      std::memcpy(entry + sizeof instrument.own_.bits, &instrument.own_.extra,
                  sizeof instrument.own_.extra);
    }
  }
}

void InstrumentFile::Bind(const Image& image) {
  for (std::size_t i = 0; i < instruments_.size(); ++i) {
    Instrument& instrument = *instruments_[i];
    instrument.entry_ =
        reinterpret_cast<Instrument::Entry*>(parts_->file.data() + image.value_offsets[i]);
    if (auto* const text = dynamic_cast<Text*>(&instrument))
      text->slot_ = reinterpret_cast<char*>(parts_->file.data() + instrument.entry_->extra);
  }
}

}  // namespace fdr::mmv
