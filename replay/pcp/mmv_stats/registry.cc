// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/mmv_stats/registry.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <new>

#include "fdr/replay/sources/mmv/mapped_file.h"
#include "fdr/replay/sources/mmv/mmv_format.h"

namespace fdr::mmv {
namespace {

// Seconds in the upper half, microseconds in the lower half.
std::uint64_t PresentGeneration() {
  timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<std::uint64_t>(now.tv_sec) << 32 |
         static_cast<std::uint64_t>(now.tv_nsec / 1000);
}

// $PCP_TMP_DIR from the environment, or from /etc/pcp.conf.
std::string ValuesFolder() {
  const char* const tmp = pmGetOptionalConfig("PCP_TMP_DIR");
  return std::string(tmp != nullptr ? tmp : "/var/lib/pcp/tmp") + "/mmv";
}

bool HasUnknownDomain(const NewFile& file) {
  return std::ranges::any_of(file.metrics, [&](const NewMetric& metric) {
    return metric.serial != 0 && metric.serial != ~0u &&
           std::ranges::find(file.indoms, metric.serial, &NewIndom::serial) == file.indoms.end();
  });
}

}  // namespace

std::optional<std::string> TextOf(const char* text) {
  if (text == nullptr) return std::nullopt;
  return std::string(text);
}

NewMetric MetricOf(const char* name, std::uint32_t item, int type, int semantics, pmUnits units,
                   std::uint32_t serial, const char* short_text, const char* long_text) {
  NewMetric metric{.name = name != nullptr ? name : "",
                   .item = item,
                   .type = type,
                   .semantics = semantics,
                   .units = 0,
                   .serial = serial,
                   .short_text = TextOf(short_text),
                   .long_text = TextOf(long_text)};
  static_assert(sizeof units == sizeof metric.units);
  std::memcpy(&metric.units, &units, sizeof units);
  return metric;
}

void* StartFile(const std::string& name, NewFile content) {
  content.generation = PresentGeneration();
  content.process = ::getpid();
  if (HasUnknownDomain(content)) {
    errno = ESRCH;
    return nullptr;
  }
  const Result<Image> image = LayOut(content);
  if (!image) {
    errno = EINVAL;
    return nullptr;
  }
  Result<MappedFile> file = MappedFile::Publish(ValuesFolder(), name, image->bytes);
  if (file) return file->Release();
  errno = file.error().system_error != 0 ? file.error().system_error : EINVAL;
  return nullptr;
}

}  // namespace fdr::mmv

using fdr::mmv::MetricOf;
using fdr::mmv::NewIndom;
using fdr::mmv::TextOf;

namespace {

// No exception may reach a C program: only memory can be short.
template <class T, class Function>
T Guarded(T failed, Function function) {
  try {
    return function();
  } catch (const std::bad_alloc&) {
    errno = ENOMEM;
    return failed;
  }
}

int Refuse() {
  errno = EINVAL;
  return -1;
}

}  // namespace

mmv_registry_t* mmv_stats_registry(const char* file, int cluster, mmv_stats_flags_t flags) {
  return Guarded(static_cast<mmv_registry_t*>(nullptr), [&] {
    auto* const registry = new mmv_registry;
    registry->file = file != nullptr ? file : "";
    registry->content.cluster = cluster;
    registry->content.flags = static_cast<std::uint32_t>(flags);
    return registry;
  });
}

int mmv_stats_add_indom(mmv_registry_t* registry, int serial, const char* short_text,
                        const char* long_text) {
  if (registry == nullptr) return Refuse();
  return Guarded(-1, [&] {
    registry->content.indoms.push_back({.serial = static_cast<std::uint32_t>(serial),
                                        .instances = {},
                                        .short_text = TextOf(short_text),
                                        .long_text = TextOf(long_text)});
    return 0;
  });
}

