// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What all processors of a machine did.

#pragma once

#include "fdr/replay/why/machine_course.h"

namespace fdr::why {

struct Processors {
  Line busy, urgent, stolen, niced;  ///< parts of all processors; urgent: not niced
  Line waiting;                      ///< the part of the time in which something waited for them
  double number = 1;
};

/// Empty lines if the archive does not have them.
Processors ProcessorsOf(const MachineCourse& course);

inline Line BusyProcessors(const MachineCourse& course) { return ProcessorsOf(course).busy; }

}  // namespace fdr::why
