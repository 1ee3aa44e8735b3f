// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The smaller files of a process: numbers in a known order, lines of a name and a number, or text.

#include <algorithm>
#include <string>

#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/kernel_file.h"
#include "fdr/replay/sources/local/meminfo_lines.h"
#include "fdr/replay/sources/local/processes/process_source.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

// A line that is missing gives no value.  An empty file belongs to a process without memory.
class Lines final : public ProcessSource {
 public:
  using ProcessSource::ProcessSource;

 private:
  void ReadContent(std::string_view content) override {
    if (content.empty()) return;
    grid_.SetZeros();
    FillFromLines(content, "", columns_, grid_);
  }

  KeyedColumns columns_{grid_};
};

// In the order of the file.
class Numbers final : public ProcessSource {
 public:
  Numbers(Machine& machine, GridId id, const char* file,
          std::initializer_list<std::string_view> names, bool are_pages)
      : ProcessSource(machine, id, file), are_pages_(are_pages) {
    for (const std::string_view name : names) columns_.push_back(grid_.Find(name));
  }

 private:
  void ReadContent(std::string_view content) override {
    FieldScanner in(content);
    for (const Column column : columns_) {
      std::uint64_t number = 0;
      if (!in.Number(number)) return;
      grid_.SetInteger(column, are_pages_ ? machine_.PagesToKbytes(number) : number);
    }
  }

  std::vector<Column> columns_;
  bool are_pages_;
};

// The whole file, without the NUL or the newline that ends it.
class Text final : public ProcessSource {
 public:
  Text(Machine& machine, GridId id, const char* file, std::string_view column,
       Pieces pieces = Pieces::kOne)
      : ProcessSource(machine, id, file, pieces), column_(grid_.Find(column)) {}

 private:
  // The kernel writes NULs between the parts of some files.
  void ReadContent(std::string_view content) override {
    if (content.ends_with('\0') || content.ends_with('\n')) content.remove_suffix(1);
    if (content.find('\0') == std::string_view::npos) return grid_.SetText(column_, content);
    text_.assign(content);
    std::replace(text_.begin(), text_.end(), '\0', ' ');
    grid_.SetText(column_, text_);
  }

  Column column_;
  std::string text_;  // a member to reuse its memory
};

// "/autogroup-3581 nice 0"; empty for processes without a group.  If the machine does not use its
// groups, there are no values.
class Autogroup final : public ProcessSource {
 public:
  explicit Autogroup(Machine& machine)
      : ProcessSource(machine, GridId::kProcessAutogroup, "autogroup"),
        switch_(machine.Proc("sys/kernel/sched_autogroup_enabled")) {}

  void Refresh() override {
    std::uint64_t enabled = 0;
    if (const auto content = switch_.Read(machine_.buffer)) FieldScanner(*content).Number(enabled);
    if (enabled != 0)
      ProcessSource::Refresh();
    else
      grid_.Clear();
  }

 private:
  void ReadContent(std::string_view content) override {
    FieldScanner in(content);
    std::uint64_t id = 0, nice = 0;
    if (in.Skip("/autogroup-") && in.Number(id) && in.Skip("nice")) in.Number(nice);
    grid_.SetInteger(id_, id);
    grid_.SetInteger(nice_, nice);
  }

  KernelFile switch_;
  Column id_ = grid_.Find("id"), nice_ = grid_.Find("nice");
};

// The target of a symbolic link: "" for kernel threads, and for other users' processes.
class Link final : public ProcessSource {
 public:
  Link(Machine& machine, GridId id, const char* file)
      : ProcessSource(machine, id, file), link_(file), path_(grid_.Find("path")) {}

 private:
  void ReadProcess(InstanceId pid) override {
    grid_.AddRow(pid);
    grid_.SetText(path_, machine_.processes.Link(pid, link_));
  }
  void ReadContent(std::string_view) override {}

  const char* link_;
  Column path_;
};

class Descriptors final : public ProcessSource {
 public:
  explicit Descriptors(Machine& machine) : ProcessSource(machine, GridId::kProcessFd, "fd") {}