int mmv_stats_add_metric(mmv_registry_t* registry, const char* name, int item,
                         mmv_metric_type_t type, mmv_metric_sem_t semantics, pmUnits units,
                         int serial, const char* short_text, const char* long_text) {
  if (registry == nullptr || name == nullptr) return Refuse();
  return Guarded(-1, [&] {
    registry->content.metrics.push_back(
        MetricOf(name, static_cast<std::uint32_t>(item), type, semantics, units,
                 static_cast<std::uint32_t>(serial), short_text, long_text));
    return 0;
  });
}

int mmv_stats_add_instance(mmv_registry_t* registry, int serial, int instance, const char* name) {
  if (registry == nullptr || name == nullptr) return Refuse();
  auto& indoms = registry->content.indoms;
  const auto found =
      std::ranges::find(indoms, static_cast<std::uint32_t>(serial), &NewIndom::serial);
  if (found == indoms.end()) return Refuse();
  return Guarded(-1, [&] {
    found->instances.push_back({instance, name});
    return 0;
  });
}

void* mmv_stats_start(mmv_registry_t* registry) {
  if (registry == nullptr) {
    errno = EINVAL;
    return nullptr;
  }
  return Guarded(static_cast<void*>(nullptr),
                 [&] { return fdr::mmv::StartFile(registry->file, registry->content); });
}

void mmv_stats_free(mmv_registry_t* registry) { delete registry; }

void* mmv_stats_init(const char* file, int cluster, mmv_stats_flags_t flags,
                     const mmv_metric_t* metrics, int metric_count, const mmv_indom_t* indoms,
                     int indom_count) {
  return Guarded(static_cast<void*>(nullptr), [&] {
    fdr::mmv::NewFile content;
    content.cluster = cluster;
    content.flags = static_cast<std::uint32_t>(flags);
    const auto name_of = [](const char* field) {
      return std::string(field, ::strnlen(field, MMV_NAMEMAX - 1));
    };
    for (int i = 0; i < metric_count; ++i) {
      const mmv_metric_t& m = metrics[i];
      content.metrics.push_back(MetricOf(name_of(m.name).c_str(), m.item, m.type, m.semantics,
                                         m.dimension, m.indom, m.shorttext, m.helptext));
    }
    for (int i = 0; i < indom_count; ++i) {
      const mmv_indom_t& d = indoms[i];
      NewIndom& indom = content.indoms.emplace_back();
      indom = {d.serial, {}, TextOf(d.shorttext), TextOf(d.helptext)};
      for (std::uint32_t k = 0; k < d.count; ++k)
        indom.instances.push_back({d.instances[k].internal, name_of(d.instances[k].external)});
    }
    return fdr::mmv::StartFile(file != nullptr ? file : "", std::move(content));
  });
}

void* mmv_stats2_init(const char* file, int cluster, mmv_stats_flags_t flags,
                      const mmv_metric2_t* metrics, int metric_count, const mmv_indom2_t* indoms,
                      int indom_count) {
  return Guarded(static_cast<void*>(nullptr), [&] {
    fdr::mmv::NewFile content;
    content.cluster = cluster;
    content.flags = static_cast<std::uint32_t>(flags);
    for (int i = 0; i < metric_count; ++i) {
      const mmv_metric2_t& m = metrics[i];
      content.metrics.push_back(MetricOf(m.name, m.item, m.type, m.semantics, m.dimension, m.indom,
                                         m.shorttext, m.helptext));
    }
    for (int i = 0; i < indom_count; ++i) {
      const mmv_indom2_t& d = indoms[i];
      NewIndom& indom = content.indoms.emplace_back();
      indom = {d.serial, {}, TextOf(d.shorttext), TextOf(d.helptext)};
      for (std::uint32_t k = 0; k < d.count; ++k) {
        const char* const name = d.instances[k].external;
        indom.instances.push_back({d.instances[k].internal, name != nullptr ? name : ""});
      }
    }
    return fdr::mmv::StartFile(file != nullptr ? file : "", std::move(content));
  });
}
