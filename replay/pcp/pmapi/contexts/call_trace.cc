// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/call_trace.h"

#include <fmt/format.h>
#include <pcp/pmapi.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "fdr/replay/derive/derived_table.h"
#include "fdr/replay/pcp/pmapi/contexts/api_context.h"
#include "fdr/replay/pcp/pmapi/contexts/context_table.h"
#include "fdr/replay/sources/live/live_options.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr::pmapi {
namespace {

std::string TimeText(PcpTime time) {
  const bool is_negative = time.seconds < 0 || time.nanoseconds < 0;
  return fmt::format("{}{}.{:09}", is_negative ? "-" : "", std::abs(time.seconds),
                     std::abs(time.nanoseconds));
}

const char* NameOf(Mode mode) {
  switch (mode) {
    case Mode::kLive:
      return "live";
    case Mode::kForward:
      return "forward";
    case Mode::kBackward:
      return "backward";
    case Mode::kInterpolated:
      return "interpolated";
  }
  return "unknown";
}

const char* KindOfContext(int type) {
  switch (type & PM_CONTEXT_TYPEMASK) {
    case PM_CONTEXT_ARCHIVE:
      return "archive";
    case PM_CONTEXT_HOST:
      return "host";
    case PM_CONTEXT_LOCAL:
      return "this machine";
    default:
      return "unknown kind";
  }
}

// From the first type of a message on.
constexpr std::array kMessageNames = {
    "ERROR",        "RESULT",   "PROFILE",       "FETCH",          "DESC_REQ",      "DESC",
    "INSTANCE_REQ", "INSTANCE", "TEXT_REQ",      "TEXT",           "CONTROL_REQ",   "unknown",
    "CREDS",        "PMNS_IDS", "PMNS_NAMES",    "PMNS_CHILD",     "PMNS_TRAVERSE", "ATTR",
    "LABEL_REQ",    "LABEL",    "HIGHRES_FETCH", "HIGHRES_RESULT", "DESC_IDS",      "DESCS"};

std::string NameOfMessage(std::uint32_t type) {
  const std::uint32_t place = type - static_cast<std::uint32_t>(PduType::kError);
  return place < kMessageNames.size() ? kMessageNames[place] : fmt::format("{:#x}", type);
}

std::string IdText(MetricId id) {
  return id.value == PM_ID_NULL ? std::string("no metric")
                                : fmt::format("{}.{}.{}", id.domain(), id.cluster(), id.item());
}

std::string MetricsText(ApiContext& context, std::span<const MetricId> metrics) {
  std::string text;
  for (const MetricId id : metrics) {
    text += (text.empty() ? "" : ", ") + IdText(id);
    if (context.AsArchive() == nullptr) continue;
    if (const auto names = context.source().NamesOf(id); names && !names->empty())
      text += ' ' + names->front();
  }
  return text;
}

}  // namespace

void TraceLine(std::string_view option, std::string_view text) {
  std::string line = fmt::format("fdr {}: ", option);
  for (const char byte : text)
    if (byte >= ' ' && byte <= '~')
      line += byte;
    else
      line += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
  line += '\n';
  fflush(stderr);
  if (::write(STDERR_FILENO, line.data(), line.size()) < 0) return;  // standard error is closed
}

std::string StatusText(int status) {
  if (status >= 0) return std::to_string(status);
  std::array<char, PM_MAXERRMSGLEN> words;
  return fmt::format("error {} ({})", status, pmErrStr_r(status, words.data(), words.size()));
}

std::string Quoted(const char* text) {
  return text != nullptr ? fmt::format("\"{}\"", text) : std::string("NULL");
}

void TraceNewContext(int type, const char* name, int status) {
  TraceLine("context", status < 0 ? fmt::format("{} {} cannot be opened: {}", KindOfContext(type),
                                                Quoted(name), StatusText(status))
                                  : fmt::format("{} {} is opened as context {}",
                                                KindOfContext(type), Quoted(name), status));
}

void TraceMode(Mode mode, const std::optional<PcpTime>& origin, PcpTime delta, int status) {
  TraceLine("context", fmt::format("mode {}, from {}, in steps of {} s: {}", NameOf(mode),
                                   origin ? TimeText(*origin) : std::string("the present time"),
                                   TimeText(delta), StatusText(status)));
}

void TraceFetch(ApiContext& context, std::span<const MetricId> metrics,
                const std::optional<PcpTime>& stamp, int status) {
  const std::string what = metrics.empty() ? "a whole record" : MetricsText(context, metrics);
  const std::string outcome = stamp ? "values of " + TimeText(*stamp) : std::string("no values");
  TraceLine("fetch", fmt::format("{} of context {}, {}: {}, {}", what, CurrentHandle(),
                                 NameOf(context.mode()), outcome, StatusText(status)));
}

void TraceMessage(std::string_view host, const MessageNote& message) {
  TraceLine("pdu", fmt::format("{} of {} bytes {} {}", NameOfMessage(message.type), message.size,
                               message.is_sent ? "sent to" : "received from", host));
}

DefinitionsTrace::DefinitionsTrace(const DerivedTable& table, const char* paths)
    : table_(table), paths_(paths), before_(table.metrics().size()) {}

DefinitionsTrace::~DefinitionsTrace() {
  if (pmDebugOptions.derive == 0) return;
  for (std::size_t i = before_; i < table_.metrics().size(); ++i)
    TraceLine("derive", fmt::format("{} = {}, for all contexts, is registered",
                                    Quoted(table_.metrics()[i]->name.c_str()),
                                    Quoted(table_.metrics()[i]->expression.text.c_str())));
  TraceLine("derive", "definitions of " + Quoted(paths_) + " are read");
}

void TraceLookup(std::span<const char*> names, const unsigned int* ids, int status) {
  for (std::size_t i = 0; i < names.size(); ++i)
    TraceLine("pmns", fmt::format("{} is {}", Quoted(names[i]), IdText(MetricId{ids[i]})));
  TraceLine("pmns", fmt::format("look-up of {} names: {}", names.size(), StatusText(status)));
}

}  // namespace fdr::pmapi
