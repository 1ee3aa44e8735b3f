// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of metrics of processes and control groups.  known_metrics.h has the form.

#include "fdr/replay/copy/scrub/known_metrics.h"

namespace fdr {

const std::string_view kProcessNames = R"(
cgroup.blkio.all.throttle.{io_service_bytes io_serviced}.{async read sync total write}
cgroup.blkio.all.{io_merged io_queued io_service_bytes io_service_time io_serviced
  io_wait_time}.{async read sync total write}
cgroup.blkio.dev.throttle.{io_service_bytes io_serviced}.{async read sync total write}
cgroup.blkio.dev.{io_merged io_queued io_service_bytes io_service_time io_serviced
  io_wait_time}.{async read sync total write}
cgroup.blkio.id.container
cgroup.blkio.{all dev}.{sectors time}
cgroup.cpu.stat.{system usage user}
cgroup.cpuacct.id.container
cgroup.cpuacct.stat.{system user}
cgroup.cpuacct.{usage usage_percpu}
cgroup.cpusched.id.container
cgroup.cpusched.{cfs_period cfs_quota periods shares throttled throttled_time}
cgroup.cpuset.id.container
cgroup.cpuset.{cpus mems}
cgroup.io.stat.{dbytes dios rbytes rios wbytes wios}
cgroup.memory.id.container
cgroup.memory.stat.recent.{rotated_anon rotated_file scanned_anon scanned_file}
cgroup.memory.stat.total.{active_anon active_file cache inactive_anon inactive_file mapped_file
  pgfault pgmajfault pgpgin pgpgout rss rss_huge swap unevictable writeback}
cgroup.memory.stat.workingset.{activate nodereclaim refault}
cgroup.memory.stat.{active_anon active_file anon anon_thp cache file file_dirty file_mapped
  file_writeback inactive_anon inactive_file kernel_stack mapped_file pgactivate pgdeactivate
  pgfault pglazyfree pglazyfreed pgmajfault pgpgin pgpgout pgrefill pgscan pgsteal rss rss_huge
  shmem slab slab_reclaimable slab_unreclaimable sock swap thp_collapse_alloc thp_fault_alloc
  unevictable writeback}
cgroup.memory.{current failcnt limit usage}
cgroup.mounts.{count subsys}
cgroup.netclass.classid
cgroup.netclass.id.container
cgroup.pressure.cpu.some.{avg10sec avg1min avg5min total}
cgroup.pressure.io.{full some}.{avg10sec avg1min avg5min total}
cgroup.pressure.irq.full.{avg10sec avg1min avg5min total}
cgroup.pressure.memory.{full some}.{avg10sec avg1min avg5min total}
cgroup.subsys.{count enabled hierarchy num_cgroups}
fdr.usage.{by_program by_unit by_user}.{cpu exits read_bytes write_bytes}
fdr.usage.exits.{lost source}
hotproc.control.{config config_gen refresh reload_config}
hotproc.fd.count
hotproc.id.{container egid euid euid_nm fsgid fsuid fsuid_nm gid sgid suid suid_nm uid uid_nm}
hotproc.io.{cancelled_write_bytes read_bytes write_bytes}
hotproc.memory.{vmdata vmexe vmlib vmstack vmswap}
hotproc.namespaces.envid
hotproc.predicate.{cpuburn ctxswitch iodemand iowait residentsize schedwait virtualsize}
hotproc.psinfo.{cmd cnswap cstime cutime guest_time maj_flt minflt nice nswap pid policy ppid
  priority processor psargs rss rt_priority sname start_time stime tgid threads utime vsize}
hotproc.schedstat.cpu_time
hotproc.total.cpuother.{not_cpuburn percent total transient}
hotproc.total.{cpuburn cpuidle}
hotproc.{autogroup fd id io memory namespaces nprocs psinfo schedstat smaps}
proc.autogroup.{enabled id nice}
proc.control.all.threads
proc.control.perclient.{cgroups threads}
proc.fd.count
proc.hog.{cpu disk mem net}
proc.id.{container egid egid_nm euid euid_nm fsgid fsgid_nm fsuid fsuid_nm gid gid_nm sgid sgid_nm
  suid suid_nm uid uid_nm}
proc.io.{cancelled_write_bytes rchar read_bytes syscr syscw total_bytes wchar write_bytes}
proc.memory.{datrss dirty librss maps rss share size textrss vmdata vmexe vmhwm vmlib vmlock
  vmnonlib vmpeak vmpin vmpte vmreal vmrss vmsize vmstack vmswap}
proc.namespaces.{envid pgid pid sid tgid}
proc.psinfo.{age blocked blocked_s cgroups cguest_time cmaj_flt cmd cmin_flt cnswap cpusallowed
  cstime cutime cwd delayacct_blkio_time eip end_code environ esp exe exit_signal flags guest_time
  it_real_value labels maj_flt minflt ngid nice nswap nvctxsw oom_score pgrp pid policy policy_s
  ppid priority processor psargs rss rss_rlim rt_priority session sigcatch sigcatch_s sigignore
  sigignore_s signal signal_s sname start_code start_stack start_time stime tgid threads tty
  tty_pgrp ttyname utime vctxsw vsize wchan wchan_s}
proc.runq.{blocked defunct kernel runnable sleeping stopped swapped unknown}
proc.schedstat.{cpu_time pcount run_delay}
proc.smaps.{anonhugepages anonymous filepmdmapped lazyfree locked private_clean private_dirty
  private_hugetlb pss pss_anon pss_file pss_shmem referenced rss shared_clean shared_dirty
  shared_hugetlb shmempmdmapped swap swappss}
proc.{autogroup fd id memory namespaces nprocs schedstat smaps}
)";

}  // namespace fdr
