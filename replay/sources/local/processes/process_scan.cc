// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/processes/process_scan.h"

#include <signal.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/processes/process_stat_fields.h"

namespace fdr::local {
namespace {

constexpr const char* kScannedNames[kScannedFiles] = {"stat", "io", "schedstat", "cgroup"};

const char* NameOf(ScannedFile file) { return kScannedNames[static_cast<std::size_t>(file)]; }

// schedstat is that of the first thread.  Of a thread that runs, it may lag by a tick of the clock.
bool MaySleep(const ScannedProcess& process) {
  return process.threads == 1 && process.state != 'R';
}

// A kernel that does not count writes zeros.
bool Counts(std::string_view schedstat) { return !schedstat.starts_with("0 "); }

bool ReadStat(std::string_view text, ScannedProcess& process) {
  const auto fields = StatFields::Parse(text);
  if (!fields) return false;
  const auto& numbers = fields->numbers;
  process.start = numbers[StatFieldIndex("starttime")];
  process.cpu = numbers[StatFieldIndex("utime")] + numbers[StatFieldIndex("stime")];
  process.memory = numbers[StatFieldIndex("rss")];
  process.has_memory = numbers[StatFieldIndex("vsize")] != 0;
  process.threads = numbers[StatFieldIndex("num_threads")];
  process.state = fields->state.front();
  process.parent = static_cast<InstanceId>(numbers[StatFieldIndex("ppid")]);
  process.of_children = numbers[StatFieldIndex("cutime")] + numbers[StatFieldIndex("cstime")];
  process.ignores_children = (numbers[StatFieldIndex("sigignore")] >> (SIGCHLD - 1) & 1) != 0;
  process.program = std::hash<std::string_view>{}(fields->program);
  return true;
}

std::uint64_t RunTime(std::string_view schedstat) {
  std::uint64_t nanos = 0;
  FieldScanner(schedstat).Number(nanos);
  return nanos;
}

void ReadIo(std::string_view text, ScannedProcess& process) {
  process.has_io = true;
  for (FieldScanner in(text); !in.AtEnd();) {
    FieldScanner line(in.Line());
    std::string_view name;
    std::uint64_t number = 0;
    const bool is_read = line.UpTo(':', name) && name == "read_bytes";
    if ((!is_read && name != "write_bytes") || !line.Number(number)) continue;
    process.io += number;
    if (is_read) process.read = number;
  }
}

}  // namespace

std::optional<ScannedFile> ScannedFileNamed(std::string_view name) {
  const auto at = std::find(std::begin(kScannedNames), std::end(kScannedNames), name);
  if (at == std::end(kScannedNames)) return std::nullopt;
  return static_cast<ScannedFile>(at - std::begin(kScannedNames));
}

void ProcessScan::Keep(ScannedProcess& process, ScannedFile file,
                       std::optional<std::string_view> content) {
  if (!content) return;
  process.files[static_cast<std::size_t>(file)] = {text_.size(), content->size(), true};
  text_ += *content;
}

bool ProcessScan::ReadFiles(ScannedProcess& process, ProcessList& list, ReadBuffer& buffer) {
  const auto read = [&](ScannedFile file) {
    return list.Read(process.pid, NameOf(file), buffer, Pieces::kOne);
  };
  const auto stat = read(ScannedFile::kStat);
  if (!stat || !ReadStat(*stat, process)) return false;
  Keep(process, ScannedFile::kStat, stat);
  process.user = list.OwnerOf(process.pid);
  const auto io = read(ScannedFile::kIo);
  if (io) ReadIo(*io, process);
  Keep(process, ScannedFile::kIo, io);
  Keep(process, ScannedFile::kCgroup, read(ScannedFile::kCgroup));
  return true;
}

ScannedProcess ProcessScan::Carry(const ScannedProcess& sleeper, const ProcessScan& before) {
  ScannedProcess process = sleeper;
  process.has_slept = true;
  for (std::size_t i = 0; i < kScannedFiles; ++i)
    Keep(process, static_cast<ScannedFile>(i), before.TextOf(sleeper, static_cast<ScannedFile>(i)));
  return process;
}

void ProcessScan::Read(ProcessList& list, std::uint64_t reading, ReadBuffer& buffer,
                       const ProcessScan& before) {
  processes_.clear();
  text_.clear();
  last_start_ = 0;
  for (const InstanceId pid : list.At(reading)) {
    const auto schedstat = list.Read(pid, NameOf(ScannedFile::kSchedstat), buffer, Pieces::kOne);
    ScannedProcess process{.pid = pid, .files = {}};
    const ScannedProcess* const known = before.Find(pid);
    if (known != nullptr && schedstat && MaySleep(*known) && Counts(*schedstat) &&
        schedstat == before.TextOf(*known, ScannedFile::kSchedstat)) {
      process = Carry(*known, before);
    } else {
      Keep(process, ScannedFile::kSchedstat, schedstat);
      process.ran = RunTime(schedstat.value_or(""));
      if (!ReadFiles(process, list, buffer)) continue;
    }
    last_start_ = std::max(last_start_, process.start);
    processes_.push_back(process);
  }
}

void ProcessScan::RereadSleepers(ProcessList& list, ReadBuffer& buffer,
                                 std::span<const InstanceId> pids) {
  auto process = processes_.begin();
  for (const InstanceId pid : pids) {
    while (process->pid != pid) ++process;
    if (!process->has_slept) continue;
    ScannedProcess again = *process;
    again.io = again.read = 0;
    if (ReadFiles(again, list, buffer) && again.start == process->start) *process = again;
  }
}

const ScannedProcess* ProcessScan::Find(InstanceId pid) const {
  const auto at = std::lower_bound(
      processes_.begin(), processes_.end(), pid,
      [](const ScannedProcess& process, InstanceId id) { return process.pid < id; });
  return at != processes_.end() && at->pid == pid ? &*at : nullptr;
}

std::optional<std::string_view> ProcessScan::TextOf(const ScannedProcess& process,
                                                    ScannedFile file) const {
  const ScannedProcess::Piece& piece = process.files[static_cast<std::size_t>(file)];
  if (!piece.is_there) return std::nullopt;
  return std::string_view(text_).substr(piece.first, piece.size);
}

}  // namespace fdr::local
