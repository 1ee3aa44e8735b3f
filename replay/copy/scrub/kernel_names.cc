// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of metrics of the kernel and its hardware.  known_metrics.h has the form.

#include "fdr/replay/copy/scrub/known_metrics.h"

namespace fdr {

const std::string_view kKernelNames = R"(
disk.all.{avactive aveq blkdiscard blkread blktotal blkwrite discard discard_bytes discard_merge
  discard_rawactive flush flush_rawactive inflight read read_bytes read_merge read_rawactive total
  total_bytes total_rawactive write write_bytes write_merge write_rawactive}
disk.dev.{avactive aveq avg_qlen avg_rqsz await blkdiscard blkread blktotal blkwrite capacity
  d_avg_rqsz d_await discard discard_bytes discard_merge discard_rawactive f_await flush
  flush_rawactive inflight r_avg_rqsz r_await read read_bytes read_merge read_rawactive scheduler
  total total_bytes total_rawactive util w_avg_rqsz w_await write write_bytes write_merge
  write_rawactive}
disk.dm.{avactive aveq avg_qlen avg_rqsz await blkdiscard blkread blktotal blkwrite capacity
  d_avg_rqsz d_await discard discard_bytes discard_merge discard_rawactive f_await flush
  flush_rawactive inflight r_avg_rqsz r_await read read_bytes read_merge read_rawactive total
  total_bytes total_rawactive util w_avg_rqsz w_await write write_bytes write_merge
  write_rawactive}
disk.md.{avactive aveq avg_qlen avg_rqsz await blkdiscard blkread blktotal blkwrite capacity
  d_avg_rqsz d_await discard discard_bytes discard_merge discard_rawactive f_await flush
  flush_rawactive inflight r_avg_rqsz r_await read read_bytes read_merge read_rawactive status
  total total_bytes total_rawactive util w_avg_rqsz w_await write write_bytes write_merge
  write_rawactive}
disk.partitions.{avactive aveq blkdiscard blkread blktotal blkwrite capacity discard discard_bytes
  discard_merge discard_rawactive flush flush_rawactive inflight read read_bytes read_merge
  read_rawactive total total_bytes total_rawactive write write_bytes write_merge write_rawactive}
disk.wwid.{avactive aveq avg_qlen avg_rqsz await blkdiscard blkread blktotal blkwrite capacity
  d_avg_rqsz d_await discard discard_bytes discard_merge discard_rawactive f_await flush
  flush_rawactive inflight r_avg_rqsz r_await read read_bytes read_merge read_rawactive scheduler
  scsi_paths total total_bytes total_rawactive util w_avg_rqsz w_await write write_bytes
  write_merge write_rawactive}
disk.xvm.{avactive aveq blkread blktotal blkwrite read read_bytes total total_bytes write
  write_bytes}
filesys.{avail blocksize capacity free freefiles full maxfiles mountdir readonly used usedfiles}
hinv.cpu.frequency_scaling.{count max min time}
hinv.cpu.thermal_throttle.{core package}.{count time}
hinv.cpu.{block bogomips cache cache_alignment clock flags model model_name online stepping
  vendor}
hinv.map.{cpu_node cpu_num dmname lvname mdname scsi scsi_id}
hinv.node.online
hinv.{hugepagesize machine ncpu ndisk nfchost nfilesys ninterface nlv nnode ntape pagesize
  physmem}
ipc.msg.{key last_recv_pid last_send_pid mapent max_defmsgq max_msgqid max_msgseg max_msgsz
  max_seg messages msgsz num_smsghdr owner perms sz_pool tot_bytes tot_msg used_queues}
ipc.sem.{key max_exit max_ops max_perid max_sem max_semid max_semmap max_semval max_undoent nsems
  num_undo owner perms sz_semundo tot_sem used_sem}
ipc.shm.{creator_pid key last_access_pid max_seg max_segproc max_segsz max_shmsys min_segsz nattch
  owner perms rss segsz status swap_attempts swap_successes swp tot used_ids}
kernel.all.cpu.irq.{hard soft}
kernel.all.cpu.wait.total
kernel.all.cpu.{guest guest_nice idle intr nice steal sys user vnice vuser}
kernel.all.entropy.{avail poolsize}
kernel.all.interrupts.{errors missed total}
kernel.all.pressure.cpu.some.{avg total}
kernel.all.pressure.io.{full some}.{avg total}
kernel.all.pressure.irq.full.{avg total}
kernel.all.pressure.memory.{full some}.{avg total}
kernel.all.softirqs.total
kernel.all.{blocked boottime hz idletime intr lastpid load nprocs nptys nroots nsessions nusers
  pid_max pswitch runnable running syscall sysfork uptime}
kernel.cpu.util.{idle intr nice steal sys user wait}
kernel.percpu.cpu.irq.{hard soft}
kernel.percpu.cpu.wait.total
kernel.percpu.cpu.{guest guest_nice idle intr nice steal sys user vnice vuser}
kernel.percpu.softirqs.{BLOCK BLOCK_IOPOLL HI HRTIMER IRQ_POLL NET_RX NET_TX RCU SCHED TASKLET
  TIMER}
kernel.percpu.{interrupts intr sirq softirqs syscall}
kernel.pernode.cpu.irq.{hard soft}
kernel.pernode.cpu.wait.total
kernel.pernode.cpu.{guest guest_nice idle intr nice steal sys user vnice vuser}
kernel.uname.{distro machine nodename release sysname version}
mem.buddyinfo.{pages total}
mem.ksm.{full_scans merge_across_nodes pages_shared pages_sharing pages_to_scan pages_unshared
  pages_volatile run_state sleep_time}
mem.numa.alloc.{foreign hit interleave_hit local_node miss other_node}
mem.numa.max_bandwidth
mem.numa.util.{NFS_Unstable active active_anon active_file anonpages bounce dirty filePages free
  highFree highTotal hugepagesFree hugepagesFreeBytes hugepagesSurp hugepagesSurpBytes
  hugepagesTotal hugepagesTotalBytes inactive inactive_anon inactive_file kernelStack lowFree
  lowTotal mapped mlocked pageTables shmem slab slabReclaimable slabUnreclaimable total
  unevictable used writeback writebackTmp}
mem.slabinfo.objects.{active size total}
mem.slabinfo.slabs.{active objects_per_slab pages_per_slab total total_size}
mem.util.{NFS_Unstable active active_anon active_file allcache anonhugepages anonpages available
  bin bounce bufmem cache_clean cached commitLimit committed_AS corrupthardware directMap1G
  directMap2M directMap4k dirty free highFree highTotal hugepagesFree hugepagesFreeBytes
  hugepagesRsvd hugepagesRsvdBytes hugepagesSurp hugepagesSurpBytes hugepagesTotal
  hugepagesTotalBytes inactive inactive_anon inactive_file kernelStack lowFree lowTotal mapped
  mlocked mmap_copy other pageTables quicklists reverseMaps shared shmem slab slabReclaimable
  slabUnreclaimable swapCached swapFree swapTotal unevictable used vmallocChunk vmallocTotal
  vmallocUsed writeback}
mem.vmstat.{allocstall allocstall_dma allocstall_dma32 allocstall_high allocstall_movable
  allocstall_normal balloon_deflate balloon_inflate balloon_migrate compact_blocks_moved
  compact_daemon_free_scanned compact_daemon_migrate_scanned compact_daemon_wake compact_fail
  compact_free_scanned compact_isolated compact_migrate_scanned compact_pagemigrate_failed
  compact_pages_moved compact_stall compact_success drop_pagecache drop_slab htlb_buddy_alloc_fail
  htlb_buddy_alloc_success kswapd_high_wmark_hit_quickly kswapd_inodesteal
  kswapd_low_wmark_hit_quickly kswapd_skip_congestion_wait kswapd_steal nr_active_anon
  nr_active_file nr_anon_pages nr_anon_transparent_hugepages nr_bounce nr_dirtied nr_dirty
  nr_dirty_background_threshold nr_dirty_threshold nr_file_hugepages nr_file_pages
  nr_file_pmdmapped nr_foll_pin_acquired nr_foll_pin_released nr_free_cma nr_free_pages
  nr_inactive_anon nr_inactive_file nr_isolated_anon nr_isolated_file nr_kernel_misc_reclaimable
  nr_kernel_stack nr_mapped nr_mlock nr_page_table_pages nr_pages_scanned nr_shmem
  nr_shmem_hugepages nr_shmem_pmdmapped nr_slab nr_slab_reclaimable nr_slab_unreclaimable
  nr_unevictable nr_unstable nr_vmscan_immediate_reclaim nr_vmscan_write nr_writeback
  nr_writeback_temp nr_written nr_zone_active_anon nr_zone_active_file nr_zone_inactive_anon
  nr_zone_inactive_file nr_zone_unevictable nr_zone_write_pending nr_zspages numa_foreign
  numa_hint_faults numa_hint_faults_local numa_hit numa_huge_pte_updates numa_interleave
  numa_local numa_miss numa_other numa_pages_migrated numa_pte_updates oom_kill pageoutrun
  pgactivate pgalloc_dma pgalloc_dma32 pgalloc_high pgalloc_movable pgalloc_normal pgdeactivate
  pgfault pgfree pginodesteal pglazyfreed pgmajfault pgmigrate_fail pgmigrate_success pgpgin
  pgpgout pgrefill_dma pgrefill_dma32 pgrefill_high pgrefill_movable pgrefill_normal pgrotated
  pgscan_direct pgscan_direct_dma pgscan_direct_dma32 pgscan_direct_high pgscan_direct_movable
  pgscan_direct_normal pgscan_direct_throttle pgscan_direct_total pgscan_kswapd pgscan_kswapd_dma
  pgscan_kswapd_dma32 pgscan_kswapd_high pgscan_kswapd_movable pgscan_kswapd_normal
  pgscan_kswapd_total pgsteal_direct pgsteal_direct_dma pgsteal_direct_dma32
  pgsteal_direct_movable pgsteal_direct_normal pgsteal_dma pgsteal_dma32 pgsteal_file pgsteal_high
  pgsteal_kswapd pgsteal_kswapd_dma pgsteal_kswapd_dma32 pgsteal_kswapd_movable
  pgsteal_kswapd_normal pgsteal_movable pgsteal_normal pgsteal_total pswpin pswpout slabs_scanned
  swap_ra swap_ra_hit thp_collapse_alloc thp_collapse_alloc_failed thp_deferred_split_page
  thp_fault_alloc thp_fault_fallback thp_fault_fallback_charge thp_file_alloc thp_file_mapped
  thp_split thp_split_page thp_split_page_failed thp_split_pmd thp_split_pud thp_swpout
  thp_swpout_fallback thp_zero_page_alloc thp_zero_page_alloc_failed unevictable_pgs_cleared
  unevictable_pgs_culled unevictable_pgs_mlocked unevictable_pgs_mlockfreed
  unevictable_pgs_munlocked unevictable_pgs_rescued unevictable_pgs_scanned
  unevictable_pgs_stranded workingset_activate workingset_nodereclaim workingset_nodes
  workingset_refault workingset_restore zone_reclaim_failed}
mem.zoneinfo.{cma free high low managed min nr_active_anon nr_active_file nr_alloc_batch
  nr_anon_pages nr_anon_transparent_hugepages nr_bounce nr_dirtied nr_dirty nr_file_hugepages
  nr_file_pages nr_file_pmdmapped nr_foll_pin_acquired nr_foll_pin_released nr_free_cma
  nr_free_pages nr_inactive_anon nr_inactive_file nr_isolated_anon nr_isolated_file
  nr_kernel_misc_reclaimable nr_kernel_stack nr_mapped nr_mlock nr_page_table_pages nr_shmem
  nr_shmem_hugepages nr_shmem_pmdmapped nr_slab_reclaimable nr_slab_unreclaimable nr_swapcached
  nr_unevictable nr_unstable nr_vmscan_immediate_reclaim nr_vmscan_write nr_writeback
  nr_writeback_temp nr_written nr_zone_active_anon nr_zone_active_file nr_zone_inactive_anon
  nr_zone_inactive_file nr_zone_unevictable nr_zone_write_pending nr_zspages numa_foreign numa_hit
  numa_interleave numa_local numa_miss numa_other present protection scanned spanned
  workingset_activate workingset_active_anon workingset_active_file workingset_nodereclaim
  workingset_refault workingset_refault_anon workingset_refault_file workingset_restore_anon
  workingset_restore_file}
mem.{active freemem inactive physmem}
pmda.metric.{count time}
pmda.{uname version}
quota.project.{files space}.{hard soft time_left used}
quota.state.project.{accounting enforcement}
swap.{free in length out pagesin pagesout used}
swapdev.{free length maxswap priority vlength}
sysfs.kernel.debug.extfrag_unusable
sysfs.kernel.uevent_seqnum
tape.dev.{in_flight io_ns other_cnt read_byte_cnt read_cnt read_ns resid_cnt write_byte_cnt
  write_cnt write_ns}
tmpfs.{capacity free freefiles full maxfiles used usedfiles}
tty.serial.{brk frame irq overrun parity rx tx}
vfs.aio.{count max}
vfs.files.{count free max}
vfs.locks.{flock lease posix}.{count read write}
vfs.{dentry inodes}.{count free}
zram.bd_stat.{count reads writes}
zram.io_stat.failed.{reads writes}
zram.io_stat.{invalid notify_free}
zram.mm_stat.data_size.{compressed original}
zram.mm_stat.mem.{limit max_used used_total}
zram.mm_stat.pages.{compacted huge same}
zram.{avactive aveq blkdiscard blkread blktotal blkwrite capacity discard discard_bytes
  discard_merge discard_rawactive flush flush_rawactive inflight read read_bytes read_merge
  read_rawactive total total_bytes total_rawactive write write_bytes write_merge write_rawactive}
)";

}  // namespace fdr
