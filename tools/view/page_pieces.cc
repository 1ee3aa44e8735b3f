// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/page_pieces.h"

#include <fmt/format.h>

namespace fdr::tools {
namespace {

// What PCP records has the parts of the time of interrupts, but not always their sum.
constexpr const char* kInterrupts =
    "defined(kernel.all.cpu.intr) ? kernel.all.cpu.intr : "
    "kernel.all.cpu.irq.soft + kernel.all.cpu.irq.hard";
// How many processes want a processor, where the time of processors is not recorded.
constexpr const char* kLoad = "kernel.all.load";

PageFact BusiestDisk() {
  return {.title = "busiest disk",
          .expression = "disk.dev.avactive",
          .high = HighValue::kDisk,
          .is_largest = true};
}

}  // namespace

// The time of guests is part of user and nice.
PageGauge ProcessorGauge() {
  return {"CPU",
          {{"user", "kernel.all.cpu.user + kernel.all.cpu.nice"},
           {"sys", "kernel.all.cpu.sys"},
           {"irq", kInterrupts},
           // A processor that waits for a disk is not busy.
           {"wait", "kernel.all.cpu.wait.total", false},
           {"steal", "kernel.all.cpu.steal"}},
          "hinv.ncpu",
          HighValue::kProcessor,
          " CPUs"};
}

PageGauge MemoryGauge() {
  return {"Memory",
          // mem.util.used counts the cache, too.
          {{"needed", "mem.physmem - mem.util.available"},
           {"reclaimable", "mem.util.available - mem.util.free", false}},
          "mem.physmem",
          HighValue::kMemory};
}

PageGauge SwapGauge() {
  return {"Swap", {{"used", "mem.util.swapTotal - mem.util.swapFree"}}, "mem.util.swapTotal"};
}

PageStrip ProcessorStrip() {
  const std::string user_and_sys = "kernel.all.cpu.user + kernel.all.cpu.sys";
  const std::string with_nice = user_and_sys + " + kernel.all.cpu.nice";
  return {"CPU",
          {with_nice + " + kernel.all.cpu.steal + (" + kInterrupts + ')', with_nice, user_and_sys,
           kLoad}};
}

// docs/guide/viewer.md says what does not count, and why; replay/serve/viewer/page/data/busy.js has
// the same for the page in a browser.
PageStrip BusyStrip() {
  const auto share = [](const std::string& time) { return "rescale(" + time + ", \"millisec\")"; };
  const std::string user_and_sys = "kernel.all.cpu.user + kernel.all.cpu.sys";
  PageStrip strip = {.title = "busy", .is_share = true};
  for (const std::string& time :
       {user_and_sys + " + kernel.all.cpu.steal + (" + kInterrupts + ')', user_and_sys})
    strip.expressions.push_back(share('(' + time + ") / hinv.ncpu"));
  strip.expressions.emplace_back(kLoad);
  for (const char* const time : {"disk.dev.avactive", "kernel.all.pressure.io.some.total",
                                 "kernel.all.pressure.memory.some.total"})
    strip.also.push_back(share(time));
  return strip;
}

std::vector<PageFact> QueueFacts() {
  return {{"load", kLoad, HighValue::kLoad, "hinv.ncpu", 1, " CPUs"},
          {"running", "kernel.all.runnable"},
          {"blocked", "kernel.all.blocked"},
          {"forks", "kernel.all.sysfork"}};
}

PageFact PressureFact(const char* title, const char* of, HighValue high) {
  return {title, fmt::format("kernel.all.pressure.{}.some.total", of), high};
}

std::vector<PageFact> PressureFacts() {
  return {PressureFact("pressure CPU", "cpu", HighValue::kWaitsForProcessor),
          PressureFact("memory", "memory", HighValue::kWaitsForMemory),
          PressureFact("I/O", "io", HighValue::kWaitsForDisk)};
}

std::vector<PageFact> LoadFacts() {
  std::vector<PageFact> facts = QueueFacts();
  facts.push_back({"switches", "kernel.all.pswitch"});
  facts.push_back({"interrupts", "kernel.all.intr"});
  facts.push_back(PressureFact("pressure", "cpu", HighValue::kWaitsForProcessor));
  return facts;
}

PageFact FullestFileSystem() {
  constexpr double kPercent = 100;
  return {.title = "fullest filesystem",
          .expression = "filesys.full",
          .high = HighValue::kFileSystem,
          .all = kPercent,
          .unit = " %",
          .is_largest = true};
}

// Without those that PCP's network.all leaves out, and their like.  The traffic of a bridge, a
// bond, a tunnel, a container or a VLAN also goes through another interface, or stays on the
// machine.  Rates come first: a new interface is no traffic.
std::string NetworkTraffic(const char* direction) {
  constexpr const char* kCountedElsewhere =
      "^(lo|face|.*[.][0-9]+|(bond|team|tun|tap|wg|br|virbr|cni|cni-podman|docker|vnet)[0-9]+|"
      "br-.*|veth.*|cali.*|flannel.*|virbr[0-9]+-nic)$";
  return fmt::format("sum(rate(matchinst(!/{}/, network.interface.{}.bytes)))", kCountedElsewhere,
                     direction);
}

std::vector<PageFact> TrafficFacts() {
  return {
      BusiestDisk(),       {"read", "disk.all.read_bytes"},      {"write", "disk.all.write_bytes"},
      FullestFileSystem(), {"network in", NetworkTraffic("in")}, {"out", NetworkTraffic("out")}};
}

}  // namespace fdr::tools
