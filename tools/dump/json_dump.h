// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A dump as JSON, one object per line.  See docs/dump-json.md.

#pragma once

#include "fdr/archive/archive.h"
#include "fdr/archive/source/source_options.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/dump/metric_names.h"
#include "fdr/tools/dump/output_buffer.h"
#include "fdr/tools/dump/record_walk.h"
#include "fdr/tools/dump/sections.h"

namespace fdr::tools {

/// The first line describes the archive, as the label does, whatever `sections` says.
void DumpJson(const Archive& archive, const MetricNames& names, const Sections& sections,
              const WalkOptions& walk, const Zone& zone, const SourceOptions& source,
              const ProblemSink& on_problem, OutputBuffer& out);

}  // namespace fdr::tools
