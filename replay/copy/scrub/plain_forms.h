// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Forms of texts that have no room for a name: "cpu3", "sda1", "enp0s31f6", "5 minute".  Numbers in
// them are short, and letters follow no other letters than those of the form.

#pragma once

#include <string_view>

namespace fdr {

/// One to `most` digits.
bool IsShortNumber(std::string_view text, std::size_t most);

/// The word and a number: "cpu0".
bool IsNumbered(std::string_view text, std::string_view word, std::size_t most_digits = 4);

/// Discs, their partitions, and devices that the kernel counts: "sda", "nvme0n1p2", "vdb1", "dm-0",
/// "md127", "sr0", "loop3", "zram0", "mmcblk0p1".
bool IsDisc(std::string_view text);

/// Interfaces that the kernel or udev(7) counts: "lo", "eth0", "eno1", "ens3", "enp0s31f6",
/// "wlp2s0", "br0", "bond0", "virbr0", "docker0"; and the same with a VLAN, as "eth0.100".
bool IsInterface(std::string_view text);

/// "1 minute", "5 minute", "15 minute", and what pressure has: "10 second", "60 second", "300
/// second".
bool IsLoadAverage(std::string_view text);

/// At most 32 ascending numbers with up to four digits, and ranges, as of processors: "0-3,8".
bool IsNumberList(std::string_view text);

/// A duration: "10s", "1m".
bool IsShortDuration(std::string_view text);

}  // namespace fdr
