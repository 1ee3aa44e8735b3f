// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a command line says about the web server.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr::tools {

struct HttpOptions {
  std::optional<std::string> place;  ///< PORT or ADDRESS:PORT; none: no web server

  // The sources of its values, besides archives:
  bool has_machine = true;
  std::vector<std::string> hosts;          ///< [NAME=]HOST
  std::vector<std::string> allowed_hosts;  ///< globs

  // The clients that may ask:
  std::optional<std::string> tokens;  ///< a file
  bool no_auth = false;               ///< everyone, also from other machines
  bool allow_store = false;
  std::vector<std::string> server_names;
  std::string allowed_origin;  ///< "": only pages of this server read answers
  std::optional<std::string> tls_certificate, tls_key;  ///< files

  std::uint64_t memory = std::uint64_t{256} << 20;  ///< bytes for the whole process

  CutWindow cut = {};                                ///< null: no archives are cut out
  std::uint64_t cut_space = std::uint64_t{1} << 30;  ///< bytes for all of them

  std::optional<std::string> page;  ///< a directory with the files of the page
};

}  // namespace fdr::tools
