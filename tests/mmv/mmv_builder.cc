// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/mmv/mmv_builder.h"

#include <algorithm>
#include <map>

namespace fdr::test {
namespace {

// Fields one after the other.
class Fields {
 public:
  template <class T>
  Fields& Add(T value) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof value);
    Put(bytes_, at, value);
    return *this;
  }
  Fields& Text(std::string_view text, std::size_t size) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + size);
    std::copy_n(text.begin(), std::min(text.size(), size),
                reinterpret_cast<char*>(bytes_.data() + at));
    return *this;
  }
  const ByteBuffer& bytes() const { return bytes_; }

 private:
  ByteBuffer bytes_;
};

// Places a section behind the others.
struct Layout {
  std::uint64_t end;
  std::uint64_t Place(std::size_t count, std::size_t size) {
    const std::uint64_t at = end;
    end += count * size;
    return at;
  }
};

}  // namespace

ByteBuffer ToyMmv::Build() const {
  const bool is_short = version == 1;
  std::size_t instance_count = 0, value_count = 0;
  for (const MappedIndom& indom : indoms) instance_count += indom.instances.size();
  for (const MappedMetric& metric : metrics) value_count += metric.values.size();
  std::vector<std::string> strings;
  for (const MappedMetric& metric : metrics) {
    if (!is_short) strings.push_back(metric.name);
    for (const MappedValue& value : metric.values)
      if (metric.type == 6) strings.push_back(value.text);
    if (!metric.short_text.empty()) strings.push_back(metric.short_text);
    if (!metric.long_text.empty()) strings.push_back(metric.long_text);
  }
  for (const MappedIndom& indom : indoms) {
    for (const MappedInstance& instance : indom.instances)
      if (!is_short) strings.push_back(instance.name);
    if (!indom.short_text.empty()) strings.push_back(indom.short_text);
    if (!indom.long_text.empty()) strings.push_back(indom.long_text);
  }
  std::size_t sections = 2;
  if (!indoms.empty()) sections += 2;
  if (!strings.empty()) ++sections;
  if (!labels.empty()) ++sections;

  Layout layout{40 + 16 * sections};
  const std::uint64_t indoms_at = layout.Place(indoms.size(), 32);
  const std::size_t instance_size = is_short ? 80 : 24, metric_size = is_short ? 104 : 48;
  const std::uint64_t instances_at = layout.Place(instance_count, instance_size);
  const std::uint64_t metrics_at = layout.Place(metrics.size(), metric_size);
  const std::uint64_t values_at = layout.Place(value_count, 32);
  const std::uint64_t strings_at = layout.Place(strings.size(), 256);
  const std::uint64_t labels_at = layout.Place(labels.size(), 256);

  std::size_t used = 0;  // strings
  Fields slots;
  const auto slot = [&](const std::string& text) {
    slots.Text(text, 256);
    return strings_at + 256 * used++;
  };
  const auto text_slot = [&](const std::string& text) { return text.empty() ? 0 : slot(text); };

  Fields out;
  out.Text(std::string_view("MMV\0", 4), 4).Add(version).Add(generation).Add(generation);
  out.Add(static_cast<std::int32_t>(sections)).Add(flags).Add(process).Add(cluster);
  const auto list = [&](std::uint32_t type, std::size_t count, std::uint64_t at) {
    out.Add(type).Add(static_cast<std::int32_t>(count)).Add(at);
  };
  if (!indoms.empty()) {
    list(1, indoms.size(), indoms_at);
    list(2, instance_count, instances_at);
  }
  list(3, metrics.size(), metrics_at);
  list(4, value_count, values_at);
  if (!strings.empty()) list(5, strings.size(), strings_at);
  if (!labels.empty()) list(6, labels.size(), labels_at);

  Fields instances;
  std::map<std::pair<std::uint32_t, std::int32_t>, std::uint64_t> instance_at;
  std::uint64_t next_indom = indoms_at;
  for (const MappedIndom& indom : indoms) {
    out.Add(indom.serial).Add(static_cast<std::uint32_t>(indom.instances.size()));
    out.Add(instances_at + instances.bytes().size());
    out.Add(text_slot(indom.short_text)).Add(text_slot(indom.long_text));
    for (const MappedInstance& instance : indom.instances) {
      instance_at[{indom.serial, instance.id}] = instances_at + instances.bytes().size();
      instances.Add(next_indom).Add(std::uint32_t{0}).Add(instance.id);
      if (is_short)
        instances.Text(instance.name, 64);
      else
        instances.Add(slot(instance.name));
    }
    next_indom += 32;
  }
  out.Text(AsText(instances.bytes()), instances.bytes().size());

  Fields values;
  std::uint64_t next_metric = metrics_at;
  for (const MappedMetric& metric : metrics) {
    if (is_short)
      out.Text(metric.name, 64);
    else
      out.Add(slot(metric.name));
    out.Add(metric.item).Add(metric.type).Add(metric.semantics).Add(metric.units);
    out.Add(metric.serial).Add(std::uint32_t{0});
    out.Add(text_slot(metric.short_text)).Add(text_slot(metric.long_text));
    for (const MappedValue& value : metric.values) {
      const std::int64_t extra =
          metric.type == 6 ? static_cast<std::int64_t>(slot(value.text)) : value.extra;
      values.Add(metric.type == 6 ? value.text.size() : value.bits).Add(extra).Add(next_metric);
      values.Add(value.instance ? instance_at[{metric.serial, *value.instance}] : 0);
    }
    next_metric += metric_size;
  }
  out.Text(AsText(values.bytes()), values.bytes().size());
  out.Text(AsText(slots.bytes()), slots.bytes().size());
  for (const MappedLabel& label : labels)
    out.Add(label.flags).Add(label.object).Add(label.instance).Text(label.json, 244);
  return out.bytes();
}

std::size_t TocEntryOf(const ByteBuffer& file, std::uint32_t type) {
  for (std::size_t at = 40;; at += 16) {
    std::uint32_t found;
    std::memcpy(&found, file.data() + at, sizeof found);
    if (found == type) return at;
  }
}

std::size_t SectionOf(const ByteBuffer& file, std::uint32_t type) {
  std::uint64_t offset;
  std::memcpy(&offset, file.data() + TocEntryOf(file, type) + 8, sizeof offset);
  return offset;
}

}  // namespace fdr::test
