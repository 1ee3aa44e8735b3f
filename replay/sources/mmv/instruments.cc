// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/mmv/instruments.h"

#include <unistd.h>

#include <cstring>
#include <utility>

#include "fdr/replay/name_space/name_words.h"
#include "fdr/replay/sources/mmv/mapped_file.h"
#include "fdr/replay/sources/mmv/mmv_content.h"
#include "fdr/replay/sources/mmv/mmv_format.h"
#include "fdr/replay/sources/mmv/mmv_image.h"

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
  std::vector<std::unique_ptr<Instrument>> instruments;  // in the order of their values
  MappedFile file;
  std::string path;  // "" until it is published
};

InstrumentFile::InstrumentFile(std::string name, InstrumentFileOptions options)
    : parts_(std::make_unique<Parts>()) {
  parts_->name = std::move(name);
  parts_->content.cluster = static_cast<std::int32_t>(options.cluster);
  parts_->content.flags =
      (options.has_prefix ? 0u : kNoPrefix) | (options.only_while_running ? kProcess : 0u);
}

InstrumentFile::~InstrumentFile() {
  if (is_published()) ::unlink(parts_->path.c_str());
}

bool InstrumentFile::is_published() const { return !parts_->path.empty(); }

void InstrumentFile::Own(std::unique_ptr<Instrument> instrument) {
  parts_->instruments.push_back(std::move(instrument));
}

Domain InstrumentFile::AddDomain(std::vector<std::string> instances, std::string help) {
  NewIndom& indom = parts_->content.indoms.emplace_back();
  indom.serial = static_cast<std::uint32_t>(parts_->content.indoms.size());
  indom.short_text = TextUnlessEmpty(std::move(help));
  for (const std::string& instance : instances)
    indom.instances.push_back({static_cast<InstanceId>(indom.instances.size()), instance});
  return {indom.serial, std::move(instances)};
}

void InstrumentFile::AddMetric(const std::string& name, std::int32_t type, Semantics semantics,
                               Units units, std::uint32_t serial,
                               const InstrumentOptions& options) {
  std::vector<NewMetric>& metrics = parts_->content.metrics;
  const auto next = static_cast<std::uint32_t>(metrics.size() + 1);
  metrics.push_back({.name = name,
                     .item = options.item.value_or(next),
                     .type = type,
                     .semantics = static_cast<std::int32_t>(semantics),
                     .units = options.units.value_or(units).ToWord(),
                     .serial = serial,
                     .short_text = TextUnlessEmpty(options.help),
                     .long_text = TextUnlessEmpty(options.more_help)});
}

Result<void> InstrumentFile::Publish(const std::string& folder) {
  Parts& parts = *parts_;
  if (is_published()) return Fail(Errc::kExists, "The file is published already", parts.path);
  if ((parts.content.flags & kNoPrefix) == 0 && !IsMetricPath(parts.name))
    return Fail(Errc::kInvalidArgument, "This cannot be a part of metrics' names: " + parts.name);
  parts.content.generation = PresentGeneration();
  parts.content.process = ::getpid();
  Result<Image> image = LayOut(parts.content);
  if (!image) return Fail(image.error());
  if (const Result<void> checked = CheckImage(image->bytes); !checked) return checked;
  for (std::size_t i = 0; i < parts.instruments.size(); ++i)
    parts.instruments[i]->Save(image->bytes.data(), image->value_offsets[i]);
  Result<MappedFile> file = MappedFile::Publish(folder, parts.name, image->bytes);
  if (!file) return Fail(file.error());
  parts.file = std::move(*file);
  parts.path = folder + "/" + parts.name;
  for (std::size_t i = 0; i < parts.instruments.size(); ++i)
    parts.instruments[i]->Move(parts.file.data(), image->value_offsets[i]);
  return {};
}

void Instrument::Save(std::byte* file, std::uint64_t offset) const {
  std::memcpy(file + offset, &own_, sizeof own_);
}

void Instrument::Move(std::byte* file, std::uint64_t offset) {
  entry_ = reinterpret_cast<Entry*>(file + offset);
}

// The second word of a text is the offset of its place.
void Text::Save(std::byte* file, std::uint64_t offset) const {
  const std::uint64_t size = value().size();
  std::memcpy(file + offset, &size, sizeof size);
  std::uint64_t slot;
  std::memcpy(&slot, file + offset + sizeof size, sizeof slot);
  std::memcpy(file + slot, own_text_, sizeof own_text_);
}

void Text::Move(std::byte* file, std::uint64_t offset) {
  Instrument::Move(file, offset);
  slot_ = reinterpret_cast<char*>(file + Extra().load(std::memory_order_relaxed));
}

}  // namespace fdr::mmv
