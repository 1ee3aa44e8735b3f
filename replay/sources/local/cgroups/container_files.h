// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of containers, from the files of those that start them.  No daemon is asked.

#pragma once

#include <string>

#include "fdr/replay/sources/local/cgroups/unit_name.h"

namespace fdr::local {

class ContainerFiles {
 public:
  /// The files are below this directory: "" for those of this machine.
  explicit ContainerFiles(std::string root) : root_(std::move(root)) {}

  /// "docker/web", "podman/web", "pod/NAMESPACE/POD/CONTAINER"; "" if no file says so.  Files may
  /// have any content.
  std::string NameOf(const ContainerGroup& group) const;

 private:
  std::string PodName(const ContainerGroup& group) const;
  std::string DockerName(std::string_view id) const;
  std::string PodmanName(const ContainerGroup& group) const;

  std::string root_;
};

}  // namespace fdr::local
