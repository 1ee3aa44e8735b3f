// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Labels of what a registry has.

#include <pcp/mmv_stats.h>

#include <cerrno>
#include <new>
#include <string_view>

#include "fdr/archive/record/labelset_record.h"
#include "fdr/replay/name_space/name_words.h"
#include "fdr/replay/pcp/mmv_stats/registry.h"
#include "fdr/replay/sources/mmv/mmv_format.h"
#include "fdr/replay/text/json_syntax.h"

namespace {

using fdr::LabelLevel;

constexpr int kNoInstance = static_cast<int>(PM_IN_NULL);

bool IsOfType(std::string_view value, int type) {
  if (!fdr::IsJson(value)) return false;
  const char first = value[0];
  switch (type) {
    case MMV_STRING_TYPE:
      return first == '"';
    case MMV_NUMBER_TYPE:
      return first == '-' || (first >= '0' && first <= '9');
    case MMV_BOOLEAN_TYPE:
      return first == 't' || first == 'f';
    case MMV_NULL_TYPE:
      return first == 'n';
    case MMV_ARRAY_TYPE:
      return first == '[';
    case MMV_MAP_TYPE:
      return first == '{';
    default:
      return false;
  }
}

int AddLabel(mmv_registry_t* registry, LabelLevel level, std::uint32_t object, int instance,
             const char* name, const char* value, int type, int optional) {
  errno = EINVAL;
  if (registry == nullptr || name == nullptr || value == nullptr) return -1;
  if (!fdr::IsMetricNamePart(name) || !IsOfType(value, type)) return -1;
  try {
    const std::string json = "{\"" + std::string(name) + "\":" + value + "}";
    if (json.size() >= fdr::mmv::kLabelTextSize) return -1;
    const std::uint32_t flags =
        static_cast<std::uint32_t>(level) | (optional != 0 ? fdr::kLabelOptional : 0);
    registry->content.labels.push_back({flags, object, instance, json});
  } catch (const std::bad_alloc&) {
    errno = ENOMEM;
    return -1;
  }
  return 0;
}

}  // namespace

int mmv_stats_add_registry_label(mmv_registry_t* registry, const char* name, const char* value,
                                 mmv_value_type_t type, int optional) {
  const int cluster = registry != nullptr ? registry->content.cluster : 0;
  return AddLabel(registry, LabelLevel::kCluster, static_cast<std::uint32_t>(cluster), kNoInstance,
                  name, value, type, optional);
}

int mmv_stats_add_indom_label(mmv_registry_t* registry, int serial, const char* name,
                              const char* value, mmv_value_type_t type, int optional) {
  return AddLabel(registry, LabelLevel::kInDom, static_cast<std::uint32_t>(serial), kNoInstance,
                  name, value, type, optional);
}

int mmv_stats_add_metric_label(mmv_registry_t* registry, int item, const char* name,
                               const char* value, mmv_value_type_t type, int optional) {
  return AddLabel(registry, LabelLevel::kItem, static_cast<std::uint32_t>(item), kNoInstance, name,
                  value, type, optional);
}

int mmv_stats_add_instance_label(mmv_registry_t* registry, int serial, int instance,
                                 const char* name, const char* value, mmv_value_type_t type,
                                 int optional) {
  return AddLabel(registry, LabelLevel::kInstances, static_cast<std::uint32_t>(serial), instance,
                  name, value, type, optional);
}
