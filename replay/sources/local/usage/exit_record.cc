// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/usage/exit_record.h"

#include <linux/acct.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <linux/taskstats.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace fdr::local {
namespace {

// The first version that has the process of a thread.
constexpr std::size_t kNeeded = offsetof(taskstats, ac_exe_inode) + sizeof(taskstats::ac_exe_inode);

// All parts begin at a multiple of 4.
constexpr std::size_t Aligned(std::size_t size) { return (size + 3) / 4 * 4; }

// Numbers have the order of bytes of the machine.
template <class Struct>
bool Take(Bytes& bytes, Struct& out) {
  if (bytes.size() < sizeof out) return false;
  std::memcpy(&out, bytes.data(), sizeof out);
  bytes = bytes.subspan(std::min(bytes.size(), Aligned(sizeof out)));
  return true;
}

// The content of the next attribute.
bool TakeAttribute(Bytes& bytes, std::uint16_t& type, Bytes& content) {
  nlattr head;
  const Bytes all = bytes;
  if (!Take(bytes, head) || head.nla_len < NLA_HDRLEN || head.nla_len > all.size()) return false;
  type = head.nla_type & NLA_TYPE_MASK;
  content = all.first(head.nla_len).subspan(NLA_HDRLEN);
  bytes = all.subspan(std::min(all.size(), Aligned(head.nla_len)));
  return true;
}

// The kernel brings the time up to date when a thread leaves the processor, and at each tick.  Of
// the time since, as much is taken as the thread can have had.
std::uint64_t CpuOf(const taskstats& stats, std::uint64_t tick) {
  constexpr std::uint64_t kAfterWaiting = 1'000'000;
  const std::uint64_t told = stats.cpu_run_virtual_total;
  const std::uint64_t lived = stats.ac_etime * 1000;
  const std::uint64_t known = told + stats.cpu_delay_total;
  const std::uint64_t rest = lived > known ? lived - known : 0;
  return told + std::min(rest, stats.nvcsw == 0 ? tick : std::min(tick, kAfterWaiting));
}

ExitRecord RecordOf(const taskstats& stats, std::uint64_t tick) {
  ExitRecord record;
  record.process = static_cast<std::int32_t>(stats.ac_tgid);
  record.parent = static_cast<std::int32_t>(stats.ac_ppid);
  record.user = stats.ac_uid;
  record.ends_process = (stats.ac_flag & AGROUP) != 0;
  record.is_kernel_thread = stats.ac_exe_inode == 0 && stats.ac_exe_dev == 0;
  record.program.assign(stats.ac_comm, strnlen(stats.ac_comm, 15));
  record.cpu = CpuOf(stats, tick);
  record.lived = stats.ac_tgetime;
  record.read = stats.read_bytes;
  record.written = stats.write_bytes;
  return record;
}

bool ReadThread(Bytes bytes, std::uint64_t tick, std::vector<ExitRecord>& records) {
  std::uint16_t type = 0;
  Bytes content;
  while (!bytes.empty()) {
    if (!TakeAttribute(bytes, type, content)) return false;
    if (type != TASKSTATS_TYPE_STATS) continue;
    if (content.size() < kNeeded) return false;
    taskstats stats = {};
    std::memcpy(&stats, content.data(), std::min(content.size(), sizeof stats));
    records.push_back(RecordOf(stats, tick));
  }
  return true;
}

bool ReadAttributes(Bytes bytes, std::uint64_t tick, std::vector<ExitRecord>& records) {
  std::uint16_t type = 0;
  Bytes content;
  while (!bytes.empty()) {
    if (!TakeAttribute(bytes, type, content)) return false;
    if (type == TASKSTATS_TYPE_AGGR_PID && !ReadThread(content, tick, records)) return false;
  }
  return true;
}

bool ReadMessages(Bytes bytes, const ExitKind& kind, std::vector<ExitRecord>& records) {
  while (!bytes.empty()) {
    nlmsghdr head;
    genlmsghdr command;
    Bytes rest = bytes;
    if (!Take(rest, head) || head.nlmsg_len < NLMSG_HDRLEN || head.nlmsg_len > bytes.size())
      return false;
    Bytes content = bytes.first(head.nlmsg_len).subspan(NLMSG_HDRLEN);
    bytes = bytes.subspan(std::min(bytes.size(), Aligned(head.nlmsg_len)));
    if (head.nlmsg_type != kind.family) continue;  // such as an answer of netlink itself
    if (!Take(content, command)) return false;
    if (command.cmd == TASKSTATS_CMD_NEW && !ReadAttributes(content, kind.tick, records))
      return false;
  }
  return true;
}

}  // namespace

bool ReadExitMessage(Bytes message, const ExitKind& kind, std::vector<ExitRecord>& records) {
  const std::size_t before = records.size();
  if (ReadMessages(message, kind, records)) return true;
  records.resize(before);
  return false;
}

}  // namespace fdr::local
