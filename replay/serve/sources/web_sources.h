// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All that a web server has values of, and the names by which clients ask for it.
//
//   ""  localhost  127.0.0.1  pcp://127.0.0.1  local:  NAME OF THIS MACHINE     the default source
//   archive:db1                          the archives of the host db1, or the archive db1, below
//   the served folders db2:44321  pcp://db2                 a host, if the server may connect to it

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/live/live_options.h"
#include "fdr/replay/local/local_context.h"
#include "fdr/replay/serve/sources/web_source.h"

namespace fdr {

struct WebSourcesOptions {
  /// Archives, and directories of archives: of a directory, and of each directory in it, the
  /// archives of one host are one source.
  std::vector<std::string> archives;
  bool has_machine = true;                                 ///< this machine is a source
  LocalOptions machine;                                    ///< how it is asked
  std::vector<std::pair<std::string, std::string>> hosts;  ///< name and address of each
  std::vector<std::string> allowed_hosts;  ///< globs for hosts that clients may name
  LiveOptions live;                        ///< how hosts are asked
  ReplayOptions replay;                    ///< how archives are opened
  std::function<void(const std::string& line)> log = [](const std::string&) {};
};

/// Any thread.
class WebSources {
 public:
  /// Looks for archives; opens none.
  static Result<std::unique_ptr<WebSources>> Open(WorkerPool& pool, WebSourcesOptions options);
  virtual ~WebSources() = default;

  /// Directories are looked at again, at most every ten seconds.
  virtual std::vector<std::shared_ptr<WebSource>> List() = 0;
  /// A source by its id; null if there is none.
  virtual std::shared_ptr<WebSource> Find(std::string_view id) = 0;
  /// What a client calls `hostspec`, without the attributes behind a "?".  Fails alike for what
  /// does not exist and for what is not allowed.
  virtual Result<std::shared_ptr<WebSource>> FindHost(std::string_view hostspec) = 0;
  /// The first archive if there is one and this machine is no source; otherwise this machine.
  virtual std::shared_ptr<WebSource> Default() = 0;

 protected:
  WebSources() = default;
};

}  // namespace fdr
