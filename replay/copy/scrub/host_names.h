// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of the machines in an archive.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/metadata/metadata.h"

namespace fdr {

/// The hosts and domains in the labels of the context, at all times.
std::vector<std::string> HostsInLabels(const Metadata& metadata);

/// "db1.acme.com" -> "db1.acme.com", "db1", "acme": the words by which a machine is known.  An
/// address is one word.  Labels of digits, and "localhost", are none.  Nor are the words of a
/// domain that many share: "db1.compute.internal" -> "db1.compute.internal", "db1".
std::vector<std::string_view> TellingPartsOf(std::string_view host);

}  // namespace fdr
