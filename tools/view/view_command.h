// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr view`: an archive, or a host as it is now, on the whole terminal or in a browser.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/serve/viewer/viewer_options.h"
#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct ViewCommand {
  CommonOptions common;
  std::vector<std::string> archives;          ///< none: this machine, or the host, as it is now
  std::vector<std::string> host_directories;  ///< of the only argument, if there are several
  bool KeepsDirectories() const { return web; }
  std::optional<std::string> host;  ///< its collector is asked
  std::optional<std::string> start, interval;
  bool follow = false;
  std::optional<std::string> page;
  bool web = false;    ///< in a browser, with any number of archives
  CutWindow cut = {};  ///< for --web
};

int Run(const ViewCommand& command);

}  // namespace fdr::tools
