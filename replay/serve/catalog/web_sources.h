// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All that a web server has values of, and the names by which clients ask for it.
//
//   "" localhost 127.0.0.1 pcp://127.0.0.1 local: NAME_OF_THIS_MACHINE    the default source
//   archive:db1               the archives of the host db1, or the archive db1, in a served folder
//   archive:db1?start=03:50   the same as if it were live, from that time on: tape_words.h
//   db2:44321 pcp://db2       a host, if the server may connect to it

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/replay/serve/catalog/refused_archive.h"
#include "fdr/replay/serve/catalog/web_source.h"
#include "fdr/replay/serve/clocks.h"
#include "fdr/replay/sources/live/live_options.h"
#include "fdr/replay/sources/local/local_context.h"

namespace fdr {

struct WebSourcesOptions {
  /// Archives, and directories of archives: of a directory, and of each directory in it, the
  /// archives of one host are one source.
  std::vector<std::string> archives;
  bool has_machine = true;                                 ///< this machine is a source
  LocalOptions machine;                                    ///< how it is asked
  std::vector<std::pair<std::string, std::string>> hosts;  ///< name and address of each
  /// Globs for other hosts that clients may name: "db*", at the usual port; "db*:44322"; "*:*".
  std::vector<std::string> allowed_hosts;
  LiveOptions live;      ///< how hosts are asked
  ReplayOptions replay;  ///< how archives are opened; problems go to `log`
  Clocks clocks;         ///< required
  /// Takes a line about what is wrong with a source, each once.  One thread at a time.
  std::function<void(const std::string& line)> log = [](const std::string&) {};
};

/// Any thread.  The pool must outlive it and the sources.
class WebSources {
 public:
  /// Looks for archives, and reads their labels alone.  kNotFound if a name of `archives` is
  /// nothing.
  static Result<std::unique_ptr<WebSources>> Open(WorkerPool& pool, WebSourcesOptions options);
  virtual ~WebSources() = default;

  /// Without what FindHost() adds.  Waits for the disk: looks at directories again, at most every
  /// ten seconds.
  virtual std::vector<std::shared_ptr<WebSource>> List() = 0;
  /// Archives that the last List() met, and that cannot be served; the first thousand.
  virtual std::vector<RefusedArchive> Refused() { return {}; }
  /// A source of the list, by its id; null if there is none.
  virtual std::shared_ptr<WebSource> Find(std::string_view id) = 0;
  /// What a client calls `hostspec`, with all its attributes.  Fails alike, with kNotFound, for
  /// what does not exist and for what is not allowed.
  virtual Result<std::shared_ptr<WebSource>> FindHost(std::string_view hostspec) = 0;
  /// This machine; if it is no source, the first of the list.
  virtual std::shared_ptr<WebSource> Default() = 0;
  /// Forgets what is only kept for speed: archives are opened again.
  virtual void FreeMemory() = 0;

 protected:
  WebSources() = default;
};

}  // namespace fdr
