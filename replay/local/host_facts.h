// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a collector says about its host as a whole.

#pragma once

#include <string>

#include "fdr/replay/local/machine.h"

namespace fdr::local {

std::string HostName(const Machine& machine);
/// As in TZ: what the options say, else the rule in etc/localtime, else "UTC".
std::string TimeZone(const Machine& machine);
/// ":Europe/London", by where etc/localtime points to; "" where that says nothing.
std::string ZoneName(const Machine& machine);
/// Something that is another number each time that the machine is started: from 1 to 2^31 - 1, as
/// PCP's tools read it.
std::uint32_t BootNumber(Machine& machine);

/// A file's content up to the end of the first line; "" if there is none.
std::string FirstLine(const std::string& path);

}  // namespace fdr::local
