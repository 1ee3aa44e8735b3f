// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Files of the kernel.  The first byte chooses the file, and the other bytes are its content.  Then
// the metrics of the file are fetched.

#include <fstream>
#include <memory>

#include "fdr/replay/sources/local/local_context.h"
#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/fuzz/fuzz_directory.h"

namespace fdr::fuzz {
namespace {

struct File {
  const char* path;
  const char* metrics;
};

// Without /proc/mounts, since its paths would lead out of the directory.
constexpr File kFiles[] = {{"proc/stat", "kernel.percpu.cpu"},
                           {"proc/diskstats", "disk"},
                           {"proc/partitions", "disk.dev.capacity"},
                           {"proc/meminfo", "mem.util"},
                           {"proc/vmstat", "mem.vmstat"},
                           {"proc/zoneinfo", "mem.zoneinfo"},
                           {"proc/slabinfo", "mem.slabinfo"},
                           {"proc/buddyinfo", "mem.buddyinfo"},
                           {"proc/interrupts", "kernel"},
                           {"proc/cpuinfo", "hinv.cpu"},
                           {"proc/net/dev", "network.interface"},
                           {"proc/net/snmp", "network"},
                           {"proc/net/sockstat", "network.sockstat"},
                           {"proc/net/softnet_stat", "network.softnet"},
                           {"proc/net/tcp", "network.tcpconn"},
                           {"proc/net/if_inet6", "network.interface"},
                           {"proc/net/unix", "network.unix"},
                           {"proc/pressure/io", "kernel.all.pressure"},
                           {"proc/sysvipc/shm", "ipc.shm"},
                           {"proc/locks", "vfs.locks"},
                           {"proc/1/stat", "proc"},
                           {"proc/1/status", "proc"},
                           {"proc/1/cgroup", "proc.psinfo.cgroups"},
                           {"proc/1/cmdline", "proc.psinfo.psargs"},
                           {"run/utmp", "kernel.all"}};

std::unique_ptr<LocalContext> Open() {
  LocalOptions options;
  options.clock = [] { return Timestamp{}; };
  options.proc = Directory() + "/proc";
  options.sys = Directory() + "/sys";
  options.etc = Directory() + "/etc";
  options.run = Directory() + "/run";
  options.root = Directory();
  auto context = LocalContext::Open(options);
  Require(context.has_value(), "a directory is enough");
  return std::move(*context);
}

// A context remembers earlier instances, so a new one is opened now and then.
LocalContext& Context() {
  static std::unique_ptr<LocalContext> context;
  static int uses = 0;
  if (uses++ % 1000 == 0) context = Open();
  return *context;
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fdr::fuzz;
  if (size == 0) return 0;
  const File& file = kFiles[data[0] % std::size(kFiles)];
  const std::filesystem::path path = Directory() + "/" + file.path;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(data) + 1, static_cast<std::streamsize>(size - 1));
  fdr::LocalContext& context = Context();
  std::vector<fdr::MetricId> ids;
  const auto names = context.Traverse(file.metrics);
  const auto found = context.Find(*names);
  for (const auto& id : *found) ids.push_back(*id);
  static fdr::FetchResult result;
  const fdr::Fetched fetched = context.Fetch(ids, result);
  Require(fetched && *fetched, "a fetch has a result");
  const fdr::InDomId indom = context.DescOf(ids.front())->indom;
  Require(indom.IsNull() || context.Instances(indom), "a domain has instances");
  return 0;
}
