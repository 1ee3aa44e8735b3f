// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What systemd and a service say to each other: sd_listen_fds(3), sd_notify(3).

#pragma once

#include <string>
#include <vector>

namespace fdr::tools {

/// The descriptors that were opened for this process.  Forgets them: programs that this one starts
/// do not get them, and the next call finds none.
std::vector<int> TakeInheritedDescriptors();

/// These do nothing if no service manager started the process.
void NotifyReady();
void NotifyReloading();
void NotifyStopping();

}  // namespace fdr::tools
