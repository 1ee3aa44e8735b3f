// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/live/live_options.h"

#include <charconv>
#include <optional>
#include <string_view>

namespace fdr {
namespace {

using std::chrono::nanoseconds;
using std::chrono::seconds;

template <class Number>
std::optional<Number> Parse(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !(number >= 0))
    return std::nullopt;
  return number;
}

/// Reads variables, and complains about invalid values.
class Environment {
 public:
  Environment(const EnvironmentLookup& lookup, std::vector<std::string>& complaints)
      : lookup_(lookup), complaints_(complaints) {}

  std::optional<std::string_view> Text(const char* name) const {
    const char* const value = lookup_(name);
    return value != nullptr ? std::optional<std::string_view>(value) : std::nullopt;
  }

  void ReadSeconds(const char* name, nanoseconds& value) {
    constexpr double kMost = 1e9;  // no overflow in nanoseconds
    const std::optional<std::string_view> text = Text(name);
    if (!text) return;
    const std::optional<double> number = Parse<double>(*text);
    if (!number || *number > kMost) return Complain(name, *text);
    value = nanoseconds(static_cast<std::int64_t>(*number * 1e9));
  }

  /// Reads numbers with commas in between: all of them, or none if one is invalid.
  template <class Number, class As = Number, class Value>
  void ReadList(const char* name, std::vector<Value>& values) {
    const std::optional<std::string_view> text = Text(name);
    if (!text) return;
    std::vector<Value> read;
    for (std::size_t at = 0; at <= text->size();) {
      const std::size_t end = std::min(text->find(',', at), text->size());
      const std::optional<Number> number = Parse<Number>(text->substr(at, end - at));
      if (!number) return Complain(name, *text);
      read.emplace_back(As(*number));
      at = end + 1;
    }
    values = std::move(read);
  }

 private:
  void Complain(const char* name, std::string_view value) {
    complaints_.push_back(std::string(name) + "=" + std::string(value) + " is not valid");
  }

  const EnvironmentLookup& lookup_;
  std::vector<std::string>& complaints_;
};

}  // namespace

LiveOptions LiveOptionsFrom(const EnvironmentLookup& lookup, std::vector<std::string>& complaints) {
  LiveOptions options;
  Environment environment(lookup, complaints);
  environment.ReadList<std::uint16_t>("PMCD_PORT", options.ports);
  if (const auto path = environment.Text("PMCD_SOCKET")) options.socket_path = *path;
  environment.ReadSeconds("PMCD_CONNECT_TIMEOUT", options.connect_timeout);
  environment.ReadSeconds("PMCD_REQUEST_TIMEOUT", options.request_timeout);
  // As PCP does: whole seconds; less than one means for ever.
  options.request_timeout = std::chrono::floor<seconds>(options.request_timeout);
  environment.ReadList<std::uint32_t, seconds>("PMCD_RECONNECT_TIMEOUT", options.reconnect_delays);
  if (const auto container = environment.Text("PCP_CONTAINER")) options.container = *container;
  const auto secure = environment.Text("PCP_SECURE_SOCKETS");
  options.secure = secure && (secure->empty() || *secure == "1" || *secure == "enforce");
  options.through_proxy = environment.Text("PMPROXY_HOST").has_value();
  return options;
}

}  // namespace fdr
