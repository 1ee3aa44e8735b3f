// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds values by names, and changes those.

#include <pcp/mmv_stats.h>
#include <sys/mman.h>

#include <cstring>
#include <ctime>
#include <utility>

#include "fdr/replay/pcp/mmv_stats/value_entry.h"

namespace {

using fdr::mmv::At;
using fdr::mmv::EntryOf;
using fdr::mmv::TypeOf;

bool IsShort(void* addr) { return static_cast<mmv_disk_header_t*>(addr)->version == MMV_VERSION1; }

const char* NameOfMetric(void* addr, std::uint64_t offset) {
  return IsShort(addr) ? At<mmv_disk_metric_t>(addr, offset)->name
                       : At<char>(addr, At<mmv_disk_metric2_t>(addr, offset)->name);
}

const char* NameOfInstance(void* addr, std::uint64_t offset) {
  return IsShort(addr) ? At<mmv_disk_instance_t>(addr, offset)->external
                       : At<char>(addr, At<mmv_disk_instance2_t>(addr, offset)->external);
}

std::int64_t Microseconds() {
  timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  return std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
}

const mmv_disk_toc_t* SectionsOf(void* addr) {
  return At<mmv_disk_toc_t>(addr, sizeof(mmv_disk_header_t));
}

std::size_t EntrySize(void* addr, int section) {
  switch (section) {
    case MMV_TOC_INDOMS:
      return sizeof(mmv_disk_indom_t);
    case MMV_TOC_INSTANCES:
      return IsShort(addr) ? sizeof(mmv_disk_instance_t) : sizeof(mmv_disk_instance2_t);
    case MMV_TOC_METRICS:
      return IsShort(addr) ? sizeof(mmv_disk_metric_t) : sizeof(mmv_disk_metric2_t);
    case MMV_TOC_VALUES:
      return sizeof(mmv_disk_value_t);
    case MMV_TOC_STRINGS:
      return sizeof(mmv_disk_string_t);
    default:
      return sizeof(mmv_disk_label_t);
  }
}

}  // namespace

pmAtomValue* mmv_lookup_value_desc(void* addr, const char* metric, const char* instance) {
  if (addr == nullptr || metric == nullptr) return nullptr;
  const auto* const header = static_cast<mmv_disk_header_t*>(addr);
  const mmv_disk_toc_t* section = SectionsOf(addr);
  const mmv_disk_toc_t* const end = section + header->tocs;
  while (section != end && section->type != MMV_TOC_VALUES) ++section;
  if (section == end) return nullptr;
  auto* const values = At<mmv_disk_value_t>(addr, section->offset);
  std::uint64_t found = 0;  // the values of a metric follow each other: its name is compared once
  for (std::int32_t i = 0; i < section->count; ++i) {
    mmv_disk_value_t& value = values[i];
    if (value.metric != found) {
      if (found != 0) return nullptr;
      if (std::strcmp(NameOfMetric(addr, value.metric), metric) != 0) continue;
      found = value.metric;
    }
    if (value.instance == 0) return &value.value;
    if (instance != nullptr && std::strcmp(NameOfInstance(addr, value.instance), instance) == 0)
      return &value.value;
  }
  return nullptr;
}

void mmv_stats_add(void* addr, const char* metric, const char* instance, double count) {
  mmv_inc_value(addr, mmv_lookup_value_desc(addr, metric, instance), count);
}

void mmv_stats_inc(void* addr, const char* metric, const char* instance) {
  mmv_stats_add(addr, metric, instance, 1);
}

void mmv_stats_set(void* addr, const char* metric, const char* instance, double to) {
  mmv_set_value(addr, mmv_lookup_value_desc(addr, metric, instance), to);
}

void mmv_stats_add_fallback(void* addr, const char* metric, const char* instance,
                            const char* other_instance, double count) {
  pmAtomValue* value = mmv_lookup_value_desc(addr, metric, instance);
  if (value == nullptr) value = mmv_lookup_value_desc(addr, metric, other_instance);
  mmv_inc_value(addr, value, count);
}

void mmv_stats_inc_fallback(void* addr, const char* metric, const char* instance,
                            const char* other_instance) {
  mmv_stats_add_fallback(addr, metric, instance, other_instance, 1);
}

void mmv_stats_set_string(void* addr, const char* metric, const char* instance,
                          const char* string) {
  if (string != nullptr) mmv_stats_set_strlen(addr, metric, instance, string, std::strlen(string));
}

void mmv_stats_set_strlen(void* addr, const char* metric, const char* instance, const char* string,
                          size_t size) {
  if (size < MMV_STRINGMAX)
    mmv_set_string(addr, mmv_lookup_value_desc(addr, metric, instance), string,
                   static_cast<int>(size));
}

pmAtomValue* mmv_stats_interval_start(void* addr, pmAtomValue* value, const char* metric,
                                      const char* instance) {
  if (value == nullptr) value = mmv_lookup_value_desc(addr, metric, instance);
  if (value != nullptr && TypeOf(addr, value) == MMV_TYPE_ELAPSED)
    EntryOf(value).extra = -Microseconds();
  return value;
}

void mmv_stats_interval_end(void* addr, pmAtomValue* value) {
  if (addr == nullptr || value == nullptr || TypeOf(addr, value) != MMV_TYPE_ELAPSED) return;
  mmv_disk_value_t& entry = EntryOf(value);
  if (entry.extra >= 0) return;  // not started
  value->ll += Microseconds() + std::exchange(entry.extra, 0);
}

// The size of the mapping follows from its own sections.
void mmv_stats_stop(const char*, void* addr) {
  if (addr == nullptr) return;
  std::uint64_t size = sizeof(mmv_disk_header_t);
  for (std::int32_t i = 0; i < static_cast<mmv_disk_header_t*>(addr)->tocs; ++i) {
    const mmv_disk_toc_t& section = SectionsOf(addr)[i];
    const std::uint64_t end =
        section.offset + static_cast<std::uint64_t>(section.count) * EntrySize(addr, section.type);
    if (end > size) size = end;
  }
  ::munmap(addr, size);
}
