// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of metrics of the network, and of files that come through it.  known_metrics.h has the
// form.

#include "fdr/replay/copy/scrub/known_metrics.h"

namespace fdr {

const std::string_view kNetworkNames = R"(
cifs.fs.{IOCTLs IOCTLs_fails cancels cancels_fails changenotifies changenotifies_fails connected
  creates creates_fails echos echos_fails flushes flushes_fails hard_links locks locks_fails
  logoffs logoffs_fails negotiates negotiates_fails oplock_breaks oplock_breaks_fails querydirs
  querydirs_fails queryinfos queryinfos_fails read read_bytes read_fails sessionsetups
  sessionsetups_fails setinfos setinfos_fails smbs sym_links treecons treecons_fails treediscons
  treediscons_fails write write_bytes write_fails}
cifs.ops.{close close_fails delete find_close find_first find_next mkdir open posix_mkdir
  posix_open rename rmdir t2_rename}
cifs.{buffer mid_operations pool_size session shares small_buffer small_pool_size total_operations
  total_reconnects version vfs_operations vfs_operations_max}
mounts.{avail availfiles blocksize capacity device free freefiles full maxfiles options readonly
  type up used usedfiles}
network.all.{in out total}.{bytes drops errors packets}
network.ib.in.errors.{drop filter local remote}
network.ib.out.errors.{drop filter}
network.ib.total.errors.{drop filter integrity link overrun recover symbol vl15}
network.ib.{control status}
network.ib.{in out total}.{bytes packets}
network.icmp.{inaddrmaskreps inaddrmasks incsumerrors indestunreachs inechoreps inechos inerrors
  inmsgs inparmprobs inredirects insrcquenchs intimeexcds intimestampreps intimestamps
  outaddrmaskreps outaddrmasks outdestunreachs outechoreps outechos outerrors outmsgs outparmprobs
  outredirects outsrcquenchs outtimeexcds outtimestampreps outtimestamps}
network.icmp6.{incsumerrors indestunreachs inechoreplies inechos inerrors ingroupmembqueries
  ingroupmembreductions ingroupmembresponses inmldv2reports inmsgs inneighboradvertisements
  inneighborsolicits inparmproblems inpkttoobigs inredirects inrouteradvertisements
  inroutersolicits intimeexcds outdestunreachs outechoreplies outechos outerrors
  outgroupmembqueries outgroupmembreductions outgroupmembresponses outmldv2reports outmsgs
  outneighboradvertisements outneighborsolicits outparmproblems outpkttoobigs outredirects
  outrouteradvertisements outroutersolicits outtimeexcds}
network.icmpmsg.{intype outtype}
network.interface.in.{bytes compressed drops errors fifo frame mcasts packets}
network.interface.out.{bytes carrier compressed drops errors fifo packets}
network.interface.total.{bytes drops errors mcasts packets}
network.interface.{baudrate collisions duplex hw_addr inet_addr ipv6_addr ipv6_scope mtu running
  speed type up virtual wireless}
network.ip.{cepkts csumerrors defaultttl ect0pkts ect1pkts forwarding forwdatagrams fragcreates
  fragfails fragoks inaddrerrors inbcastoctets inbcastpkts indelivers indiscards inhdrerrors
  inmcastoctets inmcastpkts innoroutes inoctets inreceives intruncatedpkts inunknownprotos
  noectpkts outbcastoctets outbcastpkts outdiscards outmcastoctets outmcastpkts outnoroutes
  outoctets outrequests reasmfails reasmoks reasmoverlaps reasmreqds reasmtimeout}
network.ip6.{fragcreates fragfails fragoks inaddrerrors inbcastoctets incepkts indelivers
  indiscards inect0pkts inect1pkts inhdrerrors inmcastoctets inmcastpkts innoectpkts innoroutes
  inoctets inreceives intoobigerrors intruncatedpkts inunknownprotos outbcastoctets outdiscards
  outforwdatagrams outmcastoctets outmcastpkts outnoroutes outoctets outrequests reasmfails
  reasmoks reasmreqds reasmtimeout}
network.mptcp.{addaddr addaddrdrop datacsumerr dssnomatchtcp dssnotmatching duplicatedata echoadd
  infinitemaprx infinitemaptx mismatchportackrx mismatchportsynrx mpcapableackrx
  mpcapablefallbackack mpcapablefallbacksynack mpcapablesynackrx mpcapablesynrx mpcapablesyntx
  mpfailrx mpfailtx mpfallbacktokeninit mpfastcloserx mpfastclosetx mpjoinackhmacfailure
  mpjoinackrx mpjoinnotokenfound mpjoinportackrx mpjoinportsynackrx mpjoinportsynrx
  mpjoinsynackhmacfailure mpjoinsynackrx mpjoinsynrx mppriorx mppriotx mprstrx mprsttx
  mptcpretrans nodssinwindow ofomerge ofoqueue ofoqueuetail portadd rcvpruned rcvwndconflict
  rcvwndconflictupdate rcvwndshared rmaddr rmaddrdrop rmsubflow sndwndshared subflowrecover
  subflowstale}
network.persocket.round_trip.{rtt rttvar str}
network.persocket.skmem.{back_log fwd_alloc rcv_buf rmem_alloc ropt_mem snd_buf sock_drop str
  wmem_alloc wmem_queued}
network.persocket.timer.{expire_str name retrans str}
network.persocket.wscale.{rcv snd str}
network.persocket.{advmss app_limited ato busy bytes_acked bytes_received bytes_retrans bytes_sent
  cgroup cubic cwnd data_segs_in data_segs_out delivered delivery_rate dsack_dups dst filter inode
  lastack lastrcv lastsnd minrtt mss netid notsent pacing_rate pmtu rcv_rtt rcv_space rcv_ssthresh
  rcvmss recvq reord_seen sack segs_in segs_out send sendq sk src ssthresh state ts uid v6only}
network.sockstat.raw.{highest inuse util}
network.sockstat.tcp.{alloc highest inuse mem orphan tw util}
network.sockstat.total
network.sockstat.udp.{highest inuse mem util}
network.sockstat.{frag frag6}.{inuse memory}
network.sockstat.{raw6 tcp6 udp6 udplite udplite6}.inuse
network.softnet.percpu.{cpu_collision dropped flow_limit_count processed received_rps
  time_squeeze}
network.softnet.{cpu_collision dropped flow_limit_count processed received_rps time_squeeze}
network.tcp.{abortfailed abortonclose abortondata abortonlinger abortonmemory abortontimeout
  activeopens arpfilter attemptfails autocorking backlogdrop busypollrxpackets challengeack
  currestab deferacceptdrop delayedacklocked delayedacklost delayedacks directcopyfrombacklog
  directcopyfromprequeue dsackignorednoundo dsackignoredold dsackoforecv dsackofosent dsackoldsent
  dsackrecv dsackundo embryonicrsts estabresets fackreorder fastopenactive fastopenactivefail
  fastopencookiereqd fastopenlistenoverflow fastopenpassive fastopenpassivefail fastretrans
  forwardretrans fromzerowindowadv fullundo hpacks hphits hphitstouser incsumerrors inerrs insegs
  iprpfilter listendrops listenoverflows lockdroppedicmps lossfailures lossproberecovery
  lossprobes lossundo lostretransmit maxconn md5notfound md5unexpected memorypressures minttldrop
  ofodrop ofomerge ofopruned ofoqueue origdatasent outofwindowicmps outrsts outsegs partialundo
  passiveopens pawsactiverejected pawsestabrejected pawspassiverejected pfmemallocdrop prequeued
  prequeueddropped prunecalled pureacks rcvcoalesce rcvcollapsed rcvpruned renofailures
  renorecovery renorecoveryfail renoreorder reqqfulldocookies reqqfulldrop retransfail retranssegs
  rtoalgorithm rtomax rtomin sackdiscard sackfailures sackmerged sackrecovery sackrecoveryfail
  sackreneging sackreorder sackshifted sackshiftfallback schedulerfail slowstartretrans
  spuriousrtos spuriousrtxhostqueues synchallenge syncookiesfailed syncookiesrecv syncookiessent
  synretrans tcpackcompressed tcpackskippedchallenge tcpackskippedfinwait2 tcpackskippedpaws
  tcpackskippedseq tcpackskippedsynrecv tcpackskippedtimewait tcpbacklogcoalesce tcpdelivered
  tcpdeliveredce tcpdsackignoreddubious tcpdsackrecvsegs tcpduplicatedatarehash
  tcpfastopenactivefail tcpfastopenblackhole tcpfastopenpassivealtkey tcphystartdelaycwnd
  tcphystartdelaydetect tcphystarttraincwnd tcphystarttraindetect tcpkeepalive tcploss
  tcpmd5failure tcpmemorypressureschrono tcpmigratereqfailure tcpmigratereqsuccess tcpmtupfail
  tcpmtupsuccess tcprcvqdrop tcptimeoutrehash tcpwinprobe tcpwqueuetoobig tcpzerowindowdrop
  timeouts timewaited timewaitkilled timewaitoverflow timewaitrecycled tozerowindowadv tsreorder
  wantzerowindowadv}
network.udp6.{ignoredmulti incsumerrors indatagrams inerrors noports outdatagrams rcvbuferrors
  sndbuferrors}
network.udplite6.{incsumerrors indatagrams inerrors noports outdatagrams rcvbuferrors
  sndbuferrors}
network.unix.datagram.count
network.unix.stream.{count established listen}
network.{rawconn rawconn6}.count
network.{tcpconn tcpconn6}.{close close_wait closing established fin_wait1 fin_wait2 last_ack
  listen syn_recv syn_sent time_wait}
network.{udp udplite}.{ignoredmulti incsumerrors indatagrams inerrors memerrors noports
  outdatagrams recvbuferrors sndbuferrors}
network.{udpconn udpconn6}.{established listen}
nfs.server.threads.{enqueued pools processed requests timedout total}
nfs.{client server}.{calls reqs}
nfs3.{client server}.{calls reqs}
nfs4.{client server}.{calls reqs}
nfsclient.bytes.{read write}.{direct normal server}
nfsclient.events.{attrinvalidate congestionwait datainvalidate delay dentryrevalidate extendwrite
  inoderevalidate pnfsread pnfswrite setattrtrunc shortread shortwrite sillyrename vfsaccess
  vfsflush vfsfsync vfsgetdents vfslock vfslookup vfsopen vfsreadpage vfsreadpages vfsrelease
  vfssetattr vfsupdatepage vfswritepage vfswritepages}
nfsclient.ops.{access allocate bind_conn_to_session clone close commit copy create create_session
  deallocate delegreturn destroy_clientid destroy_session exchange_id free_stateid fs_locations
  fsid_present fsinfo fsstat get_lease_time getacl getattr getdeviceinfo getdevicelist
  layoutcommit layoutget layoutreturn layoutstats link lock lockt locku lookup lookup_root mkdir
  mknod null open open_confirm open_downgrade open_noattr pathconf read readdir readdirplus
  readlink reclaim_complete release_lockowner remove rename renew rmdir secinfo secinfo_no_name
  seek sequence server_caps setacl setattr setclientid setclientid_confirm statfs symlink
  test_stateid write}.{bytes_recv bytes_sent errors execute ntrans ops queue rtt timeouts}
nfsclient.options.{ac acdirmax acdirmin acl acregmax acregmin atime bsize clientaddr cto diratime
  fsc local_lock lock lookupcache migration mountaddr mountport mountproto mountvers namlen port
  posix proto rdirplus readmode recovery resvport retrans rsize sec sharecache string sync timeo
  vers wsize}
nfsclient.pages.{read write}
nfsclient.xprt.{backlog_u bad_reply bad_xids bind_count connect_count connect_time failed_marshal
  fixup hardway idle_time pullup read_chunks recvs reply_chunks req_u sends srcport total_rdma_rep
  total_rdma_req write_chunks}
nfsclient.{age capabilities export mountpoint nfsv4 security}
rpc.client.{netcnt nettcpcnt nettcpconn netudpcnt rpcauthrefresh rpccnt rpcretrans}
rpc.server.{fh_anon fh_cached fh_concurrent fh_fixup fh_lookup fh_nocache_dir fh_nocache_nondir
  fh_stale fh_valid io_read io_write netcnt nettcpcnt nettcpconn netudpcnt ra_hits ra_misses
  ra_size rchits rcmisses rcnocache rpcbadauth rpcbadclnt rpcbadfmt rpccnt rpcerr th_cnt
  th_fullcnt}
)";

}  // namespace fdr
