// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/metric_rules.h"

#include <algorithm>
#include <iterator>

#include "fdr/replay/copy/scrub/known_metrics.h"

namespace fdr {
namespace {

using F = TextForm;
constexpr NumberRule kIdentifier = NumberRule::kIdentifier;

// Names, forms of texts, forms of instances.  The longest beginning counts.  Beginnings end where
// a part of the name does.
constexpr ScrubRule kRules[] = {
    {"cgroup", F::kUnknown, F::kControlGroup},
    {"cgroup.blkio.id.container", F::kControlGroup, F::kControlGroup},
    {"cgroup.cpuacct.id.container", F::kControlGroup, F::kControlGroup},
    {"cgroup.cpusched.id.container", F::kControlGroup, F::kControlGroup},
    {"cgroup.cpuset.cpus", F::kNumbers, F::kControlGroup},
    {"cgroup.cpuset.id.container", F::kControlGroup, F::kControlGroup},
    {"cgroup.cpuset.mems", F::kNumbers, F::kControlGroup},
    {"cgroup.memory.id.container", F::kControlGroup, F::kControlGroup},
    {"cgroup.mounts", F::kWord, F::kPath},
    {"cgroup.netclass.id.container", F::kControlGroup, F::kControlGroup},
    {"cgroup.subsys", F::kWord, F::kWord},
    {"cifs", F::kUnknown, F::kPath},
    {"disk", F::kUnknown, F::kDisc},
    {"disk.dev.scheduler", F::kWord, F::kDisc},
    {"disk.wwid.scheduler", F::kWord, F::kDisc},
    {"dmcache", F::kWord, F::kDisc},
    {"dmstats", F::kUnknown, F::kDisc},
    {"dmthin", F::kWord, F::kDisc},
    {"fdr.usage.by_program", F::kUnknown, F::kProgram},
    {"fdr.usage.by_unit", F::kUnknown, F::kControlGroup},
    {"fdr.usage.by_user", F::kUnknown, F::kUser},
    {"fdr.usage.exits.source", F::kWord},
    {"filesys", F::kPath, F::kPath},
    {"gfs2", F::kUnknown, F::kDisc},
    {"hinv.cpu", F::kUnknown, F::kProcessor},
    {"hinv.cpu.model", F::kModel, F::kProcessor},
    {"hinv.cpu.model_name", F::kModel, F::kProcessor},
    {"hinv.cpu.stepping", F::kVersion, F::kProcessor},
    {"hinv.cpu.vendor", F::kWord, F::kProcessor},
    {"hinv.machine", F::kWord},
    {"hinv.map", F::kDisc, F::kDisc},
    {"hinv.node", F::kUnknown, F::kNode},
    {"hotproc", F::kUnknown, F::kProcess},
    {"hotproc.id", F::kUser, F::kProcess, kIdentifier},
    {"hotproc.id.container", F::kControlGroup, F::kProcess},
    {"hotproc.id.egid_nm", F::kGroup, F::kProcess},
    {"hotproc.id.fsgid_nm", F::kGroup, F::kProcess},
    {"hotproc.id.gid_nm", F::kGroup, F::kProcess},
    {"hotproc.id.sgid_nm", F::kGroup, F::kProcess},
    {"hotproc.psinfo.cgroups", F::kControlGroup, F::kProcess},
    {"hotproc.psinfo.cmd", F::kProgram, F::kProcess},
    {"hotproc.psinfo.policy_s", F::kWord, F::kProcess},
    {"hotproc.psinfo.psargs", F::kCommand, F::kProcess},
    {"hotproc.psinfo.sname", F::kWord, F::kProcess},
    {"ipc", F::kWord, F::kUnknown},
    {"ipc.msg.key", F::kUnknown, F::kUnknown},
    {"ipc.msg.owner", F::kUser, F::kUnknown},
    {"ipc.sem.key", F::kUnknown, F::kUnknown},
    {"ipc.sem.owner", F::kUser, F::kUnknown},
    {"ipc.shm.key", F::kUnknown, F::kUnknown},
    {"ipc.shm.owner", F::kUser, F::kUnknown},
    {"kernel.all.load", F::kUnknown, F::kLoadAverage},
    {"kernel.all.pressure", F::kUnknown, F::kLoadAverage},
    {"kernel.percpu", F::kUnknown, F::kProcessor},
    {"kernel.pernode", F::kUnknown, F::kNode},
    {"kernel.uname", F::kVersion},
    {"kernel.uname.machine", F::kWord},
    {"kernel.uname.nodename", F::kHost},
    {"kernel.uname.sysname", F::kWord},
    {"mem.buddyinfo", F::kUnknown, F::kNode},
    {"mem.numa", F::kUnknown, F::kNode},
    {"mem.zoneinfo", F::kUnknown, F::kNode},
    {"mounts", F::kPath, F::kPath},
    {"mounts.options", F::kUnknown, F::kPath},
    {"mounts.type", F::kWord, F::kPath},
    {"network.ib", F::kWord, F::kInterface},
    {"network.interface", F::kUnknown, F::kInterface},
    {"network.interface.hw_addr", F::kAddress, F::kInterface},
    {"network.interface.inet_addr", F::kAddress, F::kInterface},
    {"network.interface.ipv6_addr", F::kAddress, F::kInterface},
    {"network.interface.ipv6_scope", F::kWord, F::kInterface},
    {"network.persocket", F::kUnknown, F::kAddress},
    {"network.persocket.cgroup", F::kControlGroup, F::kAddress},
    {"network.persocket.dst", F::kAddress, F::kAddress},
    {"network.persocket.netid", F::kWord, F::kAddress},
    {"network.persocket.src", F::kAddress, F::kAddress},
    {"network.persocket.state", F::kWord, F::kAddress},
    {"network.persocket.uid", F::kUnknown, F::kAddress, kIdentifier},
    {"network.softnet.percpu", F::kUnknown, F::kProcessor},
    {"nfs", F::kUnknown, F::kWord},
    {"nfs3", F::kUnknown, F::kWord},
    {"nfs4", F::kUnknown, F::kWord},
    {"nfsclient", F::kWord, F::kPath},
    {"nfsclient.export", F::kPath, F::kPath},
    {"nfsclient.mountpoint", F::kPath, F::kPath},
    {"nfsclient.options.clientaddr", F::kAddress, F::kPath},
    {"nfsclient.options.mountaddr", F::kAddress, F::kPath},
    {"nfsclient.options.string", F::kUnknown, F::kPath},
    {"nvidia.proc", F::kUnknown, F::kProcess},
    {"pmcd.agent", F::kUnknown, F::kCollector},
    {"pmcd.build", F::kVersion},
    {"pmcd.hostname", F::kHost},
    {"pmcd.pmie", F::kPath, F::kCollector},
    {"pmcd.pmie.pmcd_host", F::kHost, F::kCollector},
    {"pmcd.pmlogger", F::kHost, F::kCollector},
    {"pmcd.pmlogger.archive", F::kPath, F::kCollector},
    {"pmcd.services", F::kCollector},
    {"pmcd.simabi", F::kWord},
    {"pmcd.timezone", F::kZone},
    {"pmcd.version", F::kVersion},
    {"pmcd.zoneinfo", F::kZone},
    {"pmda.version", F::kVersion},
    {"proc", F::kUnknown, F::kProcess},
    {"proc.id", F::kUser, F::kProcess, kIdentifier},
    {"proc.id.container", F::kControlGroup, F::kProcess},
    {"proc.id.egid_nm", F::kGroup, F::kProcess},
    {"proc.id.fsgid_nm", F::kGroup, F::kProcess},
    {"proc.id.gid_nm", F::kGroup, F::kProcess},
    {"proc.id.sgid_nm", F::kGroup, F::kProcess},
    {"proc.psinfo.cgroups", F::kControlGroup, F::kProcess},
    {"proc.psinfo.cmd", F::kProgram, F::kProcess},
    {"proc.psinfo.cpusallowed", F::kNumbers, F::kProcess},
    {"proc.psinfo.cwd", F::kPath, F::kProcess},
    {"proc.psinfo.exe", F::kPath, F::kProcess},
    {"proc.psinfo.policy_s", F::kWord, F::kProcess},
    {"proc.psinfo.psargs", F::kCommand, F::kProcess},
    {"proc.psinfo.sname", F::kWord, F::kProcess},
    {"smart", F::kWord, F::kDisc},
    {"swapdev", F::kUnknown, F::kPath},
    {"tape", F::kUnknown, F::kDisc},
    {"tmpfs", F::kUnknown, F::kPath},
    {"xfs.perdev", F::kUnknown, F::kPath},
    {"zram", F::kWord, F::kDisc},
};

const ScrubRule* FindRule(std::string_view beginning) {
  const auto* rule = std::lower_bound(
      std::begin(kRules), std::end(kRules), beginning,
      [](const ScrubRule& a, std::string_view name) { return a.beginning < name; });
  return rule != std::end(kRules) && rule->beginning == beginning ? rule : nullptr;
}

ScrubRule UnknownRule(const Desc& desc) {
  ScrubRule unknown;
  unknown.is_known = false;
  if (desc.semantics != Semantics::kCounter && desc.units.IsDimensionless())
    unknown.numbers = NumberRule::kLeftOut;
  return unknown;
}

}  // namespace

ScrubRule RuleFor(std::string_view name, const Desc& desc) {
  name = MeasuredMetric(name);
  if (!IsKnownMetric(name)) return UnknownRule(desc);
  for (std::string_view beginning = name;; beginning = beginning.substr(0, beginning.rfind('.'))) {
    if (const ScrubRule* rule = FindRule(beginning)) {
      // A rule for one metric alone is for texts, but for identifiers.
      const bool fits = beginning != name || rule->texts == F::kUnknown || !IsNumeric(desc.type);
      return fits ? *rule : UnknownRule(desc);
    }
    if (beginning.find('.') == beginning.npos) return {};
  }
}

ScrubRule StricterOf(const ScrubRule& a, const ScrubRule& b) {
  return {.beginning = {},
          .texts = a.texts == b.texts ? a.texts : TextForm::kUnknown,
          .instances = a.instances == b.instances ? a.instances : TextForm::kUnknown,
          .numbers = std::max(a.numbers, b.numbers),
          .is_known = a.is_known && b.is_known};
}

ScrubRule RuleForAll(const std::vector<std::string_view>& names, const Desc& desc) {
  ScrubRule rule = RuleFor(names.empty() ? std::string_view() : names.front(), desc);
  for (const std::string_view name : names) rule = StricterOf(rule, RuleFor(name, desc));
  return rule;
}

}  // namespace fdr
