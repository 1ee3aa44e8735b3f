// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/processors.h"

#include <algorithm>

namespace fdr::why {

Processors ProcessorsOf(const MachineCourse& course) {
  const auto line = [&](const char* state) -> const Line& {
    return course.Single(std::string("kernel.all.cpu.") + state);
  };
  const Line& idle = line("idle");
  Processors processors;
  Line all(idle.size(), kUnknown);
  for (Line* const to : {&processors.busy, &processors.urgent, &processors.stolen,
                         &processors.niced, &processors.waiting})
    to->assign(idle.size(), kUnknown);
  const Line& waiting = course.Single("kernel.all.pressure.cpu.some.total");
  for (std::size_t i = 0; i < idle.size(); ++i) {
    if (std::isnan(idle[i])) continue;
    const float free = idle[i] + At(line("wait.total"), i);
    const float niced = At(line("nice"), i), stolen = At(line("steal"), i);
    all[i] = free + At(line("user"), i) + niced + At(line("sys"), i) + At(line("intr"), i) + stolen;
    if (!(all[i] > 0)) continue;
    processors.busy[i] = 1 - free / all[i];
    processors.niced[i] = niced / all[i];
    processors.stolen[i] = stolen / all[i];
    processors.urgent[i] = processors.busy[i] - processors.niced[i];
    processors.waiting[i] = At(waiting, i);
  }
  // What the states add up to, if the archive does not say it.
  processors.number = course.Has("hinv.ncpu") ? course.processors()
                                              : std::max(1.0, std::round(QuantileOf(all, 0.5)));
  return processors;
}

}  // namespace fdr::why
