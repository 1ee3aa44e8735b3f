// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What people call the part of a machine that a process belongs to: docs/guide/processes.md has the
// rules.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fdr::local {

/// The control group that says most of a process, from its file /proc/PID/cgroup: that of a
/// container, or one of systemd.  "/" if it is in no group.
///
///   4:memory:/docker/5f3c...
///   0::/system.slice/nginx.service
std::string_view GroupOf(std::string_view cgroups);

/// What the name of a group says of its container.
struct ContainerGroup {
  std::string_view id;                ///< 64 hexadecimal digits
  std::string_view engine;            ///< "docker", "podman" and the like, or "container"
  std::string pod = {};               ///< the identifier of its pod in Kubernetes; "" without one
  std::optional<std::uint32_t> user;  ///< whose container it is, if not that of the machine
};

/// Nothing for a group that is not in a container with an identifier.
std::optional<ContainerGroup> ContainerGroupOf(std::string_view group);

/// The name of a group without a container.  What differs each time that a unit is started becomes
/// "*".
std::string UnitOf(std::string_view group);

}  // namespace fdr::local
