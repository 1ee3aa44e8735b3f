// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The counters of the network protocols.  Columns are named as in the files.
//
//   /proc/net/snmp, netstat:   Tcp: InSegs OutSegs ...       column "Tcp.InSegs"
//                              Tcp: 3299 2560 ...
//   /proc/net/snmp6:           Ip6InReceives   6             column "Ip6InReceives"
//   /proc/net/sockstat:        TCP: inuse 2 orphan 0 ...     column "TCP.inuse"

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/keyed_columns.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/meminfo_lines.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

// Reads pairs of lines: one of names, one of numbers.
class NameLines : public Source {
 public:
  NameLines(Machine& machine, const char* file, GridId id)
      : machine_(machine), file_(machine.Proc(file)), grid_(machine.grid(id)) {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    if (!content) return;
    grid_.AddRow(kSingular);
    std::size_t position = 0;
    for (FieldScanner in(*content); !in.AtEnd();) {
      FieldScanner names(in.Line()), numbers(in.Line());
      const std::string_view protocol = names.Word();
      if (protocol != numbers.Word() || !protocol.ends_with(':')) continue;
      key_.assign(protocol).back() = '.';
      ReadPair(names, numbers, position);
    }
  }

 protected:
  // Called for a name that has no column.
  virtual void Other(std::string_view, std::uint64_t) {}

 private:
  void ReadPair(FieldScanner names, FieldScanner numbers, std::size_t& position) {
    const std::size_t stem = key_.size();
    std::uint64_t number = 0;
    while (numbers.Number(number)) {
      key_.resize(stem);
      key_ += names.Word();
      const Column column = columns_.At(position++, key_);
      if (column != kNoColumn)
        grid_.SetInteger(column, number);
      else
        Other(key_, number);
    }
  }

  Machine& machine_;
  KernelFile file_;
  Grid& grid_;
  KeyedColumns columns_{grid_};
  std::string key_;  // a member to reuse its memory
};

class Snmp final : public NameLines {
 public:
  explicit Snmp(Machine& machine)
      : NameLines(machine, "net/snmp", GridId::kSnmp), types_(machine.grid(GridId::kIcmpType)) {
    for (InstanceId type = 0; type < kTypes; ++type)
      machine.instances(GridId::kIcmpType).Name(type, "Type" + std::to_string(type));
  }

  void Refresh() override {
    types_.Clear();
    for (InstanceId type = 0; type < kTypes; ++type) types_.AddRow(type);
    NameLines::Refresh();
  }

 protected:
  // "IcmpMsg.InType3": the kernel lists only the types that have occurred.
  void Other(std::string_view key, std::uint64_t count) override {
    FieldScanner in(key);
    const bool received = in.Skip("IcmpMsg.InType");
    std::uint64_t type = 0;
    if ((received || in.Skip("IcmpMsg.OutType")) && in.Number(type) && type < kTypes)
      types_.SetInteger(type, received ? in_ : out_, count);
  }

 private:
  static constexpr InstanceId kTypes = 256;

  Grid& types_;
  Column in_ = types_.Find("in"), out_ = types_.Find("out");
};

class Netstat final : public NameLines {
 public:
  explicit Netstat(Machine& machine) : NameLines(machine, "net/netstat", GridId::kNetstat) {}
};

class Snmp6 final : public Source {
 public:
  explicit Snmp6(Machine& machine)
      : machine_(machine), file_(machine.Proc("net/snmp6")), grid_(machine.grid(GridId::kSnmp6)) {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    if (!content) return;
    grid_.AddRow(kSingular);
    // A count that the kernel does not list is 0.
    grid_.SetZeros();
    FillFromLines(*content, "", columns_, grid_);
  }

 private:
  Machine& machine_;
  KernelFile file_;
  Grid& grid_;
  KeyedColumns columns_{grid_};
};

class Sockstat final : public Source {
 public:
  Sockstat(Machine& machine, const char* file, GridId id)
      : machine_(machine), file_(machine.Proc(file)), grid_(machine.grid(id)) {}

  void Refresh() override {
    grid_.Clear();
    const auto content = file_.Read(machine_.buffer);
    grid_.AddRow(kSingular);
    grid_.SetZeros();  // protocols that the kernel lacks have no sockets
    std::size_t position = 0;
    for (FieldScanner in(content.value_or("")); !in.AtEnd();) {
      FieldScanner line(in.Line());
      std::string_view protocol;
      if (line.UpTo(':', protocol)) ReadLine(protocol, line, position);
    }
  }

 private:
  void ReadLine(std::string_view protocol, FieldScanner line, std::size_t& position) {
    std::uint64_t number = 0;
    while (true) {
      key_.assign(protocol).append(".").append(line.Word());
      if (!line.Number(number)) return;
      const Column column = columns_.At(position++, key_);
      if (column != kNoColumn) grid_.SetInteger(column, number);
    }
  }

  Machine& machine_;
  KernelFile file_;
  Grid& grid_;
  KeyedColumns columns_{grid_};
  std::string key_;  // a member to reuse its memory
};

}  // namespace

std::unique_ptr<Source> MakeSnmp(Machine& machine) { return std::make_unique<Snmp>(machine); }
std::unique_ptr<Source> MakeNetstat(Machine& machine) { return std::make_unique<Netstat>(machine); }
std::unique_ptr<Source> MakeSnmp6(Machine& machine) { return std::make_unique<Snmp6>(machine); }
std::unique_ptr<Source> MakeSockstat(Machine& machine) {
  return std::make_unique<Sockstat>(machine, "net/sockstat", GridId::kSockstat);
}
std::unique_ptr<Source> MakeSockstat6(Machine& machine) {
  return std::make_unique<Sockstat>(machine, "net/sockstat6", GridId::kSockstat6);
}

}  // namespace fdr::local
