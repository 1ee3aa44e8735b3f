// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/control/control_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fdr/logger/config/format_tasks.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/series/text_grid.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

std::string GridOf(std::vector<GridColumn> columns,
                   const std::vector<std::vector<std::string>>& rows) {
  TextGrid grid(std::move(columns), GridLook());
  for (const std::vector<std::string>& row : rows) grid.Consider(row);
  grid.Fit();
  std::string text;
  grid.AppendHead(text);
  for (const std::vector<std::string>& row : rows) grid.AppendLine(row, text);
  return text;
}

GridColumn Left(const char* head) { return {.head = {head}, .is_left = true}; }

std::string SettingText(const LoggingState& state) {
  const std::string level = state.is_mandatory ? "mandatory" : "advisory";
  if (!state.is_on) return level + " off";
  const std::string interval = FormatInterval(std::int64_t{state.millis} * kNanosPerMillisecond);
  return level + (state.millis > 0 ? " every " : " ") + interval;
}

std::string ArchiveText(const LoggingState& state) {
  if (!state.is_logged) return "no";
  return state.is_present ? "yes" : "yes, but gone now";
}

// Calls `row` for each state, or for the error of a metric.
template <class Row, class Wrong>
void ForEachState(const OrderedMetrics& metrics, const LogStates& states, Row row, Wrong wrong) {
  for (std::size_t i = 0; i < std::min(states.metrics.size(), metrics.names.size()); ++i) {
    const LogStates::Metric& metric = states.metrics[i];
    if (metric.error != 0) wrong(metrics.names[i], CollectorError(metric.error).what);
    for (const auto& [instance, state] : metric.states)
      row(metrics.names[i], metrics.NameOf(metric.id, instance), state);
  }
}

// Whether a state is what the order asks for.
bool Obeys(const LoggingState& state, const LogOrder& order) {
  const bool is_mandatory =
      order.kind == LogOrder::Kind::kMandatory && order.state != LogOrder::State::kMaybe;
  const bool is_on = order.state == LogOrder::State::kOn;
  return state.is_on == is_on && state.is_mandatory == is_mandatory &&
         (!is_on || state.millis == static_cast<std::uint32_t>(order.millis));
}

}  // namespace

std::string LoggersText(const std::vector<LoggerPort>& loggers) {
  if (loggers.empty()) return "no logger can be controlled here; fdr record --control can\n";
  std::vector<std::vector<std::string>> rows;
  rows.reserve(loggers.size());
  for (const LoggerPort& logger : loggers)
    rows.push_back({std::to_string(logger.process), std::to_string(logger.port),
                    Printable(logger.host), logger.is_primary ? "primary" : Printable(logger.note),
                    Printable(logger.archive)});
  return GridOf(
      {{.head = {"logger"}}, {.head = {"port"}}, Left("host"), Left("note"), Left("archive")},
      rows);
}

std::string LoggersJson(const std::vector<LoggerPort>& loggers) {
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("schema").String("fdr.loggers/1").Key("loggers").BeginArray();
  for (const LoggerPort& logger : loggers) {
    json.BeginObject().Key("pid").Int(logger.process).Key("port").UInt(logger.port);
    json.Key("host").String(logger.host).Key("archive").String(logger.archive);
    json.Key("primary").Bool(logger.is_primary).Key("note").String(logger.note).EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

std::string StatusText(const LogStatus& status, pid_t process, const Zone& zone) {
  std::string text = fmt::format("logger    {}\nhost      {}\nreached   {}\n", process,
                                 Printable(status.host), Printable(status.source));
  if (!status.is_logging) return text + "nothing has been recorded yet\n";
  return text + fmt::format("started   {}\nlast      {}, {} ago\nvolume    {}, {}\n",
                            DateText(status.start, zone), DateText(status.last, zone),
                            HumanDuration(std::round(SecondsBetween(status.last, status.now))),
                            status.volume, HumanSize(status.size));
}

std::string StatusJson(const LogStatus& status, pid_t process) {
  std::string text;
  JsonWriter json(text);
  const auto time = [&](const char* key, const Timestamp& stamp) {
    json.Key(key);
    status.is_logging ? json.String(Rfc3339(stamp, {})) : json.Null();
  };
  json.BeginObject()
      .Key("schema")
      .String("fdr.logger/1")
      .Key("pid")
      .Int(process)
      .Key("host")
      .String(status.host);
  json.Key("source").String(status.source);
  time("start", status.start);
  time("last", status.last);
  json.Key("now").String(Rfc3339(status.now, {}));
  json.Key("volume").Int(status.volume).Key("bytes").UInt(status.size);
  json.Key("zone").String(status.zone).Key("logger_zone").String(status.logger_zone).EndObject();
  return text + "\n";
}

std::string StatesText(const OrderedMetrics& metrics, const LogStates& states) {
  std::vector<std::vector<std::string>> rows;
  ForEachState(
      metrics, states,
      [&](const std::string& metric, const std::string& instance, const LoggingState& state) {
        rows.push_back({Printable(metric + instance), SettingText(state), ArchiveText(state)});
      },
      [&](const std::string& metric, const std::string& error) {
        rows.push_back({Printable(metric), error, "no"});
      });
  return GridOf({Left("metric"), Left("logged"), Left("in the archive")}, rows);
}

std::string StatesJson(const OrderedMetrics& metrics, const LogStates& states) {
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("schema").String("fdr.logged/1").Key("metrics").BeginArray();
  ForEachState(
      metrics, states,
      [&](const std::string& metric, const std::string& instance, const LoggingState& state) {
        json.BeginObject().Key("metric").String(metric).Key("instance");
        instance.empty() ? json.Null() : json.String(instance.substr(1, instance.size() - 2));
        json.Key("on").Bool(state.is_on).Key("mandatory").Bool(state.is_mandatory);
        json.Key("interval_seconds").Double(state.millis / 1000.0);
        json.Key("in_archive").Bool(state.is_logged).Key("present").Bool(state.is_present);
        json.EndObject();
      },
      [&](const std::string& metric, const std::string& error) {
        json.BeginObject().Key("metric").String(metric).Key("error").String(error).EndObject();
      });
  json.EndArray().EndObject();
  return text + "\n";
}

std::string RefusedText(const LogOrder& order, const OrderedMetrics& metrics,
                        const LogStates& states) {
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : "\n") + what; };
  ForEachState(
      metrics, states,
      [&](const std::string& metric, const std::string& instance, const LoggingState& state) {
        if (!Obeys(state, order))
          add(Printable(metric + instance) + " stays " + SettingText(state));
      },
      [&](const std::string& metric, const std::string& error) {
        add(Printable(metric) + ": " + error);
      });
  return text;
}

}  // namespace fdr::tools
