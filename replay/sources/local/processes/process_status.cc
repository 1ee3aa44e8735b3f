// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /proc/PID/status: see proc(5).  Columns are named after the lines; "uid", "euid_name" and so on
// are parts of the lines Uid and Gid.

#include <algorithm>

#include "fdr/replay/sources/local/account_names.h"
#include "fdr/replay/sources/local/derived_column.h"
#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/keyed_columns.h"
#include "fdr/replay/sources/local/processes/process_source.h"
#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

// Lines with texts, or with numbers to show as they are.
constexpr std::string_view kTexts[] = {"Cpus_allowed_list",
                                       "SigCgt",
                                       "SigIgn",
                                       "SigBlk",
                                       "SigPnd",
                                       "NSsid",
                                       "NSpgid",
                                       "NSpid",
                                       "NStgid"};
// Kernel threads lack these lines, and use no memory of their own.
constexpr std::string_view kSizes[] = {"VmPTE", "VmHWM",  "VmPin",  "VmPeak",  "VmSwap",
                                       "VmLib", "VmExe",  "VmStk",  "VmData",  "VmRSS",
                                       "VmLck", "VmSize", "VmReal", "VmNonLib"};

class ProcessStatus final : public ProcessSource {
 public:
  explicit ProcessStatus(Machine& machine)
      : ProcessSource(machine, GridId::kProcessStatus, "status") {
    for (std::size_t i = 0; i < std::size(kTexts); ++i) texts_[i] = grid_.Find(kTexts[i]);
    for (std::size_t i = 0; i < std::size(kSizes); ++i) sizes_[i] = grid_.Find(kSizes[i]);
    for (std::size_t i = 0; i < 4; ++i) {
      const std::string which = std::string(kWhich[i]);
      users_[i] = {grid_.Find(which + "uid"), grid_.Find(which + "uid_name")};
      groups_[i] = {grid_.Find(which + "gid"), grid_.Find(which + "gid_name")};
    }
  }

 private:
  struct Account {
    Column id, name;
  };
  static constexpr std::string_view kWhich[4] = {"", "e", "s", "fs"};

  void ReadContent(std::string_view content) override {
    for (const Column size : sizes_) grid_.SetInteger(size, 0);
    std::size_t position = 0;
    for (FieldScanner in(content); !in.AtEnd(); ++position) {
      FieldScanner line(in.Line());
      std::string_view name;
      if (line.UpTo(':', name)) ReadLine(position, name, line);
    }
    real_.Fill();
    // Libraries count in full, whether in memory or not.
    if (const auto rest = not_libraries_.Sum())
      grid_.SetInteger(not_libraries_column_, static_cast<std::int64_t>(*rest) < 0 ? 0 : *rest);
  }

  void ReadLine(std::size_t position, std::string_view name, FieldScanner line) {
    if (name == "Uid") return ReadAccounts(line, users_, &AccountNames::User);
    if (name == "Gid") return ReadAccounts(line, groups_, &AccountNames::Group);
    const Column column = columns_.At(position, name);
    if (column == kNoColumn) return;
    for (const Column text : texts_)
      if (text == column) return SetText(column, Trimmed(line.rest()));
    std::uint64_t number = 0;
    if (line.Number(number)) grid_.SetInteger(column, number);
  }

  // A process has an identifier in each name space that it belongs to: "4711,1".
  void SetText(Column column, std::string_view text) {
    text_.assign(text);
    std::replace(text_.begin(), text_.end(), '\t', ',');
    grid_.SetText(column, text_);
  }

  void ReadAccounts(FieldScanner line, const Account (&accounts)[4],
                    std::string_view (AccountNames::*name_of)(std::uint32_t)) {
    for (const Account& account : accounts) {
      std::uint64_t id = 0;
      if (!line.Number(id)) return;
      grid_.SetInteger(account.id, id);
      grid_.SetText(account.name, (names_.*name_of)(static_cast<std::uint32_t>(id)));
    }
  }

  KeyedColumns columns_{grid_};
  AccountNames names_;
  std::string text_;  // a member to reuse its memory
  Column texts_[std::size(kTexts)], sizes_[std::size(kSizes)];
  Account users_[4], groups_[4];
  DerivedColumn real_{grid_, "VmReal", {"VmRSS", "VmSwap"}};
  Column not_libraries_column_ = grid_.Find("VmNonLib");
  DerivedColumn not_libraries_{grid_, "VmNonLib", {"VmRSS", "VmSwap"}, {"VmLib"}};
};

}  // namespace

std::unique_ptr<Source> MakeProcessStatus(Machine& machine) {
  return std::make_unique<ProcessStatus>(machine);
}

}  // namespace fdr::local
