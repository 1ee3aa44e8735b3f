// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes the archive of docs/tutorial.md: an invented night of an invented host.  It is the same
// at every call.
//
//   02:00 to 04:30   db1 has four processors, a system disk (sda), and the disk of a database (sdb)
//   03:40 to 04:10   a backup reads the database's files as fast as sdb can
//
// So the database waits for its disk, and the web server in front of it for the database.
//
// usage: incident_archive BASE

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iostream>
#include <map>

#include "fdr/replay/sources/local/tables/metric_table.h"
#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {
namespace {

constexpr std::int64_t kStart = 1'706'666'400;  // 2024-01-31 02:00:00 UTC
constexpr int kSeconds = 9000, kStep = 10, kBackupStart = 6000, kBackupEnd = 7800;
constexpr InstanceId kBackup = 4711, kDatabase = 812, kWeb = 1044, kCron = 500;

// Repeatable noise from 0 to 1.
double Noise(std::uint32_t what, int second) {
  std::uint32_t x = what * 2654435761u + static_cast<std::uint32_t>(second) * 40503u + 12345u;
  x = (x ^ (x >> 15)) * 2246822519u;
  x = (x ^ (x >> 13)) * 3266489917u;
  return static_cast<double>(x >> 8) / (1 << 24);
}

// From 0 to 1, within half a minute at its begin and its end.
double BackupAt(int second) {
  constexpr double kRamp = 30;
  return std::clamp(std::min(second - kBackupStart, kBackupEnd - second) / kRamp, 0.0, 1.0);
}

const local::MetricRow& RowOf(std::string_view name, local::GridId& grid) {
  for (const auto family : local::AllMetrics())
    for (const local::MetricGroup& group : family)
      for (const local::MetricRow& row : group.rows)
        if (group.NameOf(row) == name) {
          grid = group.grid;
          return row;
        }
  std::cerr << "no metric " << name << '\n';
  std::exit(1);
}

class Incident {
 public:
  explicit Incident(const std::string& base) : archive_(base, Options()) {}
  void Write();

 private:
  static WriterOptions Options() {
    WriterOptions options = ArchiveBuilder::Options(Version::k3);
    options.label.host = std::string_view("db1");
    return options;
  }

  void Describe(const std::string& name);
  void Put(const std::string& name, InstanceId instance, double value);
  void Put(const std::string& name, double value) { Put(name, kSingular, value); }
  // `value` is a rate.
  void Count(const std::string& name, InstanceId instance, double value);
  void Count(const std::string& name, double value) { Count(name, kSingular, value); }
  void Domains(int second);
  void Processors(int second);
  void Memory(int second);
  void Disks(int second);
  void Disk(InstanceId disk, const std::string& rest, double rate);
  void Network(int second);
  void Processes(int second);
  void Process(int second, InstanceId pid, double user, double reads, double writes);

