// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the metrics of `fdr names` come from.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tools/names/names_command.h"
#include "fdr/tools/options/name_space_option.h"
#include "fdr/tools/run/damage_report.h"

namespace fdr::tools {

class NamesSource {
 public:
  /// Borrows `damage`.
  Result<void> Open(const NamesCommand& command, DamageReport& damage);

  Context& metrics() { return *metrics_; }
  /// Null for a host and for this machine.
  ArchiveContext* archive() { return archive_; }
  /// Gives the labels.  Null for a host, where each set would take a message.
  Context* labels() { return is_host_ ? nullptr : plain_.get(); }

  /// The names that the patterns choose, sorted.
  Result<std::vector<std::string>> Select(const std::vector<std::string>& patterns);

 private:
  Result<void> OpenPlain(const NamesCommand& command, DamageReport& damage);

  std::unique_ptr<Context> plain_;
  ArchiveContext* archive_ = nullptr;
  bool is_host_ = false;
  std::optional<NamedContext> named_;
  std::optional<DerivedContext> derived_;
  Context* metrics_ = nullptr;
};

}  // namespace fdr::tools
