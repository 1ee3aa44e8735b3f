// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/mount_points.h"

#include <span>

namespace fdr::why {

std::string MountPointOf(ArchiveContext& archive, const std::string& device, Timestamp when) {
  const Result<MetricId> metric = archive.Find("filesys.mountdir");
  const Result<Desc> desc = metric ? archive.DescOf(*metric) : Fail(metric.error());
  if (!desc || desc->type != Type::kString || desc->indom.IsNull()) return device;
  FetchResult result;
  const auto instances = archive.InstancesAt(desc->indom, when);
  if (!instances || !archive.FetchLastAt(when, std::span(&*metric, 1), result)) return device;
  for (const NamedInstance& instance : *instances) {
    if (instance.name != device) continue;
    for (const FetchedValue& value : result.Values(result.sets().front()))
      if (value.instance == instance.id)
        if (const auto text = value.Text(); text && !text->empty()) return std::string(*text);
  }
  return device;
}

}  // namespace fdr::why
