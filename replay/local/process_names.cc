// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of processes: instance names and command lines.

#include <cstdio>

#include "fdr/replay/local/process_source.h"
#include "fdr/replay/local/sources.h"

namespace fdr::local {
namespace {

// PCP limits an instance's name, with the whole command line, to this length.
constexpr std::size_t kMaxName = 4095;

// "000001 /sbin/init splash".  If there is no command line, as for kernel threads, the program's
// name in brackets stands in for it.  A command line that starts with a NUL, as of a program
// without any arguments, is empty.
class CommandLines : public ProcessSource {
 public:
  CommandLines(Machine& machine, GridId id) : ProcessSource(machine, id, "cmdline") {}

 protected:
  /// Receives a name, and the offset of the command in the name.
  virtual void SetName(std::string_view name, std::size_t command) = 0;

 private:
  void ReadProcess(InstanceId pid) override {
    auto content = machine_.processes.Read(pid, "cmdline", machine_.buffer, Pieces::kOne);
    if (!content) return;
    char number[16];
    name_.assign(number,
                 static_cast<std::size_t>(std::snprintf(number, sizeof number, "%06d ", pid)));
    const std::size_t command = name_.size();
    if (!content->empty()) {
      AppendArguments(content->substr(0, kMaxName - command));
    } else {
      content = machine_.processes.Read(pid, "comm", machine_.buffer);
      if (!content) return;
      AppendProgram(*content);
    }
    grid_.AddRow(pid);
    SetName(name_, command);
  }
  void ReadContent(std::string_view) override {}

  void AppendArguments(std::string_view arguments) {
    if (arguments.front() == '\0') return;
    while (arguments.back() == '\0') arguments.remove_suffix(1);
    for (const char c : arguments) name_ += c == '\0' ? ' ' : c;
  }

  // The file ends with a newline from the kernel.  A newline inside the name is escaped, as in the
  // kernel's other files.
  void AppendProgram(std::string_view program) {
    if (program.ends_with('\n')) program.remove_suffix(1);
    name_ += '(';
    for (const char c : program) {
      if (c == '\n' || c == '\\') name_ += '\\';
      name_ += c == '\n' ? 'n' : c;
    }
    name_ += ')';
  }

  std::string name_;  // a member to reuse its memory
};

class Arguments final : public CommandLines {
 public:
  explicit Arguments(Machine& machine) : CommandLines(machine, GridId::kProcessArgs) {}

 private:
  void SetName(std::string_view name, std::size_t command) override {
    grid_.SetText(args_, name.substr(command));
  }

  Column args_ = grid_.Find("args");
};

// Names end at the first blank of the command: only this part of a name identifies an instance.
class Processes final : public CommandLines {
 public:
  explicit Processes(Machine& machine) : CommandLines(machine, GridId::kProcess) {}

 private:
  void SetName(std::string_view name, std::size_t command) override {
    grid_.SetText(instance_, name.substr(0, name.find(' ', command)));
  }

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
