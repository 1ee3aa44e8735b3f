// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/config/metric_logging.h"

#include <algorithm>

namespace fdr {
namespace {

bool HasMandate(const LogSetting& setting) { return setting.level == LogLevel::kMandatory; }

/// Whether `current` is mandatory, and `asked` only advisory.
bool Resists(const LogSetting& current, const LogSetting& asked) {
  return HasMandate(current) && !HasMandate(asked);
}

/// The setting that follows `current`.  "maybe" resets a mandatory setting, and keeps an advisory
/// one.
LogSetting After(const LogSetting& current, const LogSetting& asked) {
  if (asked.state != LogSwitch::kMaybe) return asked;
  return HasMandate(current) ? LogSetting() : current;
}

}  // namespace

std::string_view Describe(const LogSetting& setting) {
  switch (setting.state) {
    case LogSwitch::kOn:
      return HasMandate(setting) ? "mandatory on" : "advisory on";
    case LogSwitch::kOff:
      return HasMandate(setting) ? "mandatory off" : "advisory off";
    case LogSwitch::kMaybe:
      break;
  }
  return "mandatory maybe";
}

std::optional<LogSetting> MetricLogging::SetAll(const LogSetting& asked) {
  if (Resists(all_, asked)) return all_;
  for (const auto& [instance, current] : instances_)
    if (Resists(current, asked)) return current;
  all_ = After(all_, asked);
  if (asked.state != LogSwitch::kMaybe) {
    instances_.clear();
  } else {
    for (auto& [instance, current] : instances_) current = After(current, asked);
  }
  return std::nullopt;
}

std::optional<LogSetting> MetricLogging::SetInstance(InstanceId instance, const LogSetting& asked) {
  const auto own = instances_.find(instance);
  const LogSetting current = own == instances_.end() ? all_ : own->second;
  const LogSetting next = After(current, asked);
  if (next == current) return std::nullopt;
  if (Resists(current, asked)) return current;
  if (all_.state == LogSwitch::kOn) return all_;
  instances_.insert_or_assign(instance, next);
  return std::nullopt;
}

bool MetricLogging::IsOn() const {
  return all_.state == LogSwitch::kOn || std::ranges::any_of(instances_, [](const auto& entry) {
           return entry.second.state == LogSwitch::kOn;
         });
}

bool MetricLogging::IsMandatory() const {
  return HasMandate(all_) || std::ranges::any_of(instances_, [](const auto& entry) {
           return HasMandate(entry.second);
         });
}

}  // namespace fdr
