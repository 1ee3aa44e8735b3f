// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What several pages of `fdr view` show: bars, strips and numbers.

#pragma once

#include <string>
#include <vector>

#include "fdr/tools/view/page_definitions.h"

namespace fdr::tools {

PageGauge ProcessorGauge();
PageGauge MemoryGauge();
PageGauge SwapGauge();

/// All that processors do, as far as it was recorded; or how many processes want one.
PageStrip ProcessorStrip();
/// How busy the machine was: its processors, its busiest disk, or the part of the time in which
/// processes waited for disks or memory.
PageStrip BusyStrip();

/// The load, and what else waits for a processor.
std::vector<PageFact> QueueFacts();
/// The same, with what processors are interrupted by.
std::vector<PageFact> LoadFacts();
/// The part of the time in which some process waited.  `of`: cpu, memory or io.
PageFact PressureFact(const char* title, const char* of, HighValue high);
/// The same of processors, memory and disks.
std::vector<PageFact> PressureFacts();
PageFact FullestFileSystem();
/// An expression; `direction`: in or out.
std::string NetworkTraffic(const char* direction);
/// What disks and network carry.
std::vector<PageFact> TrafficFacts();

}  // namespace fdr::tools
