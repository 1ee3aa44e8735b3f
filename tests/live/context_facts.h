// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Everything that a context says about its host, one fact per line, as tests/live/peer_host.c
// prints it:
//
//     name NAME PMID                              names PMID NAME
//     desc PMID TYPE INDOM SEMANTICS UNITS        text ID KIND TEXT
//     instance INDOM ID NAME                      value PMID INSTANCE [TYPE] HEX, or the size of
//     events labels LEVEL ID INSTANCE COUNT JSON         label LEVEL ID INSTANCE and five numbers
//
// On an error, "error" and PCP's number of the error follow the identifiers instead.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/context.h"

namespace fdr::test {

using Facts = std::vector<std::string>;  // ascending

Facts MetadataFacts(Context& context);
Facts ValueFacts(const FetchResult& result);

/// The lines that a program printed.
Facts LinesOf(const std::string& text);

/// Facts that only one side has, in a few lines: "" if both sides have the same facts.
std::string Difference(const Facts& ours, const Facts& peers);

}  // namespace fdr::test
