// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/mmv/mmv_image.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "fdr/archive/base/value.h"
#include "fdr/replay/sources/mmv/mmv_format.h"

namespace fdr::mmv {
namespace {

tl::unexpected<Error> Invalid(std::string what) {
  return Fail(Errc::kInvalidArgument, std::move(what));
}

bool HasDomain(const NewMetric& metric) { return metric.serial != 0 && metric.serial != ~0u; }

const NewIndom* DomainOf(const NewFile& file, const NewMetric& metric) {
  const auto found = std::ranges::find(file.indoms, metric.serial, &NewIndom::serial);
  return found == file.indoms.end() ? nullptr : &*found;
}

Result<std::int32_t> VersionFor(const NewFile& file) {
  std::size_t longest = 0;
  const auto is_name = [&](const std::string& name) {
    longest = std::max(longest, name.size());
    return !name.empty() && name.size() < kStringSize;
  };
  for (const NewMetric& metric : file.metrics) {
    if (!is_name(metric.name)) return Invalid("The name of a metric is empty or too long");
    if (HasDomain(metric) && DomainOf(file, metric) == nullptr)
      return Invalid("The metric " + metric.name + " has an unknown instance domain");
  }
  for (const NewIndom& indom : file.indoms)
    for (const NewInstance& instance : indom.instances)
      if (!is_name(instance.name)) return Invalid("The name of an instance is empty or too long");
  for (const NewLabel& label : file.labels)
    if (label.json.size() >= kLabelTextSize) return Invalid("A label is too long");
  if (!file.labels.empty()) return 3;
  return longest < kShortNameSize ? 1 : 2;
}

// Writes the fields of sections whose places are known.
class Layout {
 public:
  Layout(const NewFile& file, std::int32_t version) : file_(file), version_(version) {}

  Image Make() {
    PlaceSections();
    WriteHeader();
    WriteIndoms();
    WriteMetrics();
    WriteValues();
    WriteTexts();
    WriteLabels();
    return std::move(image_);
  }

 private:
  template <class T>
  void Put(std::uint64_t at, T value) {
    std::memcpy(image_.bytes.data() + at, &value, sizeof value);
  }
  void PutText(std::uint64_t at, std::string_view text, std::size_t size) {
    std::memcpy(image_.bytes.data() + at, text.data(), std::min(text.size(), size - 1));
  }
  // The offset of a new string.
  std::uint64_t AddString(std::string_view text) {
    const std::uint64_t at = At(kStrings, strings_++);
    PutText(at, text, kStringSize);
    return at;
  }
  std::size_t SizeOf(Section section) const { return EntrySizeOf(section, version_); }
  std::uint64_t At(Section section, std::uint64_t entry) const {
    return offsets_[section] + entry * SizeOf(section);
  }
  bool IsShort() const { return version_ == 1; }
  std::size_t NameSize() const { return IsShort() ? kShortNameSize : sizeof(std::uint64_t); }

  void PlaceSections();
  void CountEntries();
  void WriteHeader();
  void WriteIndoms();
  void WriteMetrics();
  void WriteValues();
  void WriteTexts();
  void WriteLabels();