 private:
  void ReadProcess(InstanceId pid) override {
    const auto count = machine_.processes.CountOpenFiles(pid);
    if (!count) return;
    grid_.AddRow(pid);
    grid_.SetInteger(count_, *count);
  }
  void ReadContent(std::string_view) override {}

  Column count_ = grid_.Find("count");
};

class Count final : public Source {
 public:
  explicit Count(Machine& machine)
      : machine_(machine),
        grid_(machine.grid(GridId::kProcessCount)),
        count_(grid_.Find("count")) {}

  void Refresh() override {
    grid_.Clear();
    grid_.AddRow(kSingular);
    grid_.SetInteger(count_, machine_.processes.At(machine_.reading).size());
  }

 private:
  Machine& machine_;
  Grid& grid_;
  Column count_;
};

// Settings that PCP's clients may change in its agent; here they are constant.
class Control final : public Source {
 public:
  explicit Control(Machine& machine) : grid_(machine.grid(GridId::kProcControl)) {}

  void Refresh() override {
    grid_.Clear();
    grid_.AddRow(kSingular);
    grid_.SetInteger(grid_.Find("zero"), 0);
    grid_.SetText(grid_.Find("empty"), "");
  }

 private:
  Grid& grid_;
};

}  // namespace

std::unique_ptr<Source> MakeProcessIo(Machine& machine) {
  return std::make_unique<Lines>(machine, GridId::kProcessIo, "io");
}
std::unique_ptr<Source> MakeProcessSmaps(Machine& machine) {
  return std::make_unique<Lines>(machine, GridId::kProcessSmaps, "smaps_rollup");
}
std::unique_ptr<Source> MakeProcessStatm(Machine& machine) {
  return std::make_unique<Numbers>(machine, GridId::kProcessStatm, "statm",
                                   std::initializer_list<std::string_view>{
                                       "size", "resident", "shared", "text", "lib", "data", "dt"},
                                   true);
}
std::unique_ptr<Source> MakeProcessSchedstat(Machine& machine) {
  return std::make_unique<Numbers>(machine, GridId::kProcessSchedstat, "schedstat",
                                   std::initializer_list<std::string_view>{"run", "delay", "count"},
                                   false);
}
std::unique_ptr<Source> MakeProcessOom(Machine& machine) {
  return std::make_unique<Numbers>(machine, GridId::kProcessOom, "oom_score",
                                   std::initializer_list<std::string_view>{"oom_score"}, false);
}
std::unique_ptr<Source> MakeProcessEnviron(Machine& machine) {
  return std::make_unique<Text>(machine, GridId::kProcessEnviron, "environ", "environ");
}
std::unique_ptr<Source> MakeProcessWchan(Machine& machine) {
  return std::make_unique<Text>(machine, GridId::kProcessWchan, "wchan", "wchan");
}
std::unique_ptr<Source> MakeProcessLabel(Machine& machine) {
  return std::make_unique<Text>(machine, GridId::kProcessLabel, "attr/current", "label");
}
std::unique_ptr<Source> MakeProcessMaps(Machine& machine) {
  return std::make_unique<Text>(machine, GridId::kProcessMaps, "maps", "maps", Pieces::kMany);
}
std::unique_ptr<Source> MakeProcessAutogroup(Machine& machine) {
  return std::make_unique<Autogroup>(machine);
}
std::unique_ptr<Source> MakeProcessCwd(Machine& machine) {
  return std::make_unique<Link>(machine, GridId::kProcessCwd, "cwd");
}
std::unique_ptr<Source> MakeProcessExe(Machine& machine) {
  return std::make_unique<Link>(machine, GridId::kProcessExe, "exe");
}
std::unique_ptr<Source> MakeProcessFd(Machine& machine) {
  return std::make_unique<Descriptors>(machine);
}
std::unique_ptr<Source> MakeProcessCount(Machine& machine) {
  return std::make_unique<Count>(machine);
}
std::unique_ptr<Source> MakeProcControl(Machine& machine) {
  return std::make_unique<Control>(machine);
}

}  // namespace fdr::local
