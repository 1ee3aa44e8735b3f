// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An archive as the verbs of statistics read it: perhaps under other names, and with derived
// metrics.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/name_space/named_context.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/options/derive_option.h"
#include "fdr/tools/run/damage_report.h"

namespace fdr::tools {

/// Borrows what the command line says.
struct ValuesChoice {
  const std::string& archive;
  const std::optional<std::string>& names;  ///< the file of a name space
  const DeriveOptions& derive;
  const std::vector<std::string>& metrics;  ///< some may be expressions
};

/// The contexts point at each other, so this stays where it is.
struct ArchiveValues {
  std::unique_ptr<ArchiveContext> archive;
  std::optional<NamedContext> named;
  std::optional<DerivedContext> derived;
  Context* values = nullptr;

  /// Sets them all.  Borrows `damage`, which reports the losses.
  Result<void> Open(const ValuesChoice& choice, const CommonOptions& common, DamageReport& damage);
};

}  // namespace fdr::tools
