// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads files of other machines.  The built-in collector must give the values of PCP's agents,
// which can read other directories, too.

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/local_context.h"
#include "fdr/tests/local/kernel_tree.h"
#include "fdr/tests/local/peer_departures.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/testdata.h"

namespace fdr {
namespace {

using local::FieldScanner;

// The values by metric and by instance name ("" for singular metrics).
using Values = std::map<std::string, std::map<std::string, std::string>>;

// The values of all metrics that have any, as PCP's tool prints them:
//   kernel.all.load
//       inst [1 or "1 minute"] value 0.04
Values ParseValues(std::string_view printed) {
  Values values;
  std::string metric;
  for (FieldScanner in(printed); !in.AtEnd();) {
    const std::string_view line = in.Line();
    const std::size_t at = line.find(" value ");
    if (!line.empty() && line.front() != ' ') metric = line;
    if (at == std::string_view::npos || line.front() != ' ') continue;
    const std::size_t open = line.find('"'), close = line.rfind("\"]", at);
    const bool is_singular = line.find("inst [") == std::string_view::npos;
    const std::string instance(is_singular ? "" : line.substr(open + 1, close - open - 1));
    std::string_view value = line.substr(at + 7);
    if (value.starts_with('"')) value = value.substr(1, value.size() - 2);
    values[metric][instance] = value;
  }
  return values;
}

using Tops = std::vector<const char*>;

// `machine` holds facts about the machine of the tree, for the agents' environment.
Values PeerValues(const std::string& tree, const Tops& tops,
                  const std::vector<std::string>& machine) {
  const auto agent = [](const std::string& id, const std::string& name) {
    return "add," + id + ",/var/lib/pcp/pmdas/" + name + "/pmda_" + name + ".so," + name + "_init";
  };
  std::vector<std::string> environment = machine;
  for (const char* root : {"LINUX_STATSPATH=", "PROC_STATSPATH="})
    environment.push_back(root + tree);
  environment.emplace_back("PCP_DERIVED_CONFIG=");
  Values all;
  // PCP does not read everything if it is asked for too much together.
  for (const char* names : tops) {
    const auto outcome =
        test::RunChild({.argv = {"pminfo", "-L", "-K", "clear", "-K", agent("60", "linux"), "-K",
                                 agent("3", "proc"), "-f", names},
                        .environment = environment});
    EXPECT_TRUE(outcome && outcome->Succeeded()) << "Is PCP installed?";
    for (auto& [metric, values] : ParseValues(outcome->out)) all[metric] = values;
  }
  return all;
}

Values OurValues(const std::string& tree, const Tops& tops) {
  LocalOptions options;
  options.clock = [] { return Timestamp{1'700'000'000, 0}; };
  options.proc = tree + "/proc";
  options.sys = tree + "/sys";
  options.etc = tree + "/etc";
  options.run = tree + "/run";
  const auto context = LocalContext::Open(options);
  std::vector<std::string> names;
  for (const char* top : tops) {
    const auto more = (*context)->Traverse(top);
    names.insert(names.end(), more->begin(), more->end());
  }
  Values values;
  FetchResult result;
  for (const std::string& name : names) {
    const MetricId id = (*context)->Find(name).value();
    const Desc desc = (*context)->DescOf(id).value();
    EXPECT_TRUE((*context)->Fetch(std::span(&id, 1), result));
    std::map<InstanceId, std::string> instances = {{kSingular, ""}};
    if (const auto members = (*context)->Instances(desc.indom))
      for (const NamedInstance& member : *members) instances[member.id] = member.name;
    for (const FetchedValue& value : result.AllValues())
      values[name][instances[value.instance]] = test::ValueText(desc.type, value);
  }
  return values;
}

// The tool prints numbers with few digits.
bool AreEqual(const std::string& a, const std::string& b) {
  if (a == b) return true;
  char *a_end = nullptr, *b_end = nullptr;
  const double x = std::strtod(a.c_str(), &a_end), y = std::strtod(b.c_str(), &b_end);
  const bool are_numbers = !a.empty() && !b.empty() && *a_end == '\0' && *b_end == '\0';
  return are_numbers && std::abs(x - y) <= 1e-6 * std::abs(y);
}

std::string DifferencesOf(const Values& ours, const Values& peers) {
  std::string differences;
  const auto add = [&](const std::string& metric, const std::string& instance,
                       const std::string& own, const std::string& value) {
    differences += metric + "[" + instance + "]: " + own + ", not " + value + "\n";
  };
  for (const auto& [metric, instances] : peers) {
    if (test::DepartureOf(metric) != nullptr) continue;
    const auto own = ours.find(metric);
    for (const auto& [instance, value] : instances) {
      const bool is_there = own != ours.end() && own->second.contains(instance);
      const std::string text = is_there ? own->second.at(instance) : "no value";
      if (!AreEqual(text, value)) add(metric, instance, text, value);
    }
  }
  for (const auto& [metric, instances] : ours) {
    if (test::DepartureOf(metric) != nullptr) continue;
    const auto peer = peers.find(metric);
    for (const auto& [instance, value] : instances)
      if (peer == peers.end() || !peer->second.contains(instance))
        add(metric, instance, value, "no value");
  }
  return differences;
}

TEST(LocalTreesTest, AMachineWithTwoNodesIsReadAsThePeerDoes) {
  const Tops tops = {"hinv",
                     "kernel",
                     "mem",
                     "swap",
                     "swapdev",
                     "disk",
                     "network",
                     "network.interface.type",
                     "network.interface.virtual",
                     "vfs",
                     "ipc",
                     "proc"};
  const std::string tree = test::TestData("local/two-nodes");
  const Values peers = PeerValues(tree, tops, {"LINUX_NCPUS=4"});
  EXPECT_GT(peers.size(), 700u);
  EXPECT_EQ(DifferencesOf(OurValues(tree, tops), peers), "");
}

TEST(LocalTreesTest, SchedulingGroupsThatAreNotUsedAreReadAsThePeerDoes) {
  for (const char* const enabled : {"0\n", "1\n"}) {
    const test::KernelTree tree;
    tree.Write("proc/sys/kernel/sched_autogroup_enabled", enabled);
    for (const char* const process : {"1", "77", "78"}) {
      const std::string directory = "proc/" + std::string(process);
      tree.Write(directory + "/cmdline", "toy");
      tree.Write(directory + "/autogroup", *process == '1' ? "/autogroup-9 nice -3\n" : "");
    }
    const Tops tops = {"proc.autogroup"};
    const Values ours = OurValues(tree.Path(""), tops), peers = PeerValues(tree.Path(""), tops, {});
    EXPECT_EQ(DifferencesOf(ours, peers), "") << enabled;
    EXPECT_EQ(ours.count("proc.autogroup.id"), *enabled == '1' ? 1U : 0U);
  }
}

TEST(LocalTreesTest, AnOldKernelIsReadAsThePeerDoes) {
  const Tops tops = {"hinv.cpu",
                     "hinv.physmem",
                     "hinv.ncpu",
                     "hinv.ndisk",
                     "kernel.all.cpu",
                     "kernel.all.load",
                     "kernel.all.uptime",
                     "kernel.all.interrupts",
                     "kernel.percpu.cpu",
                     "kernel.percpu.interrupts",
                     "mem.util",
                     "mem.vmstat.nr_slab",
                     "mem.vmstat.allocstall",
                     "mem.vmstat.pgscan_direct_total",
                     "mem.vmstat.pgsteal_total",
                     "swap",
                     "disk",
                     "network.softnet",
                     "network.sockstat"};
  const std::string tree = test::TestData("local/old-kernel");
  const Values peers = PeerValues(tree, tops, {});
  EXPECT_GT(peers.size(), 150u);
  EXPECT_EQ(DifferencesOf(OurValues(tree, tops), peers), "");
}

// The names have no newlines, since the tool prints newlines as they are.
TEST(LocalTreesTest, OddNamesOfProcessesAreReadAsThePeerDoes) {
  using namespace std::string_literals;
  const std::string commands[] = {
      ""s,
      "\0"s,
      "\0\0\0"s,
      "\0the first is empty\0"s,
      " blank\0"s,
      " \0 \0"s,
      "two words\0and\0"s,
      "empty\0\0\0in between\0\0\0"s,
      "title: overwritten"s,
      "title:\0\0\0\0\0"s,
      "blank at the end \0"s,
      "\"quoted\" \\ \xc3\xa9\xff\x01\x7f\t\0x\0"s,
      std::string(200'000, 'x'),
      std::string(4087, 'x') + "\0y"s,
      std::string(4080, 'x') + " \0\0\0\0\0\0\0\0\0\0\0y"s,
  };
  const test::KernelTree tree;
  const auto write = [&tree](int pid, const std::string& command, const std::string& program) {
    const std::string directory = "proc/" + std::to_string(pid) + "/";
    tree.Write(directory + "cmdline", command);
    tree.Write(directory + "comm", program + "\n");
    tree.Write(directory + "status", "Name:\t" + program + "\n");
    tree.Write(directory + "stat", std::to_string(pid) + " (" + program + ") S 1 1 1 0 -1 0\n");
  };
  int pid = 0;
  const auto write_command = [&](const std::string& command) {
    ++pid;
    write(pid, command, "program");
    // PCP drops a byte of program names with such identifiers, but no byte of command lines.
    if (!command.empty()) write(1'000'000 + pid, command, "program");
  };
  for (std::size_t size = 4080; size < 4100; ++size) write_command(std::string(size, 'a') + "\0"s);
  for (const std::string& command : commands) write_command(command);
  for (const char* program : {"a b", "(x) y", "kworker/R-very_long_name:of a worker", ""})
    write(++pid, "", program);
  const Tops tops = {"proc.psinfo.psargs"};
  const Values peers = PeerValues(tree.Path(""), tops, {});
  EXPECT_EQ(peers.at("proc.psinfo.psargs").size(), static_cast<std::size_t>(2 * pid - 5));
  EXPECT_EQ(DifferencesOf(OurValues(tree.Path(""), tops), peers), "");
}

TEST(LocalTreesTest, ControlGroupsOfVersion1AreReadAsThePeerDoes) {
  const std::string tree = test::TestData("local/cgroup1");
  const Values peers = PeerValues(tree, {"cgroup"}, {});
  EXPECT_GT(peers.size(), 100u);
  EXPECT_EQ(DifferencesOf(OurValues(tree, {"cgroup"}), peers), "");
}

TEST(LocalTreesTest, ControlGroupsOfVersion2AreReadAsThePeerDoes) {
  const std::string tree = test::TestData("local/cgroup2");
  const Values peers = PeerValues(tree, {"cgroup"}, {});
  EXPECT_GT(peers.size(), 50u);
  EXPECT_EQ(DifferencesOf(OurValues(tree, {"cgroup"}), peers), "");
}

}  // namespace
}  // namespace fdr
