// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Facts about the host as a whole.

#pragma once

#include <string>

#include "fdr/replay/sources/local/machine.h"

namespace fdr::local {

std::string HostName(const Machine& machine);
/// The name that NIS gives; without one "localdomain", as PCP calls it.
std::string DomainName(const Machine& machine);
/// The zone as in TZ: from the options, otherwise from the rule in etc/localtime, otherwise "UTC".
std::string TimeZone(const Machine& machine);
/// ":Europe/London", from the target of the link etc/localtime; "" if that is no zone.
std::string ZoneName(const Machine& machine);
/// A number that differs each time that the machine is started: from 1 to 2^31 - 1, as PCP's tools
/// expect.
std::uint32_t BootNumber(Machine& machine);

/// The first line of a file; "" if the file cannot be read.
std::string FirstLine(const std::string& path);

}  // namespace fdr::local
