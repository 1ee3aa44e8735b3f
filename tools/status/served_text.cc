// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/status/served_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {

std::string ServedParagraph(const ServedStatus& status, Timestamp now) {
  const std::int64_t age = std::max<std::int64_t>(now.sec - status.since.sec, 0);
  std::string text =
      fmt::format("{}: serves {}, for {}: {}, {}, {}/s", status.pid, Printable(status.what),
                  HumanDuration(static_cast<double>(age)), Count(status.clients, "client"),
                  Count(status.requests, "request"), status.requests_per_second);
  if (status.lag_seconds >= 1) text += fmt::format(", {:.0f} s late", status.lag_seconds);
  text += '\n';
  if (status.tape)
    text += fmt::format("  tape at {}, {} at rate {}\n", Rfc3339(status.tape->time, {}),
                        status.tape->state, status.tape->rate);
  for (const std::string& socket : status.sockets) text += "  " + Printable(socket) + "\n";
  return text;
}

std::string ServedJson(const ServedStatus& status) {
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("pid").Int(status.pid).Key("serves").String(status.what);
  json.Key("since").String(Rfc3339(status.since, {})).Key("sockets").BeginArray();
  for (const std::string& socket : status.sockets) json.String(socket);
  json.EndArray().Key("clients").UInt(status.clients).Key("requests").UInt(status.requests);
  json.Key("requests_per_second").UInt(status.requests_per_second);
  json.Key("lag_seconds").Double(status.lag_seconds).Key("tape");
  if (status.tape) {
    json.BeginObject().Key("time").String(Rfc3339(status.tape->time, {}));
    json.Key("rate").Double(status.tape->rate).Key("state").String(status.tape->state).EndObject();
  } else {
    json.Null();
  }
  json.EndObject();
  return text + "\n";
}

}  // namespace fdr::tools