  ArchiveBuilder archive_;
  std::map<std::string, Metric> metrics_;
  std::map<std::pair<std::string, InstanceId>, double> totals_;
  std::array<double, 3> loads_ = {0.7, 0.7, 0.7};
  std::map<std::string, Values> values_;  // of the next record
};

void Incident::Describe(const std::string& name) {
  local::GridId grid{};
  const local::MetricRow& row = RowOf(name, grid);
  Metric metric{.name = name,
                .id = row.id,
                .type = row.type,
                .indom = local::InfoOf(grid).indom,
                .semantics = row.semantics,
                .units = row.units};
  archive_.Metric(metric);
  metrics_.emplace(name, metric);
}

void Incident::Put(const std::string& name, InstanceId instance, double value) {
  if (!metrics_.contains(name)) Describe(name);
  const Metric& metric = metrics_.at(name);
  const bool is_real = metric.type == Type::kFloat || metric.type == Type::kDouble;
  const Payload payload =
      is_real ? Payload(std::round(value * 100) / 100) : Payload(std::llround(value));
  values_.try_emplace(name, Values{metric.id, {}})
      .first->second.values.emplace_back(instance, payload);
}

void Incident::Count(const std::string& name, InstanceId instance, double value) {
  double& total = totals_.try_emplace({name, instance}, 1e6).first->second;
  total += value * kStep;
  Put(name, instance, total);
}

void Incident::Domains(int second) {
  const Timestamp stamp{kStart + second, 0};
  if (second == 0) {
    archive_.InDom(stamp, InDomId::Build(60, 2),
                   {{1, "1 minute"}, {5, "5 minute"}, {15, "15 minute"}});
    archive_.InDom(stamp, InDomId::Build(60, 1), {{0, "sda"}, {1, "sdb"}});
    archive_.InDom(stamp, InDomId::Build(60, 5), {{0, "/dev/sda1"}, {1, "/dev/sdb1"}});
    archive_.InDom(stamp, InDomId::Build(60, 3), {{0, "eth0"}});
  }
  if (second != 0 && second != kBackupStart && second != kBackupEnd) return;
  InstanceList processes = {{kCron, "000500 /usr/sbin/cron -f"},
                            {kDatabase, "000812 /usr/lib/postgresql/15/bin/postgres"},
                            {kWeb, "001044 nginx: worker process"}};
  if (second == kBackupStart)
    processes.push_back({kBackup, "004711 tar -cf /backup/db.tar /srv/db"});
  archive_.InDom(stamp, InDomId::Build(3, 9), processes);
}

void Incident::Processors(int second) {
  const double busy = BackupAt(second);
  const double user = 620 + 240 * Noise(1, second) - 330 * busy;
  const double sys = 140 + 60 * Noise(2, second) + 110 * busy;
  const double wait = 30 + 30 * Noise(3, second) + 2500 * busy;
  Put("hinv.ncpu", 4);
  Count("kernel.all.cpu.user", user);
  Count("kernel.all.cpu.sys", sys);
  Count("kernel.all.cpu.wait.total", wait);
  Count("kernel.all.cpu.idle", 4000 - user - sys - wait);
  const double blocked = std::floor(1.2 * Noise(4, second) + 13 * busy);
  Put("kernel.all.runnable", std::floor(1 + 2 * Noise(5, second)));
  Put("kernel.all.blocked", blocked);
  constexpr std::array<double, 3> kMinutes = {1, 5, 15};
  for (std::size_t i = 0; i < loads_.size(); ++i) {
    const double part = 1 - std::exp(-kStep / (60 * kMinutes[i]));
    loads_[i] += (0.4 + 0.7 * Noise(6, second) + blocked - loads_[i]) * part;
    Put("kernel.all.load", static_cast<InstanceId>(kMinutes[i]), loads_[i]);
  }
  Count("kernel.all.sysfork", 2 + 2 * Noise(7, second));
  Count("kernel.all.pswitch", 2400 + 500 * Noise(8, second) - 900 * busy);
  Count("kernel.all.intr", 1500 + 200 * Noise(9, second) + 700 * busy);
  Count("kernel.all.pressure.io.some.total", (0.01 + 0.02 * Noise(10, second) + 0.9 * busy) * 1e6);
}

void Incident::Memory(int second) {
  constexpr double kAll = 16384.0 * 1024;
  const double used = kAll * (0.42 + 0.01 * Noise(20, second));
  const double cached =
      kAll * (0.31 + 0.19 * std::clamp((second - kBackupStart) / 1800.0, 0.0, 1.0));
  Put("mem.physmem", kAll);
  Put("mem.util.used", used + cached);
  Put("mem.util.cached", cached);
  Put("mem.util.free", kAll - used - cached);
  Put("mem.util.available", kAll - used);
  Put("mem.util.dirty", 9000 + 6000 * Noise(21, second) + 40000 * BackupAt(second));
  Put("swap.used", 0);
  Count("mem.vmstat.pgmajfault", Noise(22, second));
}

void Incident::Disk(InstanceId disk, const std::string& rest, double rate) {
  Count("disk.dev." + rest, disk, rate);
  totals_[{"disk.all." + rest, disk}] = rate;  // both are added up in Disks()
}

void Incident::Disks(int second) {
  const double busy = BackupAt(second);
  const double writes = 130 + 50 * Noise(30, second) - 80 * busy;
  const double reads = 20 + 15 * Noise(31, second) + 340 * busy;
  Disk(0, "read", Noise(32, second));
  Disk(0, "write", 6 + 6 * Noise(33, second) + 180 * busy);
  Disk(0, "read_bytes", 8 * Noise(32, second));
  Disk(0, "write_bytes", 60 + 80 * Noise(33, second) + 81'000 * busy);
  Disk(0, "avactive", 6 + 8 * Noise(34, second) + 320 * busy);
  Disk(1, "read", reads);
  Disk(1, "write", writes);
  Disk(1, "read_bytes", 300 + 200 * Noise(31, second) + 86'000 * busy);
  Disk(1, "write_bytes", 2100 + 700 * Noise(30, second) - 1300 * busy);
  Disk(1, "avactive", std::min(1000.0, 70 + 40 * Noise(35, second) + 920 * busy));
  for (const InstanceId disk : {InstanceId{0}, InstanceId{1}}) {
    const double slow = disk == 1 ? 1 + 45 * busy : 1;
    Count("disk.dev.read_rawactive", disk, (disk == 1 ? reads : Noise(32, second)) * 0.8);
    Count("disk.dev.write_rawactive", disk, (disk == 1 ? writes : 8.0) * 0.6 * slow);
  }
  for (const char* rest : {"read", "write", "read_bytes", "write_bytes", "avactive"}) {
    const std::string name = std::string("disk.all.") + rest;
    Count(name, totals_[{name, 0}] + totals_[{name, 1}]);
  }
  Put("filesys.full", 0,
      38.2 + second * 0.0001 + std::clamp(second - kBackupStart, 0, 1800) * 0.02);
  Put("filesys.full", 1, 63.4 + second * 0.00005);
}

void Incident::Network(int second) {
  const double busy = BackupAt(second);
  const double requests = (110 + 30 * Noise(40, second)) * (1 - 0.82 * busy);
  Count("network.interface.in.bytes", 0, requests * 900);
  Count("network.interface.out.bytes", 0, requests * 14'000);
  Count("network.interface.in.packets", 0, requests * 9);
  Count("network.interface.out.packets", 0, requests * 12);
  Count("network.interface.in.errors", 0, 0);
  Put("network.tcpconn.established", std::floor(74 + 12 * Noise(41, second) + 420 * busy));
}

void Incident::Process(int second, InstanceId pid, double user, double reads, double writes) {
  const double noise = 0.8 + 0.4 * Noise(50 + static_cast<std::uint32_t>(pid), second);
  Count("proc.psinfo.utime", pid, user * noise);
  Count("proc.io.read_bytes", pid, reads * noise);
  Count("proc.io.write_bytes", pid, writes * noise);
}

void Incident::Processes(int second) {
  const double busy = BackupAt(second);
  const double slow = 1 - 0.8 * busy;
  Process(second, kCron, 0.2, 0, 0);
  Process(second, kDatabase, 480 * slow, 380e3 * slow, 2.3e6 * slow);
  Process(second, kWeb, 160 * slow, 0, 40e3 * slow);
  const bool is_backup = second >= kBackupStart && second < kBackupEnd;
  if (is_backup)
    Process(second, kBackup, 45, 87e6 * std::max(busy, 0.1), 82e6 * std::max(busy, 0.1));
  Put("proc.nprocs", is_backup ? 143 : 142);
}

void Incident::Write() {
  for (int second = 0; second < kSeconds; second += kStep) {
    Domains(second);
    Processors(second);
    Memory(second);
    Disks(second);
    Network(second);
    Processes(second);
    std::vector<Values> sets;
    for (auto& [name, values] : values_) sets.push_back(std::move(values));
    values_.clear();
    archive_.Record({kStart + second, 0}, sets);
  }
  archive_.Close();
}

}  // namespace
}  // namespace fdr::test

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: incident_archive BASE\n";
    return 2;
  }
  fdr::test::Incident(argv[1]).Write();
  return testing::Test::HasFailure() ? 1 : 0;
}
