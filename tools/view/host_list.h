// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The first screen of `fdr view` for a directory of hosts: the user chooses one of them.
//
//   host  archives  from              to                  size
//   db1         14  2024-01-18 00:10  2024-01-31 14:03  3.2 GiB
//   web1         2  2024-01-30 00:10  2024-01-31 14:03  410 MiB

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/view/prompt.h"
#include "fdr/tools/view/row_table.h"

namespace fdr::tools {

/// What the list says about a host.
struct HostFacts {
  std::string directory;
  std::size_t archives = 0;
  std::optional<Timestamp> start, end;  ///< unknown if it cannot be read at once
  std::uint64_t bytes = 0;
};

/// Reads labels, and the ends of archives, but no data that are compressed.
HostFacts FactsOfHost(const std::string& directory, const CommonOptions& common);

/// Draws pictures; the caller shows them and brings the keys.
class HostList {
 public:
  HostList(const std::vector<HostFacts>& hosts, const CommonOptions& common);

  Frame Draw(TerminalSize size, bool utf8);
  void Obey(const KeyPress& key);

  bool wants_to_quit() const { return quit_; }
  /// The directory of the host that the user wants.
  const std::optional<std::string>& chosen() const { return chosen_; }

 private:
  void ObeyInPrompt(const KeyPress& key);

  RowTable table_;
  Prompt prompt_;
  std::optional<std::string> chosen_;
  bool quit_ = false;
};

/// Asks the user.  Nothing if there is no choice any more: the user quits, or a signal came.
Result<std::optional<std::string>> ChooseHost(const std::vector<std::string>& directories,
                                              const CommonOptions& common);

}  // namespace fdr::tools
