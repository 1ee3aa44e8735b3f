// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Results of the system calls uname(2) and sysconf(3), and the distribution.

#include <sys/utsname.h>

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/host_facts.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

// Debian has a separate file with its exact version.
std::string Distribution(const Machine& machine) {
  const std::string debian = FirstLine(machine.Etc("debian_version"));
  if (!debian.empty()) return "Debian " + debian;
  for (const char* name : {"fedora-release", "redhat-release", "SuSE-release"}) {
    const std::string line = FirstLine(machine.Etc(name));
    if (!line.empty()) return line;
  }
  ReadBuffer buffer;
  KernelFile release(machine.Etc("os-release"));
  const auto content = release.Read(buffer);
  for (FieldScanner in(content.value_or("")); !in.AtEnd();) {
    FieldScanner line(in.Line());
    std::string_view name;
    if (line.Skip("PRETTY_NAME=\"") && line.UpTo('"', name)) return std::string(name);
  }
  return "?";
}

class Uname final : public Source {
 public:
  explicit Uname(Machine& machine)
      : machine_(machine),
        names_(machine.grid(GridId::kUname)),
        numbers_(machine.grid(GridId::kSystem)),
        distribution_(Distribution(machine)) {}

  void Refresh() override {
    names_.Clear();
    numbers_.Clear();
    numbers_.AddRow(kSingular);
    numbers_.SetInteger(numbers_.Find("hz"), machine_.ticks_per_second);
    numbers_.SetInteger(numbers_.Find("pagesize"), machine_.page_size);
    numbers_.SetInteger(numbers_.Find("none"), 0);
    utsname system;
    if (uname(&system) != 0) return;
    names_.AddRow(kSingular);
    names_.SetText(names_.Find("sysname"), system.sysname);
    names_.SetText(names_.Find("nodename"), system.nodename);
    names_.SetText(names_.Find("release"), system.release);
    names_.SetText(names_.Find("version"), system.version);
    names_.SetText(names_.Find("machine"), system.machine);
    names_.SetText(names_.Find("distro"), distribution_);
  }

 private:
  Machine& machine_;
  Grid &names_, &numbers_;
  std::string distribution_;
};

}  // namespace

std::unique_ptr<Source> MakeUname(Machine& machine) { return std::make_unique<Uname>(machine); }

}  // namespace fdr::local