  const NewFile& file_;
  std::int32_t version_;
  Image image_;
  std::uint64_t counts_[kSectionEnd] = {}, offsets_[kSectionEnd] = {};
  std::uint64_t strings_ = 0;  // used so far
};

void Layout::CountEntries() {
  const auto count_texts = [&](const auto& thing) {
    counts_[kStrings] += (thing.short_text ? 1u : 0u) + (thing.long_text ? 1u : 0u);
  };
  counts_[kIndoms] = file_.indoms.size();
  counts_[kMetrics] = file_.metrics.size();
  counts_[kLabels] = file_.labels.size();
  for (const NewIndom& indom : file_.indoms) {
    counts_[kInstances] += indom.instances.size();
    count_texts(indom);
  }
  for (const NewMetric& metric : file_.metrics) {
    const std::size_t values =
        HasDomain(metric) ? DomainOf(file_, metric)->instances.size() : std::size_t{1};
    counts_[kValues] += values;
    if (metric.type == static_cast<std::int32_t>(Type::kString)) counts_[kStrings] += values;
    count_texts(metric);
  }
  if (!IsShort()) counts_[kStrings] += counts_[kInstances] + counts_[kMetrics];
}

void Layout::PlaceSections() {
  CountEntries();
  std::uint64_t sections = 2;
  for (const Section section : {kStrings, kLabels}) sections += counts_[section] > 0 ? 1 : 0;
  if (counts_[kIndoms] > 0) sections += 2;
  std::uint64_t end = kHeaderSize + sections * kTocEntrySize;
  for (const Section section : {kIndoms, kInstances, kMetrics, kValues, kStrings, kLabels}) {
    offsets_[section] = end;
    end += counts_[section] * SizeOf(section);
  }
  image_.bytes.resize(end);
}

void Layout::WriteHeader() {
  PutText(0, "MMV", kMagicBytes.size());
  Put(4, version_);
  Put(8, file_.generation);
  Put(28, file_.flags);
  Put(32, file_.process);
  Put(36, file_.cluster);
  std::int32_t entries = 0;
  for (const Section section : {kIndoms, kInstances, kMetrics, kValues, kStrings, kLabels}) {
    const bool needed = section == kMetrics || section == kValues ||
                        (section == kInstances && counts_[kIndoms] > 0);
    if (counts_[section] == 0 && !needed) continue;
    const std::uint64_t at = kHeaderSize + static_cast<std::uint64_t>(entries++) * kTocEntrySize;
    Put(at, static_cast<std::uint32_t>(section));
    Put(at + 4, static_cast<std::int32_t>(counts_[section]));
    Put(at + 8, offsets_[section]);
  }
  Put(24, entries);
}

void Layout::WriteIndoms() {
  std::uint64_t indom_entry = 0, instance_entry = 0;
  for (const NewIndom& indom : file_.indoms) {
    const std::uint64_t at = At(kIndoms, indom_entry++);
    Put(at, indom.serial);
    Put(at + 4, static_cast<std::uint32_t>(indom.instances.size()));
    Put(at + 8, At(kInstances, instance_entry));
    for (const NewInstance& instance : indom.instances) {
      const std::uint64_t entry = At(kInstances, instance_entry++);
      Put(entry, at);
      Put(entry + 12, instance.id);
      if (IsShort())
        PutText(entry + 16, instance.name, kShortNameSize);
      else
        Put(entry + 16, AddString(instance.name));
    }
  }
}

void Layout::WriteMetrics() {
  std::uint64_t entry = 0;
  for (const NewMetric& metric : file_.metrics) {
    const std::uint64_t at = At(kMetrics, entry++), rest = at + NameSize();
    if (IsShort())
      PutText(at, metric.name, kShortNameSize);
    else
      Put(at, AddString(metric.name));
    Put(rest, metric.item);
    Put(rest + 4, metric.type);
    Put(rest + 8, metric.semantics);
    Put(rest + 12, metric.units);
    Put(rest + 16, metric.serial);
  }
}

void Layout::WriteValues() {
  std::uint64_t metric_entry = 0, entry = 0;
  const auto add = [&](const NewMetric& metric, std::uint64_t instance) {
    const std::uint64_t at = At(kValues, entry++);
    if (metric.type == static_cast<std::int32_t>(Type::kString)) Put(at + 8, AddString(""));
    Put(at + 16, At(kMetrics, metric_entry));
    Put(at + 24, instance);
    image_.value_offsets.push_back(at);
  };
  for (const NewMetric& metric : file_.metrics) {
    if (!HasDomain(metric)) add(metric, 0);
    std::uint64_t instance = 0;
    for (const NewIndom& indom : file_.indoms) {
      const bool is_its_own = HasDomain(metric) && &indom == DomainOf(file_, metric);
      for (std::size_t i = 0; i < indom.instances.size(); ++i, ++instance)
        if (is_its_own) add(metric, At(kInstances, instance));
    }
    ++metric_entry;
  }
}

void Layout::WriteTexts() {
  const auto write = [&](std::uint64_t at, const auto& thing) {
    if (thing.short_text) Put(at, AddString(*thing.short_text));
    if (thing.long_text) Put(at + 8, AddString(*thing.long_text));
  };
  std::uint64_t entry = 0;
  for (const NewMetric& metric : file_.metrics)
    write(At(kMetrics, entry++) + NameSize() + 24, metric);
  entry = 0;
  for (const NewIndom& indom : file_.indoms) write(At(kIndoms, entry++) + 16, indom);
}

void Layout::WriteLabels() {
  std::uint64_t entry = 0;
  for (const NewLabel& label : file_.labels) {
    const std::uint64_t at = At(kLabels, entry++);
    Put(at, label.flags);
    Put(at + 4, label.object);
    Put(at + 8, label.instance);
    PutText(at + 12, label.json, kLabelTextSize);
  }
}

}  // namespace

Result<Image> LayOut(const NewFile& file) {
  const Result<std::int32_t> version = VersionFor(file);
  if (!version) return Fail(version.error());
  return Layout(file, *version).Make();
}

}  // namespace fdr::mmv
