// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/known_words.h"

#include <array>
#include <string>
#include <unordered_set>

namespace fdr {
namespace {

constexpr std::array<std::string_view, 7> kLists = {
    // kSystem
    R"(
Linux GNU/Linux linux x86_64 aarch64 arm64 amd64 i386 i486 i586 i686 ppc64 ppc64le s390x riscv64
armv7l ia64 GenuineIntel AuthenticAMD AMD Intel Intel(R) Xeon(R) Core(TM) Pentium(R) Atom(TM) EPYC
Ryzen Core Common Opteron(tm) CPU Processor @ Dual-Core Quad-Core Gold Silver Bronze Platinum
virtual QEMU KVM Virtual GHz MHz stepping SMP PREEMPT PREEMPT_DYNAMIC PREEMPT_RT RT Debian Ubuntu
CentOS Fedora Red Hat Enterprise SUSE openSUSE Rocky AlmaLinux Alma Oracle Amazon Server release
Stream stable generic server desktop cloud default lowlatency aws azure gcp el5 el6 el7 el8 el9
el10 lp fc rpi smp debug rt pve uek Mon Tue Wed Thu Fri Sat Sun Jan Feb Mar Apr May Jun Jul Aug
Sep Oct Nov Dec UTC R S D T t Z X I W K P U running sleeping stopped zombie idle dead blocked
waiting active inactive up down unknown enabled disabled on off yes no true false online offline
ready ok OK none noop deadline cfq mq-deadline kyber bfq [none] [noop] [deadline] [cfq]
[mq-deadline] [kyber] [bfq] SCHED_NORMAL SCHED_OTHER SCHED_FIFO SCHED_RR SCHED_BATCH SCHED_IDLE
SCHED_DEADLINE NORMAL FIFO RR BATCH IDLE ISO DEADLINE Link Host Site Global Compat link host site
global ext2 ext3 ext4 xfs btrfs zfs tmpfs devtmpfs proc sysfs rootfs overlay overlayfs aufs
squashfs nfs nfs3 nfs4 cifs smb3 vfat iso9660 udf fuse cgroup cgroup2 devpts mqueue hugetlbfs
ramfs securityfs pstore efivarfs debugfs tracefs configfs swap udev shm sunrpc rpc_pipefs autofs
none binfmt_misc tcp udp tcp6 udp6 rdma sys krb5 krb5i krb5p all local_lock mode wb wt writeback
writethrough passthrough smq mq cleaner cpu cpuset cpuacct blkio memory devices freezer net_cls
net_prio perf_event hugetlb pids rdma misc io named systemd unified EMPTY ESTAB LISTEN UNCONN
CLOSE-WAIT TIME-WAIT FIN-WAIT-1 FIN-WAIT-2 SYN-SENT SYN-RECV LAST-ACK CLOSING keepalive timewait
persist HI TIMER NET_TX NET_RX BLOCK BLOCK_IOPOLL IRQ_POLL TASKLET SCHED HRTIMER RCU DMA DMA32
Normal HighMem Movable Device disk disks partition partitions interface interfaces process
processes block filesystem container containers cgroups user users group groups numa node zone
processor processors per device dm md numa_node slab buddy irq gpu min max mean rate count first last 32 64 pmcd primary localhost
localhost.localdomain null getattr setattr lookup access readlink read write create mkdir symlink
mknod remove rmdir rename link readdir readdirplus readdir+ fsstat fsinfo pathconf commit statfs
wrcache open close lock lockt locku getacl setacl getfh putfh compound renew)",
    // kUsers
    R"(
root daemon bin sys sync games man lp mail news uucp proxy www-data backup list irc gnats nobody
nogroup _apt systemd-network systemd-resolve systemd-timesync systemd-coredump systemd-oom
messagebus sshd ntp chrony _chrony pcp pcpqa postfix postgres mysql redis nginx apache httpd named
bind rpc rpcuser statd _rpc avahi polkitd dbus nfsnobody tss abrt adm wheel tty kmem audio video
cdrom floppy tape sudo shadow utmp staff input kvm render sgx sasl plugdev crontab syslog rtkit
colord gdm lightdm libvirt qemu dnsmasq unbound memcached rabbitmq haproxy zabbix nagios)",
    // kPrograms
    R"(
init systemd systemd-journald systemd-journal systemd-udevd systemd-logind systemd-networkd
systemd-network systemd-resolved systemd-resolve systemd-timesyncd systemd-timesyn
systemd-machined systemd-machine systemd-oomd sd-pam agetty mingetty login sshd ssh scp sftp
sftp-server rsync bash sh dash zsh fish ksh csh tcsh su sudo cron crond anacron atd rsyslogd
syslogd auditd audispd dbus-daemon dbus-broker dbus-broker-lau polkitd NetworkManager dhclient
dhcpcd chronyd ntpd irqbalance tuned acpid smartd mcelog lvmetad dmeventd multipathd iscsid
rpcbind rpc.statd rpc.mountd rpc.idmapd rpc.gssd nfsd lockd gssproxy sssd winbindd smbd nmbd named
dnsmasq unbound httpd apache2 nginx haproxy squid varnishd mysqld mariadbd postgres postmaster
redis-server memcached mongod beam.smp epmd java python python2 python3 perl ruby node php php-fpm
lua master pickup qmgr tlsmgr sendmail exim4 dovecot dockerd docker containerd containerd-shim
containerd-shim-runc-v2 docker-proxy runc podman conmon crio kubelet kube-proxy kube-apiserver
kube-controller-manager kube-scheduler etcd coredns flanneld calico-node qemu-kvm
qemu-system-x86_64 libvirtd virtlogd pmcd pmlogger pmie pmproxy pmdaroot pmdaproc pmdaxfs
pmdalinux pmdakvm pmdammv pmdasimple pmdasample pmdajbd2 pmdadm pmdazfs pmdanfsclient
pmdaopenmetrics pmdaapache pmdasmart pmdanvidia pmval pminfo pmrep pmstat pmchart pmdumptext pmlc
pmlogcheck pmdumplog pmlogextract pmlogsummary pmlogger_check pmie_check pmwebd fdr pcp top htop
atop vmstat iostat mpstat sar sadc ps free cat ls cp mv rm mkdir find grep egrep fgrep sed awk
gawk mawk sort uniq head tail less more vi vim emacs nano tar gzip bzip2 xz zstd dd make gcc g++
cc1 cc1plus as ld cmake ninja git wget curl ping sleep watch screen tmux man dpkg apt apt-get rpm
yum dnf zypper packagekitd snapd udisksd upowerd accounts-daemon gdm Xorg X Xwayland gnome-shell
gnome-session plasmashell kwin firefox chrome chromium pulseaudio pipewire wireplumber
avahi-daemon cupsd bluetoothd wpa_supplicant ModemManager rngd haveged fail2ban-server firewalld
abrtd kdumpctl oomd udevd kthreadd ksoftirqd kworker migration rcu_sched rcu_bh rcu_preempt rcu_gp
rcu_par_gp rcu_tasks_kthre rcuos rcuob watchdog watchdogd cpuhp kdevtmpfs netns kauditd khungtaskd
oom_reaper writeback kcompactd ksmd khugepaged kintegrityd kblockd kswapd kthrotld scsi_eh
scsi_tmf ata_sff md edac-poller devfreq_wq kpsmoused jbd2 ext4-rsv-conver xfsaild xfs-buf xfs-cil
xfs-data xfs-conv xfs-reclaim xfs-log xfsalloc xfs_mru_cache kdmflush bioset dm_bufio_cache flush
kjournald aio fsnotify_mark crypto ipv6_addrconf kstrp deferwq charger_manager perf idle_inject
irq ecryptfs-kthrea bdi-default pm kmpath_rdacd kaluad nvme-wq nvme-reset-wq nvme-delete-wq rpciod
xprtiod nfsiod btrfs-worker z_wr_iss arc_prune arc_evict spl_kmem_cache txg_sync)",
    // kUnits
    R"(
