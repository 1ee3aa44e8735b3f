// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of metrics of other agents.  known_metrics.h has the form.

#include "fdr/replay/copy/scrub/known_metrics.h"

namespace fdr {

const std::string_view kAgentNames = R"(
apache.{busy_servers bytes_per_requests bytes_per_sec idle_servers requests_per_sec sb_closing
  sb_dns_lookup sb_finishing sb_idle_cleanup sb_keepalive sb_logging sb_open_slot sb_reading
  sb_starting sb_waiting sb_writing_reply total_accesses total_kbytes uptime uptime_s}
dmcache.{cache metadata}.{block_size total used}
dmcache.{demotions dirty io_mode io_mode_code promotions read_hits read_misses size write_hits
  write_misses}
dmstats.histogram.{hist_bins hist_count hist_percent}
dmstats.{in_progress io_ticks queue_ticks read read_bytes read_ticks reads_merged reads_time write
  write_bytes write_ticks writes_merged writes_time}
dmthin.pool.{data metadata}.{total used}
dmthin.pool.{discard_passdown held_root no_space_mode read_mode size transaction_id}
dmthin.vol.{highest_mapped_sector num_mapped_sectors size}
docker.control.timing
docker.cpu_stats.cpu_usage.{total_usage usage_in_kernelmode usage_in_usermode}
docker.cpu_stats.system_cpu_usage
docker.cpu_stats.throttling_data.{periods throttled_periods throttled_time}
docker.memory_stats.stats.{active_anon active_file cache dirty hierarchical_memory_limit
  hierarchical_memsw_limit inactive_anon inactive_file mapped_file pgfault pgmajfault pgpgin
  pgpgout recent_rotated_anon recent_rotated_file recent_scanned_anon recent_scanned_file rss
  rss_huge swap total_active_anon total_active_file total_cache total_dirty total_inactive_anon
  total_inactive_file total_mapped_file total_pgfault total_pgmajfault total_pgpgin total_pgpgout
  total_rss total_rss_huge total_swap total_unevictable total_writeback unevictable writeback}
docker.memory_stats.{failcnt limit max_usage usage}
docker.{api_version arch commit go kernel name os paused pid restarting running version}
gfs2.control.tracepoints.{ail_flush all block_alloc bmap demote_rq glock_lock_time glock_put
  glock_queue glock_state_change log_blocks log_flush pin promote rs}
gfs2.control.{buffer_size_kb global_tracing glock_threshold latency worst_glock}
gfs2.glocks.flags.{blocking_request demote demote_pending demote_progress dirty frozen initial
  invalidate locked log_flush lru object_attached queued reply_pending}
gfs2.glocks.{deferred exclusive shared total unlocked}
gfs2.glstats.{flock inode iopen journal meta quota rgrp total trans}
gfs2.holders.flags.{any async exact first holder no_cache no_expire priority try try_1cb wait}
gfs2.holders.{defered exclusive shared total unlocked}
gfs2.latency.{demote grant queue}.{all concurrent_read concurrent_write exclusive null_lock
  protected_read protected_write}
gfs2.tracepoints.block_alloc.{dinode free total unlinked used}
gfs2.tracepoints.bmap.{create nocreate total}
gfs2.tracepoints.demote_rq.requested.{local remote}
gfs2.tracepoints.glock_lock_time.{flock inode iopen journal meta quota rgrp total trans}
gfs2.tracepoints.glock_queue.{dequeue queue}.{concurrent_read concurrent_write exclusive null_lock
  protected_read protected_write total}
gfs2.tracepoints.glock_state_change.glocks.{changed_target missed_target}
gfs2.tracepoints.pin.{longest_pinned pin_total total unpin_total}
gfs2.tracepoints.promote.{first other}.{concurrent_read concurrent_write exclusive null_lock
  protected_read protected_write}
gfs2.tracepoints.rs.{clm del ins tdel total}
gfs2.tracepoints.{ail_flush glock_queue log_block log_flush promote}.total
gfs2.tracepoints.{demote_rq glock_put glock_state_change}.{concurrent_read concurrent_write
  exclusive null_lock protected_read protected_write total}
gfs2.{sbstats worst_glock}
jbd2.njournals
jbd2.transaction.average.time.{being_locked committing flushing_ordered_mode_data logging
  request_delay running waiting}
jbd2.transaction.total.time.{being_locked flushing_ordered_mode_data logging request_delay running
  waiting}
jbd2.transaction.{average total}.{blocks blocks_logged handles}
jbd2.transaction.{count max_blocks requested}
kvm.{directed_yield_attempted directed_yield_successful efer_reload exits fpu_reload guest_mode
  halt_attempted_poll halt_exits halt_successful_poll halt_wakeup host_state_reload hypercalls
  insn_emulation insn_emulation_fail invlpg io_exits irq_exits irq_injections irq_window
  irq_window_exits l1d_flush largepages mmio_exits mmu_cache_miss mmu_flooded mmu_pde_zapped
  mmu_pte_updated mmu_pte_write mmu_recycled mmu_shadow_zapped mmu_unsync nested_run
  nmi_injections nmi_window nmi_window_exits pf_fixed pf_guest remote_tlb_flush req_event
  request_irq request_irq_exits signal_exits tlb_flush trace}
mysql.status.{aborted_clients aborted_connects binlog_cache_disk_use binlog_cache_use
  bytes_received bytes_sent com_admin_commands com_alter_db com_alter_table com_analyze
  com_backup_table com_begin com_call_procedure com_change_db com_change_master com_check
  com_checksum com_commit com_create_db com_create_function com_create_index com_create_table
  com_create_user com_dealloc_sql com_delete com_delete_multi com_do com_drop_db com_drop_function
  com_drop_index com_drop_table com_drop_user com_execute_sql com_flush com_grant com_ha_close
  com_ha_open com_ha_read com_help com_insert com_insert_select com_kill com_load
  com_load_master_data com_load_master_table com_lock_tables com_optimize com_preload_keys
  com_prepare_sql com_purge com_purge_before_date com_rename_table com_repair com_replace
  com_replace_select com_reset com_restore_table com_revoke com_revoke_all com_rollback
  com_savepoint com_select com_set_option com_show_binlog_events com_show_binlogs
  com_show_charsets com_show_collations com_show_column_types com_show_create_db
  com_show_create_table com_show_databases com_show_errors com_show_fields com_show_grants
  com_show_innodb_status com_show_keys com_show_logs com_show_master_status com_show_ndb_status
  com_show_new_master com_show_open_tables com_show_privileges com_show_processlist
  com_show_slave_hosts com_show_slave_status com_show_status com_show_storage_engines
  com_show_tables com_show_triggers com_show_variables com_show_warnings com_slave_start
  com_slave_stop com_stmt_close com_stmt_execute com_stmt_fetch com_stmt_prepare com_stmt_reset
  com_stmt_send_long_data com_truncate com_unlock_tables com_update com_update_multi com_xa_commit
  com_xa_end com_xa_prepare com_xa_recover com_xa_rollback com_xa_start compression
  compression_num connections created_tmp_disk_tables created_tmp_files created_tmp_tables
  delayed_errors delayed_insert_threads delayed_writes flush_commands handler_commit
  handler_delete handler_discover handler_prepare handler_read_first handler_read_key
  handler_read_next handler_read_prev handler_read_rnd handler_read_rnd_next handler_rollback
  handler_savepoint handler_savepoint_rollback handler_update handler_write
  innodb_buffer_pool_pages_data innodb_buffer_pool_pages_dirty innodb_buffer_pool_pages_flushed
  innodb_buffer_pool_pages_free innodb_buffer_pool_pages_latched innodb_buffer_pool_pages_misc
  innodb_buffer_pool_pages_total innodb_buffer_pool_read_ahead_rnd
  innodb_buffer_pool_read_ahead_seq innodb_buffer_pool_read_requests innodb_buffer_pool_reads
  innodb_buffer_pool_wait_free innodb_buffer_pool_write_requests innodb_data_fsyncs
  innodb_data_pending_fsyncs innodb_data_pending_reads innodb_data_pending_writes innodb_data_read
  innodb_data_reads innodb_data_writes innodb_data_written innodb_dblwr_pages_written
  innodb_dblwr_writes innodb_log_waits innodb_log_write_requests innodb_log_writes
  innodb_os_log_fsyncs innodb_os_log_pending_fsyncs innodb_os_log_pending_writes
  innodb_os_log_written innodb_page_size innodb_pages_created innodb_pages_read
  innodb_pages_written innodb_row_lock_current_waits innodb_row_lock_time innodb_row_lock_time_avg
  innodb_row_lock_time_max innodb_row_lock_waits innodb_rows_deleted innodb_rows_inserted
  innodb_rows_read innodb_rows_updated key_blocks_not_flushed key_blocks_unused key_blocks_used
  key_read_requests key_reads key_write_requests key_writes last_query_cost max_used_connections
  ndb_cluster_node_id ndb_config_from_host ndb_config_from_port ndb_number_of_data_nodes
  not_flushed_delayed_rows open_files open_streams open_tables opened_tables prepared_stmt_count
  qcache_free_blocks qcache_free_memory qcache_hits qcache_inserts qcache_lowmem_prunes
  qcache_not_cached qcache_queries_in_cache qcache_total_blocks questions rpl_status
  select_full_join select_full_range_join select_range select_range_check select_scan
  slave_open_temp_tables slave_retried_transactions slave_running slave_running_num
  slow_launch_threads slow_queries sort_merge_passes sort_range sort_rows sort_scan
  ssl_accept_renegotiates ssl_accepts ssl_callback_cache_hits ssl_cipher ssl_cipher_list
  ssl_client_connects ssl_connect_renegotiates ssl_ctx_verify_depth ssl_ctx_verify_mode
  ssl_default_timeout ssl_finished_accepts ssl_finished_connects ssl_session_cache_hits
  ssl_session_cache_misses ssl_session_cache_mode ssl_session_cache_overflows
  ssl_session_cache_size ssl_session_cache_timeouts ssl_sessions_reused
  ssl_used_session_cache_entries ssl_verify_depth ssl_verify_mode ssl_version
  table_locks_immediate table_locks_waited tc_log_max_pages_used tc_log_page_size
  tc_log_page_waits threads_cached threads_connected threads_created threads_running uptime
  uptime_since_flush_status}
nvidia.proc.{all compute graphics}.{gpuactive gpulist memaccum memactive memused ngpus running
  samples time}
nvidia.proc.{gpuactive memaccum memactive memused running samples time}
nvidia.{busid cardname carduuid energy fanspeed gpuactive gpuid gpuutilaccum memactive memfree
  memtotal memused memusedaccum memutilaccum nprocs numcards perfstate power samples temperature}
pmcd.agent.{fenced name status type}
pmcd.buf.{alloc free}
pmcd.client.{container start_date whoami}
pmcd.control.{debug dumpconn dumptrace register sighup timeout tracebufs traceconn tracenobuf
  tracepdu}
pmcd.cputime.{per_pdu_in total}
pmcd.feature.{authentication client_cert_required compress containers creds_required ipv6 local
  secure service_discovery unix_domain_sockets}
pmcd.pmie.eval.{actual expected false true unknown}
pmcd.pmie.{actions configfile logfile numrules pmcd_host}
pmcd.pmlogger.{archive host pmcd_host port}
pmcd.{build datasize hostname labels license numagents numclients openfds pid seqnum services
  sighups simabi timezone version zoneinfo}
pmcd.{pdu_in pdu_out}.{auth control_req creds datax desc desc_ids desc_req descs error fetch
  highres_fetch highres_result instance instance_req label label_req pmns_child pmns_ids
  pmns_names pmns_traverse profile result text text_req total}
pmproxy
pmproxy.control.{debug files reload}
pmproxy.redis.discover.logvol.decode.{mark_record result result_pmids}
pmproxy.redis.discover.logvol.{callbacks change_vol get_archive_end_failed loops new_contexts}
pmproxy.redis.discover.metadata.decode.{desc helptext indom label}
pmproxy.redis.discover.metadata.{callbacks loops}
pmproxy.redis.discover.{monitored purged}
podman.container.stats.{block_input block_output cpu cpu_nano mem_limit mem_perc mem_usage
  net_input net_output pids system_nano}
podman.container.{command image name pod running status}
podman.pod.{cgroup containers name status}
sendmail.start_date
sendmail.{permailer total}.{bytes_from bytes_to msgs_from msgs_to}
smart.attributes.{airflow_temp_celsius calibration_retry_count command_timeout
  current_helium_level current_pending_sector disk_shift end_to_end_error erase_fail_count_chip
  erase_fail_count_total free_fall_sensor g_sense_error_rate hardware_ecc_recovered
  head_flying_hours high_fly_writes load_cycle load_cycle_count load_friction load_in_time
  load_retry_count loaded_hours multi_zone_error_rate offline_uncorrectable power_cycle_count
  power_off_retract_count power_on_hours program_fail_count_total raw_read_error_rate
  read_error_retry_rate read_soft_error_rate reallocated_event_count reallocated_sector_count
  reported_uncorrect runtime_bad_block seek_error_count seek_time_performance soft_read_error_rate
  spin_retry_count spin_up_time start_stop_count temperature_celsius throughput_performance
  total_lbas_read total_lbas_written udma_crc_error_count unused_reserved_block_count_total
  used_reserved_block_count_total wear_leveling_count}.{id raw thresh value worst}
smart.health
smart.info.{capacity_bytes device_model firmware_version model_family rotation_rate sector_size
  serial_number}
smart.nvme_attributes.{available_spare available_spare_threshold composite_temperature
  controller_busy_time critical_composite_temperature_time critical_warning data_units_read
  data_units_written host_read_commands host_write_commands media_and_data_integrity_errors
  number_of_error_information_log_entries percentage_used power_cycles power_on_hours
  temperature_sensor_eight temperature_sensor_five temperature_sensor_four temperature_sensor_one
  temperature_sensor_seven temperature_sensor_six temperature_sensor_three temperature_sensor_two
  unsafe_shutdowns warning_composite_temperature_time}
systemd.journal.field.{blob cursor string}
systemd.journal.{bytes count records records_raw}
systemd.{maxmem numclients}
xfs.allocs.{alloc_block alloc_extent free_block free_extent}
xfs.attr.{get list remove set}
xfs.block_map.{add_exlist cmp_exlist del_exlist look_exlist read_ops unmap write_ops}
xfs.btree.{alloc_blocks alloc_contig block_map free_inode inode refcount reverse_map}.{alloc
  compare decrement delrec free increment insrec join killroot lookup lshift moves newroot rshift
  split}
xfs.buffer.{busy_locked create get get_locked get_locked_waited get_read miss_locked page_found
  page_retries}
xfs.control.reset
xfs.dir_ops.{create getdents lookup remove}
xfs.inode_ops.{ig_attempts ig_attrchg ig_dup ig_found ig_frecycle ig_missed ig_reclaims}
xfs.log.{blocks force force_sleep noiclogs write_ratio writes}
xfs.log_tail.push_ail.{flush flushing locked pinned pushbuf pushes restarts success}
xfs.log_tail.{sleep_logspace try_logspace}
xfs.perdev.allocs.{alloc_block alloc_extent free_block free_extent}
xfs.perdev.attr.{get list remove set}
xfs.perdev.block_map.{add_exlist cmp_exlist del_exlist look_exlist read_ops unmap write_ops}
xfs.perdev.btree.{alloc_blocks alloc_contig block_map free_inode inode refcount
  reverse_map}.{alloc compare decrement delrec free increment insrec join killroot lookup lshift
  moves newroot rshift split}
xfs.perdev.buffer.{busy_locked create get get_locked get_locked_waited get_read miss_locked
  page_found page_retries}
xfs.perdev.dir_ops.{create getdents lookup remove}
xfs.perdev.inode_ops.{ig_attempts ig_attrchg ig_dup ig_found ig_frecycle ig_missed ig_reclaims}
xfs.perdev.log.{blocks force force_sleep noiclogs write_ratio writes}
xfs.perdev.log_tail.push_ail.{flush flushing locked pinned pushbuf pushes restarts success}
xfs.perdev.log_tail.{sleep_logspace try_logspace}
xfs.perdev.quota.{cachehits cachemisses dquot_dups dquots dquots_unused inact_reclaims
  reclaim_misses reclaims shake_reclaims wants}
xfs.perdev.transactions.{async empty sync}
xfs.perdev.vnodes.{active alloc free get hold reclaim rele remove}
xfs.perdev.xstrat.{bytes quick split}
xfs.perdev.{alloc_btree bmap_btree}.{compare delrec insrec lookup}
xfs.perdev.{icluster_flushcnt icluster_flushinode iflush_count read read_bytes write write_bytes}
xfs.quota.{cachehits cachemisses dquot_dups dquots dquots_unused inact_reclaims reclaim_misses
  reclaims shake_reclaims wants}
xfs.transactions.{async empty sync}
xfs.vnodes.{active alloc free get hold reclaim rele remove}
xfs.xstrat.{bytes quick split}
xfs.{alloc_btree bmap_btree}.{compare delrec insrec lookup}
xfs.{icluster_flushcnt icluster_flushinode iflush_count read read_bytes write write_bytes}
zfs.abd.scatter.{chunk_waste cnt data_size order_0 order_1 order_10 order_2 order_3 order_4
  order_5 order_6 order_7 order_8 order_9 page_alloc_retry page_multi_chunk page_multi_zone
  sg_table_retry}
zfs.abd.{linear_cnt linear_data_size struct_size}
zfs.arc.demand.{data_hits data_misses hit_predictive_prefetch hit_prescient_prefetch metadata_hits
  metadata_misses}
zfs.arc.evict.{l2_cached l2_eligible l2_ineligible l2_skip not_enough skip}
zfs.arc.hash.{chain_max chains collisions elements elements_max}
zfs.arc.l2.log.{blk_asize blk_avg_asize blk_count blk_writes}
zfs.arc.l2.rebuild.{asize bufs bufs_precached cksum_lb_errors dh_errors io_errors log_blks lowmem
  size success unsupported}
zfs.arc.l2.{abort_lowmem asize cksum_bad data_to_meta_ratio evict_l1cached evict_lock_retry
  evict_reading feeds free_on_write hdr_size hits io_error misses read_bytes rw_clash size
  write_bytes writes_done writes_error writes_lock_retry writes_sent}
zfs.arc.memory.{all_bytes available_bytes direct_count free_bytes indirect_count throttle_count}
zfs.arc.prefetch.{data_hits data_misses metadata_hits metadata_misses}
zfs.arc.{abd_chunk_waste_size access_skip anon_evictable_data anon_evictable_metadata anon_size
  async_upgrade_sync bonus_size c c_max c_min cached_only_in_progress compressed_size data_size
  dbuf_size deleted dnode_limit dnode_size hdr_size hits loaned_bytes meta_limit meta_max meta_min
  meta_used metadata_size misses mutex_miss need_free no_grow overhead_size p prune raw_size size
  sys_free tempreserve uncompressed_size}
zfs.arc.{mfu mru}.{evictable_data evictable_metadata ghost_evictable_data ghost_evictable_metadata
  ghost_hits ghost_size hits size}
zfs.dbuf.cache.{count hiwater_bytes level_0 level_0_bytes level_1 level_10 level_10_bytes level_11
  level_11_bytes level_1_bytes level_2 level_2_bytes level_3 level_3_bytes level_4 level_4_bytes
  level_5 level_5_bytes level_6 level_6_bytes level_7 level_7_bytes level_8 level_8_bytes level_9
  level_9_bytes lowater_bytes size_bytes size_bytes_max target_bytes total_evicts}
zfs.dbuf.hash.{chain_max chains collisions elements elements_max hits insert_race misses}
zfs.dbuf.metadata_cache.{count overflow size_bytes size_bytes_max}
zfs.dmu_tx.{assigned delay dirty_delay dirty_frees_delay dirty_over_max dirty_throttle error group
  memory_reclaim memory_reserve quota suspended}
zfs.dnode.alloc.{next_block next_chunk race}
zfs.dnode.hold.{alloc_hits alloc_interior alloc_lock_misses alloc_lock_retry alloc_misses
  alloc_type_none dbuf_hold dbuf_read free_hits free_lock_misses free_lock_retry free_misses
  free_overflow free_refcount}
zfs.dnode.move.{active handle invalid recheck1 recheck2 rwlock special}
zfs.dnode.{allocate buf_evict free_interior_lock_retry reallocate}
zfs.fm.{erpt_dropped erpt_set_failed fmri_set_failed payload_set_failed}
zfs.pool.{nread nwritten rcnt reads rlentime rtime rupdate state wcnt wlentime writes wtime
  wupdate}
zfs.vdev.cache.{delegations hits misses}
zfs.vdev.mirror.{non_rotating_linear non_rotating_seek preferred_found preferred_not_found
  rotating_linear rotating_offset rotating_seek}
zfs.xuio.{onloan_read_buf onloan_write_buf read_buf_copied read_buf_nocopy write_buf_copied
  write_buf_nocopy}
zfs.zfetch.{hits max_streams misses}
zfs.zil.commit.{count writer_count}
zfs.zil.itx.metaslab.{normal_bytes normal_count slog_bytes slog_count}
zfs.zil.itx.{copied_bytes copied_count count indirect_bytes indirect_count needcopy_bytes
  needcopy_count}
)";

}  // namespace fdr
