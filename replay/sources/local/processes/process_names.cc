// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of processes: instance names and command lines.

#include "fdr/replay/sources/local/processes/process_name.h"
#include "fdr/replay/sources/local/processes/process_source.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class CommandLines : public ProcessSource {
 public:
  CommandLines(Machine& machine, GridId id) : ProcessSource(machine, id, "cmdline") {}

 protected:
  /// Fills the last row.
  virtual void SetName(const ProcessName& name) = 0;

 private:
  void ReadProcess(InstanceId pid) override {
    if (!name_.Read(machine_.processes, machine_.buffer, pid)) return;
    grid_.AddRow(pid);
    SetName(name_);
  }
  void ReadContent(std::string_view) override {}

  ProcessName name_;
};

class Arguments final : public CommandLines {
 public:
  explicit Arguments(Machine& machine) : CommandLines(machine, GridId::kProcessArgs) {}

 private:
  void SetName(const ProcessName& name) override { grid_.SetText(args_, name.command_line()); }

  Column args_ = grid_.Find("args");
};

class Processes final : public CommandLines {
 public:
  explicit Processes(Machine& machine) : CommandLines(machine, GridId::kProcess) {}

 private:
  void SetName(const ProcessName& name) override { grid_.SetText(instance_, name.instance()); }

  Column instance_ = grid_.Add(kInstanceColumn);
};

}  // namespace

std::unique_ptr<Source> MakeProcessArgs(Machine& machine) {
  return std::make_unique<Arguments>(machine);
}
std::unique_ptr<Source> MakeProcesses(Machine& machine) {
  return std::make_unique<Processes>(machine);
}

}  // namespace fdr::local