/ . init.scope system.slice user.slice machine.slice system user machine kubepods kubepods.slice
burstable besteffort kubepods-burstable.slice kubepods-besteffort.slice docker lxc libpod_parent
containers podman.slice -.slice -.mount acpid.service atd.service auditd.service
avahi-daemon.service apache2.service httpd.service nginx.service chrony.service chronyd.service
containerd.service cron.service crond.service cups.service dbus.service dbus-broker.service
dbus.socket docker.service docker.socket exim4.service firewalld.service getty.slice
system-getty.slice getty@tty1.service serial-getty@ttyS0.service system-serial\x2dgetty.slice
gssproxy.service haveged.service ifup@eth0.service irqbalance.service kdump.service
kubelet.service libvirtd.service lvm2-lvmetad.service lvm2-monitor.service mariadb.service
mysql.service mysqld.service named.service network.service networking.service
NetworkManager.service nfs-server.service ntp.service ntpd.service polkit.service postfix.service
postgresql.service rabbitmq-server.service redis.service redis-server.service rngd.service
rpcbind.service rpc-statd.service rsyslog.service smartd.service smartmontools.service
snapd.service ssh.service sshd.service sssd.service sudo.service systemd-hostnamed.service
systemd-journald.service systemd-journald.socket systemd-logind.service systemd-machined.service
systemd-networkd.service systemd-oomd.service systemd-resolved.service systemd-timesyncd.service
systemd-udevd.service systemd-udevd-control.socket tuned.service udisks2.service
unattended-upgrades.service upower.service wpa_supplicant.service pmcd.service pmie.service
pmlogger.service pmproxy.service pmie_farm.service pmlogger_farm.service pmlogger_check.service
pmie_check.service dev-hugepages.mount dev-mqueue.mount sys-kernel-config.mount
sys-kernel-debug.mount sys-kernel-tracing.mount sys-fs-fuse-connections.mount
proc-sys-fs-binfmt_misc.mount tmp.mount boot.mount boot-efi.mount home.mount var.mount app.slice
session.slice background.slice)",
    // kPaths
    R"(
