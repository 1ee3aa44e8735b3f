// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the library does, for the debugging options of pmSetDebug(3): a line on standard error for
// each call.  The options are described in docs/guide/c-api.md; their lines begin with
// "fdr OPTION: ".
//
// A caller looks at pmDebugOptions first, so that a call costs one branch while the option is off;
// a message to or from a host costs a call of a function.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/context.h"
#include "fdr/replay/pcp/pmapi/base/pcp_time.h"

namespace fdr {
class DerivedTable;
struct MessageNote;
}  // namespace fdr

namespace fdr::pmapi {

class ApiContext;

/// Writes the line in one piece.  Bytes that are not printable ASCII are shown as numbers.
void TraceLine(std::string_view option, std::string_view text);

/// The number, and the words for it if it is an error.
std::string StatusText(int status);
/// The text in quotes; NULL without.
std::string Quoted(const char* text);

void TraceNewContext(int type, const char* name, int status);
void TraceMode(Mode mode, const std::optional<PcpTime>& origin, PcpTime delta, int status);
/// Without metrics: a whole record.  Shows names only where no collector has to be asked.
void TraceFetch(ApiContext& context, std::span<const MetricId> metrics,
                const std::optional<PcpTime>& stamp, int status);
void TraceMessage(std::string_view host, const MessageNote& message);
void TraceLookup(std::span<const char*> names, const unsigned int* ids, int status);

/// Reports at its end which definitions a file, or several, have added to a table.
class DefinitionsTrace {
 public:
  /// Borrows both.
  DefinitionsTrace(const DerivedTable& table, const char* paths);
  ~DefinitionsTrace();
  DefinitionsTrace(const DefinitionsTrace&) = delete;
  DefinitionsTrace& operator=(const DefinitionsTrace&) = delete;

 private:
  const DerivedTable& table_;
  const char* paths_;
  std::size_t before_;
};

}  // namespace fdr::pmapi
