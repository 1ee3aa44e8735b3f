// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances that --instance, --without-instance, --user and --process name.

#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "fdr/archive/copy/instance_stage.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/tools/copy/process_owners.h"

namespace fdr::tools {

struct InstanceWords {
  std::vector<std::string> only;       ///< names, first words of names, or patterns; none: all
  std::vector<std::string> without;    ///< of these
  std::vector<std::string> users;      ///< only their processes
  std::vector<std::string> processes;  ///< patterns: only processes with such commands

  bool empty() const {
    return only.empty() && without.empty() && users.empty() && processes.empty();
  }
};

struct ChosenInstances {
  std::unordered_set<InDomId> domains;  ///< with instances that are not kept
  InstanceStage::Keeps keeps;
};

/// A domain without any instance that `only` names stays whole; users and processes are a matter of
/// domains of processes alone.  kNotFound for words that name no instance.
Result<ChosenInstances> InstancesToCopy(const Metadata& metadata, const InstanceWords& words,
                                        const ProcessOwners& owners);

}  // namespace fdr::tools