/ /bin /boot /boot/efi /dev /dev/mapper /dev/shm /dev/root /dev/pts /dev/hugepages /dev/mqueue
/dev/null /etc /etc/pcp /etc/hosts /home /lib /lib64 /media /mnt /opt /proc /proc/sys /proc/sys/fs
/proc/sys/fs/binfmt_misc /root /run /run/lock /run/user /run/pcp /sbin /srv /sys /sys/fs
/sys/fs/cgroup /sys/fs/cgroup/unified /sys/fs/cgroup/systemd /sys/fs/cgroup/cpu
/sys/fs/cgroup/cpu,cpuacct /sys/fs/cgroup/cpuacct /sys/fs/cgroup/cpuset /sys/fs/cgroup/memory
/sys/fs/cgroup/blkio /sys/fs/cgroup/devices /sys/fs/cgroup/freezer /sys/fs/cgroup/net_cls
/sys/fs/cgroup/net_cls,net_prio /sys/fs/cgroup/net_prio /sys/fs/cgroup/perf_event
/sys/fs/cgroup/hugetlb /sys/fs/cgroup/pids /sys/fs/cgroup/rdma /sys/fs/cgroup/misc /sys/fs/fuse
/sys/fs/fuse/connections /sys/fs/pstore /sys/fs/bpf /sys/kernel /sys/kernel/debug
/sys/kernel/tracing /sys/kernel/security /sys/kernel/config /tmp /usr /usr/bin /usr/lib /usr/lib64
/usr/libexec /usr/libexec/pcp /usr/libexec/pcp/bin /usr/lib/pcp /usr/lib/pcp/bin /usr/local
/usr/local/bin /usr/local/lib /usr/local/sbin /usr/sbin /usr/share /usr/share/pcp /usr/lib/systemd
/var /var/cache /var/lib /var/lib/docker /var/lib/containers /var/lib/kubelet /var/lib/mysql
/var/lib/nfs /var/lib/nfs/rpc_pipefs /var/lib/pcp /var/lib/pcp/pmdas /var/lib/pgsql
/var/lib/postgresql /var/log /var/log/pcp /var/log/pcp/pmlogger /var/log/pcp/pmie
/var/log/pcp/pmcd /var/mail /var/run /var/spool /var/tmp)",
    // kLabels
    R"(
hostname domainname machineid device_name numa_node interface role pid unitsystem order bin
transient version revision source uuid latitude longitude userid groupid containername container agent device_type indom_name
instname instid statistic of interval thinned hardware kernel zone cluster node cpu processor disk
cgroup process units semantics series job instance quantile le)",
    // kCollectors
    R"(
root pmcd proc pmproxy xfs linux mmv jbd2 kvm dm zfs nfsclient openmetrics nvidia smart apache
mysql postgresql redis docker podman bpf bpftrace bcc denki sample sampledso simple trivial
perfevent activemq bash bonding cifs elasticsearch gfs2 gluster haproxy hacluster json lmsensors
logger lustre mailq memcache mounts mssql named netcheck netfilter nginx openvswitch oracle
overhead pdns pipe rabbitmq roomtemp rsyslog samba sendmail shping slurm sockets statsd summary
systemd trace txmon unbound weblog zimbra zswap resctrl amdgpu farm hdb rds uwsgi libvirt pmlogger
pmie)"};

std::unordered_set<std::string_view> WordsOf(std::string_view list) {
  std::unordered_set<std::string_view> words;
  while (true) {
    const std::size_t begin = list.find_first_not_of(" \n");
    if (begin == list.npos) return words;
    list.remove_prefix(begin);
    const std::string_view word = list.substr(0, list.find_first_of(" \n"));
    words.insert(word);
    list.remove_prefix(word.size());
  }
}

}  // namespace

bool IsKnownWord(WordList list, std::string_view text) {
  static const auto kWords = [] {
    std::array<std::unordered_set<std::string_view>, kLists.size()> words;
    for (std::size_t i = 0; i < kLists.size(); ++i) words[i] = WordsOf(kLists[i]);
    return words;
  }();
  return kWords[static_cast<std::size_t>(list)].contains(text);
}

}  // namespace fdr
