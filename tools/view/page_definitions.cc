// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/page_definitions.h"

#include <algorithm>
#include <iterator>

#include "fdr/tools/view/page_pieces.h"

namespace fdr::tools {
namespace {

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
  std::vector<PageFact> facts = QueueFacts();
  for (std::vector<PageFact> more : {PressureFacts(), TrafficFacts()})
    std::ranges::move(more, std::back_inserter(facts));
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

// All but idling and waiting for disks.
std::vector<std::string> BusyOfProcessor() {
  const std::string least = "kernel.percpu.cpu.user + kernel.percpu.cpu.sys";
  const std::string with_nice = least + " + kernel.percpu.cpu.nice";
  return {with_nice + " + kernel.percpu.cpu.intr + kernel.percpu.cpu.steal",
          with_nice + " + kernel.percpu.cpu.steal", with_nice, least};
}

ViewPage Processors() {
  return {.key = '2',
          .name = "CPU",
          .strip = ProcessorStrip(),
          .facts = LoadFacts(),
          .gauges = {ProcessorGauge()},
          .row_title = "CPU",
          .row_name = "processor",
          .row_width = 7,
          .columns = {{"busy", 8, BusyOfProcessor(), false, HighValue::kProcessor},
                      {"user", 8, {"kernel.percpu.cpu.user"}},
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
                    {"major faults", "mem.vmstat.pgmajfault"},
                    PressureFact("pressure", "memory", HighValue::kWaitsForMemory)},
          .gauges = {MemoryGauge(), SwapGauge()},
          .row_name = "metric of memory",
          .leaves_idle_out = true,
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
                {"writes", "disk.all.write"},
                FullestFileSystem(),
                PressureFact("pressure", "io", HighValue::kWaitsForDisk)},
      .row_title = "disk",
      .row_name = "disk",
      .row_width = 12,
      .columns = {{"busy", 8, {"disk.dev.avactive"}, false, HighValue::kDisk},
                  {"reads", 10, {"disk.dev.read"}},
                  {"read", 11, {"disk.dev.read_bytes"}},
                  {"writes", 10, {"disk.dev.write"}},
                  {"written", 11, {"disk.dev.write_bytes"}},
                  {"queue", 6, {"disk.dev.inflight"}},
                  {"each read", 10, {TimeOfEach("disk.dev.read_rawactive", "disk.dev.read")}},
                  {"each write", 10, {TimeOfEach("disk.dev.write_rawactive", "disk.dev.write")}}},
      .leaves_idle_out = true};
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
                      {"drops", 7, {"network.interface.out.drops"}}},
          .leaves_idle_out = true};
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
  return {
      .key = '7',
      .name = "cgroups",
      .strip = ProcessorStrip(),
      .row_title = "cgroup",
      .row_name = "control group",
      .row_width = 32,
      .columns = {
          {"CPU", 8, {"cgroup.cpu.stat.usage", "cgroup.cpuacct.usage"}},
          {"user", 8, {"cgroup.cpu.stat.user", "cgroup.cpuacct.stat.user"}},
          {"sys", 8, {"cgroup.cpu.stat.system", "cgroup.cpuacct.stat.system"}},
          {"memory", 10, {"cgroup.memory.current", "cgroup.memory.usage"}},
          {"CPU stall",
           10,
           {"cgroup.pressure.cpu.some.total"},
           false,
           HighValue::kWaitsForProcessor},
          {"I/O stall", 10, {"cgroup.pressure.io.some.total"}, false, HighValue::kWaitsForDisk}}};
}

ViewPage FileSystems() {
  constexpr double kPercent = 100;
  return {.key = 'f',
          .name = "filesystems",
          .strip = {"disks read and write",
                    {"disk.all.read_bytes + disk.all.write_bytes", "disk.all.total"}},
          .facts = {{"read", "disk.all.read_bytes"}, {"write", "disk.all.write_bytes"}},
          .row_title = "device",
          .row_name = "file system",
          .row_width = 20,
          .columns = {{"% full", 6, {"filesys.full"}, false, HighValue::kFileSystem, kPercent},
                      {"used", 9, {"filesys.used"}},
                      {"free", 9, {"filesys.avail", "filesys.free"}},
                      {"size", 9, {"filesys.capacity"}},
                      {"mounted at", 0, {"filesys.mountdir"}}}};
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
  return {"CPU",
          {{"of programs", kOfPrograms}, {"unexplained", Unexplained()}},
          "hinv.ncpu",
          HighValue::kProcessor,
          " CPUs"};
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
      UsersOf('u', "units", "unit", 32, "fdr.usage.by_unit"),
      FileSystems()};
  return pages;
}

std::optional<std::size_t> PageWithKey(char key) {
  const std::span<const ViewPage> pages = ViewPages();
  const auto page = std::ranges::find(pages, key, &ViewPage::key);
  if (page == pages.end()) return std::nullopt;
  return static_cast<std::size_t>(page - pages.begin());
}

}  // namespace fdr::tools
