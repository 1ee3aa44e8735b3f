// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/page_definitions.h"

#include <algorithm>

#include <fmt/format.h>

namespace fdr::tools {
namespace {

// What PCP records has the parts of the time of interrupts, but not always their sum.
constexpr const char* kInterrupts =
    "defined(kernel.all.cpu.intr) ? kernel.all.cpu.intr : "
    "kernel.all.cpu.irq.soft + kernel.all.cpu.irq.hard";
// How many processes want a processor, where the time of processors is not recorded.
constexpr const char* kLoad = "kernel.all.load";

// Bars that several pages show.  The time of guests is part of user and nice.
PageGauge ProcessorGauge() {
  return {"CPU",
          {{"user", "kernel.all.cpu.user + kernel.all.cpu.nice"},
           {"sys", "kernel.all.cpu.sys"},
           {"irq", kInterrupts},
           {"wait", "kernel.all.cpu.wait.total"},
           {"steal", "kernel.all.cpu.steal"}},
          "hinv.ncpu"};
}

PageGauge MemoryGauge() {
  return {"Memory",
          // mem.util.used counts the cache, too.
          {{"needed", "mem.physmem - mem.util.available"},
           {"cache", "mem.util.available - mem.util.free"}},
          "mem.physmem"};
}

PageGauge SwapGauge() {
  return {"Swap", {{"used", "mem.util.swapTotal - mem.util.swapFree"}}, "mem.util.swapTotal"};
}

// All that processors do, as far as it was recorded; or how many processes want one.
PageStrip ProcessorStrip() {
  const std::string user_and_sys = "kernel.all.cpu.user + kernel.all.cpu.sys";
  const std::string with_nice = user_and_sys + " + kernel.all.cpu.nice";
  return {"CPU",
          {with_nice + " + kernel.all.cpu.steal + (" + kInterrupts + ')', with_nice, user_and_sys,
           kLoad}};
}

// How busy the machine was: its processors, its busiest disk, or the part of the time in which
// processes waited for disks or memory.  docs/guide/viewer.md says what does not count, and why;
// replay/serve/viewer/page/data/busy.js has the same for the page in a browser.
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

std::vector<PageFact> LoadFacts() {
  return {{"load", "kernel.all.load"},        {"running", "kernel.all.runnable"},
          {"blocked", "kernel.all.blocked"},  {"forks", "kernel.all.sysfork"},
          {"switches", "kernel.all.pswitch"}, {"interrupts", "kernel.all.intr"}};
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
  return {{"disks read", "disk.all.read_bytes"},
          {"write", "disk.all.write_bytes"},
          {"network in", NetworkTraffic("in")},
          {"out", NetworkTraffic("out")}};
}

std::vector<PageColumn> ProcessColumns() {
  return {{"CPU", 8, {"proc.psinfo.utime + proc.psinfo.stime"}},
          {"memory", 9, {"proc.psinfo.rss"}},
          {"read", 11, {"proc.io.read_bytes"}},
          {"write", 11, {"proc.io.write_bytes"}},
          {"thr", 3, {"proc.psinfo.threads"}, true},
          {"S", 1, {"proc.psinfo.sname"}, true},
          {"user", 8, {"proc.id.uid_nm"}, true},
          {"command", 0, {"proc.psinfo.psargs", "proc.psinfo.cmd"}}};
}

ViewPage Overview() {
  std::vector<PageFact> facts = LoadFacts();
  for (PageFact& fact : TrafficFacts()) facts.push_back(std::move(fact));
  return {.key = '1',
          .name = "overview",
          .strip = BusyStrip(),
          .facts = std::move(facts),
          .gauges = {ProcessorGauge(), MemoryGauge(), SwapGauge()},
          .row_title = "pid",
          .row_name = "process",
          .row_width = 7,
          .rows_are_numbers = true,
          .columns = ProcessColumns()};
}

ViewPage Processors() {
  return {.key = '2',
          .name = "CPU",
          .strip = ProcessorStrip(),
          .facts = LoadFacts(),
          .gauges = {ProcessorGauge()},
          .row_title = "CPU",
          .row_name = "processor",
          .row_width = 9,
          .columns = {{"user", 8, {"kernel.percpu.cpu.user"}},
                      {"nice", 8, {"kernel.percpu.cpu.nice"}},
                      {"sys", 8, {"kernel.percpu.cpu.sys"}},
                      {"irq", 8, {"kernel.percpu.cpu.intr"}},
                      {"wait", 8, {"kernel.percpu.cpu.wait.total"}},
                      {"steal", 8, {"kernel.percpu.cpu.steal"}},
                      {"idle", 8, {"kernel.percpu.cpu.idle"}}}};
}

ViewPage Memory() {
  return {.key = '3',
          .name = "memory",
          .strip = {"memory needed", {"mem.physmem - mem.util.available", "mem.util.used"}},
          .facts = {{"pages in", "mem.vmstat.pgpgin"},
                    {"out", "mem.vmstat.pgpgout"},
                    {"swap in", "swap.pagesin"},
                    {"out", "swap.pagesout"},
                    {"major faults", "mem.vmstat.pgmajfault"}},
          .gauges = {MemoryGauge(), SwapGauge()},
          .row_name = "metric of memory",
          .subtrees = {"mem.util", "mem.vmstat", "swap"}};
}

// How long each took: a time, not a time for each count.
std::string TimeOfEach(const std::string& active, const std::string& count) {
  return "rate(" + active + ") / rate(" + count + R"() * mkconst(1, units="count"))";
}

ViewPage Disks() {
  return {
      .key = '4',
      .name = "disks",
      .strip = {"disks read and write",
                {"disk.all.read_bytes + disk.all.write_bytes", "disk.all.total"}},
      .facts = {{"read", "disk.all.read_bytes"},
                {"write", "disk.all.write_bytes"},
                {"reads", "disk.all.read"},
                {"writes", "disk.all.write"}},
      .row_title = "disk",
      .row_name = "disk",
      .row_width = 12,
      .columns = {{"busy", 8, {"disk.dev.avactive"}},
                  {"reads", 10, {"disk.dev.read"}},
                  {"read", 11, {"disk.dev.read_bytes"}},
                  {"writes", 10, {"disk.dev.write"}},
                  {"written", 11, {"disk.dev.write_bytes"}},
                  {"queue", 6, {"disk.dev.inflight"}},
                  {"each read", 10, {TimeOfEach("disk.dev.read_rawactive", "disk.dev.read")}},
                  {"each write", 10, {TimeOfEach("disk.dev.write_rawactive", "disk.dev.write")}}}};
}

ViewPage Network() {
  return {.key = '5',
          .name = "network",
          .strip = {"network in and out", {NetworkTraffic("in") + " + " + NetworkTraffic("out")}},
          .facts = {{"TCP connections", "network.tcpconn.established"},
                    {"sent again", "network.tcp.retranssegs"},
                    {"segments in", "network.tcp.insegs"},
                    {"out", "network.tcp.outsegs"},
                    {"UDP in", "network.udp.indatagrams"},
                    {"out", "network.udp.outdatagrams"}},
          .row_title = "interface",
          .row_name = "network interface",
          .row_width = 16,
          .columns = {{"in", 11, {"network.interface.in.bytes"}},
                      {"packets", 10, {"network.interface.in.packets"}},
                      {"errors", 7, {"network.interface.in.errors"}},
                      {"drops", 7, {"network.interface.in.drops"}},
                      {"out", 11, {"network.interface.out.bytes"}},
                      {"packets", 10, {"network.interface.out.packets"}},
                      {"errors", 7, {"network.interface.out.errors"}},
                      {"drops", 7, {"network.interface.out.drops"}}}};
}

ViewPage Processes() {
  return {.key = '6',
          .name = "processes",
          .strip = ProcessorStrip(),
          .facts = {{"processes", "proc.nprocs"},
                    {"threads", "kernel.all.nprocs"},
                    {"running", "kernel.all.runnable"},
                    {"blocked", "kernel.all.blocked"},
                    {"forks", "kernel.all.sysfork"}},
          .row_title = "pid",
          .row_name = "process",
          .row_width = 7,
          .rows_are_numbers = true,
          .columns = ProcessColumns()};
}

ViewPage Groups() {
  return {.key = '7',
          .name = "cgroups",
          .strip = ProcessorStrip(),
          .row_title = "cgroup",
          .row_name = "control group",
          .row_width = 32,
          .columns = {{"CPU", 8, {"cgroup.cpu.stat.usage", "cgroup.cpuacct.usage"}},
                      {"user", 8, {"cgroup.cpu.stat.user", "cgroup.cpuacct.stat.user"}},
                      {"sys", 8, {"cgroup.cpu.stat.system", "cgroup.cpuacct.stat.system"}},
                      {"memory", 10, {"cgroup.memory.current", "cgroup.memory.usage"}},
                      {"CPU stall", 10, {"cgroup.pressure.cpu.some.total"}},
                      {"I/O stall", 10, {"cgroup.pressure.io.some.total"}}}};
}

ViewPage Metrics() {
  return {.key = '8', .name = "metrics", .strip = ProcessorStrip(), .subtrees = {""}};
}

// All CPU time, and the part of it that belongs to no process.
constexpr const char* kOfPrograms = "sum(rate(fdr.usage.by_program.cpu))";

std::string Unexplained() {
  return std::string(
             "rate(kernel.all.cpu.user) + rate(kernel.all.cpu.nice) + rate(kernel.all.cpu.sys) "
             "- ") +
         kOfPrograms;
}

PageGauge ExplainedGauge() {
  return {"CPU", {{"of programs", kOfPrograms}, {"unexplained", Unexplained()}}, "hinv.ncpu"};
}

// Also those that came and went between two samples.
ViewPage UsersOf(char key, const char* name, const char* row, int row_width,
                 const std::string& metrics) {
  return {.key = key,
          .name = name,
          .strip = ProcessorStrip(),
          .facts = {{"processes", "proc.nprocs"},
                    {"forks", "kernel.all.sysfork"},
                    {"unexplained CPUs", Unexplained()}},
          .gauges = {ExplainedGauge()},
          .row_title = row,
          .row_name = row,
          .row_width = row_width,
          .columns = {{"CPU", 8, {metrics + ".cpu"}},
                      {"ended", 9, {metrics + ".exits"}},
                      {"read", 11, {metrics + ".read_bytes"}},
                      {"write", 11, {metrics + ".write_bytes"}}}};
}

}  // namespace

std::span<const ViewPage> ViewPages() {
  static const std::vector<ViewPage> pages = {
      Overview(),
      Processors(),
      Memory(),
      Disks(),
      Network(),
      Processes(),
      Groups(),
      Metrics(),
      UsersOf('9', "programs", "program", 16, "fdr.usage.by_program"),
      UsersOf('0', "users", "user", 16, "fdr.usage.by_user"),
      UsersOf('u', "units", "unit", 32, "fdr.usage.by_unit")};
  return pages;
}

std::optional<std::size_t> PageWithKey(char key) {
  const std::span<const ViewPage> pages = ViewPages();
  const auto page = std::ranges::find(pages, key, &ViewPage::key);
  if (page == pages.end()) return std::nullopt;
  return static_cast<std::size_t>(page - pages.begin());
}

}  // namespace fdr::tools
