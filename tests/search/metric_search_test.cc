// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/metric_search.h"

#include <gtest/gtest.h>

#include "fdr/replay/search/name_letters.h"

namespace fdr::test {
namespace {

MetricInfo About(std::string name, std::string one_line = "", std::string help = "") {
  MetricInfo metric;
  metric.name = std::move(name);
  metric.one_line = std::move(one_line);
  metric.help = std::move(help);
  for (const char* part : {"disk.d", "filesys.", "network.interface.", "percpu"})
    if (metric.name.find(part) != std::string::npos) metric.desc.indom = InDomId::Build(60, 1);
  return metric;
}

// The names that a search finds, with blanks between them.
std::string Names(const std::vector<MetricInfo>& metrics, const std::string& words) {
  std::string names;
  for (const FoundMetric& found : MetricSearch(metrics).Find(SearchWords(words)))
    names += (names.empty() ? "" : " ") + metrics[found.place].name;
  return names;
}

FoundMetric First(const std::vector<MetricInfo>& metrics, const std::string& words) {
  const auto found = MetricSearch(metrics).Find(SearchWords(words));
  return found.empty() ? FoundMetric{.place = metrics.size()} : found.front();
}

// Some of the metrics of a machine, with those that words of a search nearly mean.
std::vector<MetricInfo> Machine() {
  return {
      About("cgroup.cpu.stat.throttled_time", "time that a group was held up"),
      About("cgroup.memory.stat.file", "pages of files"),
      About("disk.all.avactive", "how long there was anything to do, all disks together"),
      About("disk.all.read", "reads that were completed, all disks together"),
      About("disk.all.read_bytes", "how much was read, all disks together"),
      About("disk.all.read_rawactive", "how long reads took, all disks together"),
      About("disk.all.total", "reads and writes that were completed, all disks together"),
      About("disk.all.total_bytes", "how much was read or written, all disks together"),
      About("disk.all.write", "writes that were completed, all disks together"),
      About("disk.all.write_bytes", "how much was written, all disks together"),
      About("disk.dev.read", "reads that were completed"),
      About("disk.dev.total", "reads and writes that were completed"),
      About("disk.dev.write", "writes that were completed"),
      About("disk.dm.read_rawactive", "how long reads took"),
      About("filesys.avail", "space that is free for users other than root"),
      About("filesys.free", "space that is free"),
      About("filesys.full", "share of the space that is in use, in percent"),
      About("filesys.used", "space in use"),
      About("hinv.cpu.clock", "clock rate now"),
      About("hinv.ncpu", "processors that are online"),
      About("hinv.ninterface", "network interfaces"),
      About("hinv.physmem", "size of memory"),
      About("kernel.all.blocked", "processes that wait for a disk"),
      About("kernel.all.cpu.idle", "time with nothing to do, all processors together"),
      About("kernel.all.cpu.intr", "time in interrupt handlers of both kinds"),
      About("kernel.all.cpu.user", "time in user mode, without nice, all processors together"),
      About("kernel.all.cpu.wait.total", "time with nothing to do but to wait for disks"),
      About("kernel.all.interrupts.errors", "interrupts with errors"),
      About("kernel.all.intr", "interrupts that were handled"),
      About("kernel.all.load", "how many processes were running or waiting for a disk"),
      About("kernel.all.nprocs", "threads that there are"),
      About("kernel.all.nusers", "users who are logged in"),
      About("kernel.all.pressure.io.some.total", "how long some tasks were held up by io"),
      About("kernel.all.pressure.memory.some.avg", "share of the time, memory"),
      About("kernel.all.pswitch", "switches from one process to another"),
      About("kernel.all.sysfork", "processes and threads that were started"),
      About("kernel.all.uptime", "how long the machine is up"),
      About("kernel.percpu.cpu.user", "time in user mode, without nice"),
      About("kernel.percpu.cpu.wait.total", "time with nothing to do but to wait for disks"),
      About("mem.freemem", "memory that is free"),
      About("mem.numa.util.used", "memory in use"),
      About("mem.physmem", "size of memory"),
      About("mem.util.active", "pages that were used lately"),
      About("mem.util.free", "memory that is free"),
      About("mem.util.used", "memory in use"),
      About("mem.vmstat.kswapd_skip_congestion_wait", "times that kswapd did not wait"),
      About("mem.vmstat.pgpgin", "how much was read from disks"),
      About("mem.vmstat.pswpin", "pages that were read from swap space"),
      About("network.interface.collisions", "collisions"),
      About("network.interface.in.bytes", "how much was received"),
      About("network.interface.in.drops", "packets that were dropped"),
      About("network.interface.in.errors", "packets with errors, received"),
      About("network.interface.out.bytes", "how much was sent"),
      About("network.interface.out.errors", "packets with errors, sent"),
      About("network.tcp.retransfail", "TcpExt.TCPRetransFail"),
      About("network.tcp.retranssegs", "Tcp.RetransSegs"),
      About("network.udp.inerrors", "Udp.InErrors"),
      About("proc.memory.rss", "memory in use"),
      About("proc.nprocs", "processes"),
      About("swap.pagesin", "pages that were read from swap space"),
      About("swap.used", "swap space in use"),
      About("xfs.read_bytes", "how much was read"),
  };
}

TEST(MetricSearchTest, TheObviousMetricIsTheFirstHit) {
  const std::vector<MetricInfo> machine = Machine();
  const std::pair<const char*, const char*> expected[] = {
      {"bandwidth", "disk.all.total_bytes"},
      {"bytes", "disk.all.total_bytes"},
      {"context switches", "kernel.all.pswitch"},
      {"cpu", "kernel.all.cpu.user"},
      {"cpu idle", "kernel.all.cpu.idle"},
      {"disk", "disk.all.total"},
      {"disk read", "disk.all.read"},
      {"disk traffic", "disk.all.total_bytes"},
      {"disk write bytes", "disk.all.write_bytes"},
      {"dropped packets", "network.interface.in.drops"},
      {"errors", "network.interface.in.errors"},
      {"filesystem", "filesys.full"},
      {"fork", "kernel.all.sysfork"},
      {"free memory", "mem.util.free"},
      {"fs", "filesys.full"},
      {"interrupt", "kernel.all.intr"},
      {"interrupts", "kernel.all.intr"},
      {"iops", "disk.all.total"},
      {"iowait", "kernel.all.cpu.wait.total"},
      {"kal", "kernel.all.load"},
      {"latency", "disk.all.read_rawactive"},
      {"load", "kernel.all.load"},
      {"memory", "mem.util.used"},
      {"mem.freemem", "mem.freemem"},
      {"network errors", "network.interface.in.errors"},
      {"network traffic", "network.interface.in.bytes"},
      {"paging", "swap.pagesin"},
      {"processes", "kernel.all.nprocs"},
      {"processor", "kernel.all.cpu.user"},
      {"ram", "mem.util.used"},
      {"retransmissions", "network.tcp.retranssegs"},
      {"swap", "swap.used"},
      {"swapping", "swap.pagesin"},
      {"throttled", "cgroup.cpu.stat.throttled_time"},
      {"traffic", "network.interface.in.bytes"},
      {"uptime", "kernel.all.uptime"},
      {"used memory", "mem.util.used"},
      {"users", "kernel.all.nusers"},
      {"WRITE", "disk.all.write"},
  };
  for (const auto& [words, name] : expected) {
    const std::size_t place = First(machine, words).place;
    EXPECT_EQ(place < machine.size() ? machine[place].name : "nothing", name)
        << words << ": " << Names(machine, words);
  }
}

TEST(MetricSearchTest, IowaitIsNoWaitOfAnotherKind) {
  EXPECT_EQ(Names(Machine(), "iowait"),
            "kernel.all.cpu.wait.total kernel.percpu.cpu.wait.total "
            "kernel.all.pressure.io.some.total");
}

TEST(MetricSearchTest, NamesComeBeforeTextsAndWholeWordsBeforeParts) {
  const std::vector<MetricInfo> metrics = {About("a.threads", "", ""),
                                           About("b", "", "threads"),
                                           About("c", "", "read"),
                                           About("d", "how many threads"),
                                           About("e", "what I read"),
                                           About("x.all.part.read"),
                                           About("x.all.read"),
                                           About("x.all.readers"),
                                           About("x.write")};
  EXPECT_EQ(Names(metrics, "Read"), "x.all.read x.all.part.read x.all.readers a.threads e d c b");
}

TEST(MetricSearchTest, TheSingularCountsAndTheGivenWordIsTheBest) {
  EXPECT_EQ(Names({About("kernel.all.sysfork")}, "forks"), "kernel.all.sysfork");
  EXPECT_EQ(Names({About("mem.free"), About("memory.free")}, "memory"), "memory.free mem.free");
  EXPECT_EQ(Names({About("a.query")}, "queries"), "a.query");
  EXPECT_EQ(Names({About("a.glas")}, "glass"), "") << "this is no plural";
}

TEST(MetricSearchTest, InstancesAndLabelsCountWhereNothingElseHasTheWord) {
  MetricInfo metric = About("disk.dev.read");
  metric.desc.units.dim_space = 1;
  metric.desc.units.scale_space = 1;
  metric.instances =
      std::make_shared<const NamedInstances>(NamedInstances{{0, "sda"}, {1, "SDB1"}, {2, "sdb2"}});
  metric.labels = {std::make_shared<const LabelLines>(LabelLines{"rack=A", "Kind=SSD"})};
  const std::vector<MetricInfo> metrics = {metric};
  const MetricSearch search(metrics);
  const auto find = [&search](const char* words) {
    const auto found = search.Find(SearchWords(words));
    return found.empty() ? FoundMetric{.place = 1} : found.front();
  };
  EXPECT_EQ(find("sdb read").where, FoundIn::kInstance);
  EXPECT_EQ(find("sdb read").instance, "SDB1");
  EXPECT_EQ(find("read").instance, "");
  EXPECT_EQ(find("ssd").where, FoundIn::kLabel);
  EXPECT_EQ(find("ssd").label, "Kind=SSD");
  EXPECT_EQ(find("kbytes").where, FoundIn::kUnits);
  EXPECT_EQ(find("ddr").where, FoundIn::kLetters);
  EXPECT_EQ(find("dev").where, FoundIn::kName);
  EXPECT_EQ(find("tape").place, 1u);
}

TEST(MetricSearchTest, LongListsAreNotSearched) {
  MetricInfo metric = About("proc.nothing");
  metric.instances = std::make_shared<const NamedInstances>(NamedInstances(4096, {0, "bash"}));
  EXPECT_EQ(Names({metric}, "bash"), "proc.nothing");
  metric.instances = std::make_shared<const NamedInstances>(NamedInstances(4097, {0, "bash"}));
  EXPECT_EQ(Names({metric}, "bash"), "");
  const MetricSearch more(std::span(&metric, 1), 4097), fewer(std::span(&metric, 1), 4096);
  EXPECT_EQ(more.Find(SearchWords("bash")).size(), 1u);
  EXPECT_EQ(fewer.Find(SearchWords("bash")).size(), 0u);
}

TEST(MetricSearchTest, TheBestOnesAreKeptAndAllAreCounted) {
  const std::vector<MetricInfo> metrics = {About("a.b.read"), About("x", "", "read"), About("read"),
                                           About("a.b.read"), About("z")};
  const MetricSearch search(metrics);
  const auto places = [&search](const char* words, std::size_t most, std::size_t total) {
    const auto found = search.Find(SearchWords(words), most, [] { return Result<void>(); });
    std::string list;
    if (!found) return list;
    EXPECT_EQ(found->total, total);
    for (const FoundMetric& one : found->best) list += std::to_string(one.place);
    return list;
  };
  EXPECT_EQ(places("read", 10, 4), "2031");
  EXPECT_EQ(places("read", 2, 4), "20");
  EXPECT_EQ(places("read", 0, 4), "");
  EXPECT_EQ(places("", 10, 5), "01234");
  EXPECT_EQ(places("", 2, 5), "01");
}

TEST(MetricSearchTest, LettersCountOnlyWhereNeitherNameNorLineHasTheWord) {
  EXPECT_EQ(First({About("kernel.all.lead", "xkalx")}, "kal").where, FoundIn::kOneLine);
  EXPECT_EQ(First({About("kernel.all.lead", "", "xkalx")}, "kal").where, FoundIn::kLetters);
  EXPECT_EQ(
      Names({About("kernel.all.lead"), About("a.b.c.d", "xkalx"), About("e", "", "kal")}, "kal"),
      "a.b.c.d kernel.all.lead e");
}

TEST(MetricSearchTest, WithoutWordsAllMetricsStayInTheirPlaces) {
  EXPECT_EQ(Names({About("kernel.all.load.x"), About("b"), About("mem.util.used")}, " \t"),
            "kernel.all.load.x b mem.util.used");
}

TEST(MetricSearchTest, ALimitEndsTheSearch) {
  const MetricSearch search(std::vector<MetricInfo>(1000, About("a")));
  int calls = 0;
  const auto found = search.Find(SearchWords("a"), 10, [&calls]() -> Result<void> {
    if (++calls < 3) return {};
    return Fail(Errc::kTimeout, "too long");
  });
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Errc::kTimeout);
}

TEST(MetricSearchTest, WordsWithoutAnyMetricAreMissing) {
  const std::vector<MetricInfo> metrics = {About("disk.read", "Reads"), About("disk.write")};
  const MetricSearch search(metrics);
  EXPECT_EQ(search.Missing(SearchWords("write Flush read")), std::vector<std::string>{"Flush"});
  EXPECT_EQ(search.Vocabulary(), (std::vector<std::string>{"disk", "read", "reads", "write"}));
}

TEST(SearchWordsTest, PlacesDoNotOverlap) {
  using Places = std::vector<std::pair<std::size_t, std::size_t>>;
  EXPECT_EQ(SearchWords("aba bab").PlacesIn("xABABx aba"), (Places{{1, 5}, {7, 10}}));
  EXPECT_EQ(SearchWords("q").PlacesIn("xABABx"), Places{});
}

TEST(SearchWordsTest, ThereAreSixteenWordsAtMostEachOnce) {
  EXPECT_EQ(SearchWords(" a A  b\ta\nb ").words().size(), 2u);
  std::string many;
  for (char c = 'a'; c <= 'z'; ++c) many += std::string(1, c) + ' ';
  EXPECT_EQ(SearchWords(many).words().size(), 16u);
}

TEST(NameLettersTest, AreBeginningsOfParts) {
  EXPECT_TRUE(HasLetters("kernel.all.load", "kal"));
  EXPECT_TRUE(HasLetters("kernel.all.load", "kerlo"));
  EXPECT_TRUE(HasLetters("disk.dev.read_bytes", "ddrb"));
  EXPECT_FALSE(HasLetters("kernel.all.load", "kld"));
  EXPECT_FALSE(HasLetters("kernel.all.load", "lak"));
  EXPECT_FALSE(HasLetters("a", std::string(100, 'a')));
}

}  // namespace
}  // namespace fdr::test
