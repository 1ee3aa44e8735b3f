// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/status/status_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

// The time since then, in whole seconds.
std::string Age(Timestamp since, Timestamp now) {
  return HumanDuration(static_cast<double>(std::max<std::int64_t>(now.sec - since.sec, 0)));
}

std::string Line(const SourceStatus& source, std::size_t width, Timestamp now) {
  std::string line = fmt::format("  {:<{}}  {:<9}  {:>8} samples  {:>10}  {:>10}/s", source.name,
                                 width, source.state, source.samples, HumanSize(source.bytes),
                                 HumanSize(static_cast<std::uint64_t>(source.bytes_per_second)));
  if (!source.archive.empty()) line += "  " + Printable(source.archive);
  if (source.since) line += fmt::format(" for {}", Age(*source.since, now));
  if (source.lag_seconds >= 1) line += fmt::format(", {:.0f} s late", source.lag_seconds);
  if (source.control_port) line += fmt::format(", controlled at port {}", *source.control_port);
  if (!source.error.empty()) line += ": " + Printable(source.error);
  return line + "\n";
}

}  // namespace

std::string StatusParagraph(const RecorderStatus& status, Timestamp now) {
  std::uint64_t samples = 0, bytes = 0;
  std::size_t width = 0;
  for (const SourceStatus& source : status.sources) {
    samples += source.samples;
    bytes += source.bytes;
    width = std::max(width, source.name.size());
  }
  std::string text = fmt::format("{}: {}, for {}: {}, {}, {}\n", status.pid, Printable(status.out),
                                 Age(status.since, now), Count(status.sources.size(), "source"),
                                 Count(samples, "sample"), HumanSize(bytes));
  for (const SourceStatus& source : status.sources) text += Line(source, width, now);
  return text;
}

std::string StatusJson(const RecorderStatus& status) {
  std::string text;
  JsonWriter json(text);
  const auto time = [&](const std::optional<Timestamp>& stamp) {
    stamp ? json.String(Rfc3339(*stamp, {})) : json.Null();
  };
  const auto name = [&](const std::string& value) {
    value.empty() ? json.Null() : json.String(value);
  };
  json.BeginObject().Key("pid").Int(status.pid).Key("out").String(status.out).Key("since");
  time(status.since);
  json.Key("sources").BeginArray();
  for (const SourceStatus& source : status.sources) {
    json.BeginObject().Key("source").String(source.name).Key("state").String(source.state);
    json.Key("archive");
    name(source.archive);
    json.Key("since");
    time(source.since);
    json.Key("samples").UInt(source.samples).Key("bytes").UInt(source.bytes);
    json.Key("bytes_per_second").Double(source.bytes_per_second);
    json.Key("lag_seconds").Double(source.lag_seconds).Key("control_port");
    source.control_port ? json.UInt(*source.control_port) : json.Null();
    json.Key("error");
    name(source.error);
    json.EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace fdr::tools
