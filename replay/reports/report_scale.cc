// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/reports/report_scale.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "fdr/replay/units/rate_units.h"
#include "fdr/replay/units/scale_conversion.h"
#include "fdr/replay/units/units_parser.h"

namespace fdr {
namespace {

constexpr const char* kRaw = "raw";

bool IsRaw(const ReportMetric& metric, const ReportOptions& options) {
  if (options.type) return *options.type == kRaw;
  return metric.type.empty() ? options.type_prefer == kRaw : metric.type == kRaw;
}

// The scale that the options have for metrics of this dimension.
struct ScaleOptions {
  std::optional<std::string> preferred, forced;
};

ScaleOptions ScaleOptionsFor(const Units& units, const ReportOptions& options) {
  const auto is = [&](int space, int time, int count) {
    return units.dim_space == space && units.dim_time == time && units.dim_count == count;
  };
  if (is(1, 0, 0)) return {options.space_scale, options.space_scale_force};
  if (is(0, 1, 0)) return {options.time_scale, options.time_scale_force};
  if (is(0, 0, 1)) return {options.count_scale, options.count_scale_force};
  return {};
}

// From a counter's own time, such as milliseconds, to seconds.
double TimeFactor(const Units& units) {
  return units.dim_time == 0 ? 1 : std::pow(SecondsOf(units.scale_time), units.dim_time);
}

std::optional<double> Factor(const Units& from, Units to) {
  // "/s" is enough for a count.
  if (to.dim_space == 0 && to.dim_count == 0 && to.dim_time != 0 && from.dim_space == 0)
    to.dim_count = from.dim_count;
  const auto ratio = ScaleRatio::Between(from, to);
  return ratio ? std::optional(ratio->Apply(1.0)) : std::nullopt;
}

// Converts to the wanted units, if that is possible.
std::optional<ReportScale> Convert(const Desc& desc, bool is_rate, const ParsedUnits& wanted) {
  if (const auto factor = Factor(desc.units, wanted.units))
    return ReportScale{is_rate,
                       *factor * wanted.multiplier,
                       is_rate ? UnitsOfRate(wanted.units) : wanted.units,
                       {}};
  // Units of a rate make a rate of any metric.
  if (const auto factor = Factor(UnitsOfRate(desc.units), wanted.units))
    return ReportScale{
        true, TimeFactor(desc.units) * *factor * wanted.multiplier, wanted.units, {}};
  return std::nullopt;
}

ReportScale AsRecorded(const Desc& desc, bool is_rate) {
  ReportScale scale{is_rate, 1, is_rate ? UnitsOfRate(desc.units) : desc.units, {}};
  if (is_rate && desc.units.dim_time != 0) scale.written = ToString(desc.units) + " / sec";
  return scale;
}

}  // namespace

Result<ReportScale> ScaleOf(const Desc& desc, const ReportMetric& metric,
                            const ReportOptions& options) {
  const bool is_rate =
      desc.semantics == Semantics::kCounter && IsNumeric(desc.type) && !IsRaw(metric, options);
  const ScaleOptions common = ScaleOptionsFor(desc.units, options);
  const bool is_own = !common.forced && !metric.unit.empty();
  const std::optional<std::string> unit = common.forced ? common.forced
                                          : is_own      ? std::optional(metric.unit)
                                                        : common.preferred;
  if (!unit || unit->empty()) return AsRecorded(desc, is_rate);
  const auto wanted = ParseUnits(*unit);
  if (!wanted)
    return Fail(Errc::kInvalidArgument, "not a unit: \"" + *unit + "\": " + wanted.error());
  std::optional<ReportScale> scale;
  if (IsNumeric(desc.type)) scale = Convert(desc, is_rate, *wanted);
  // A scale for all metrics need not fit each of them.
  if (!scale && !is_own) return AsRecorded(desc, is_rate);
  if (!scale)
    return Fail(Errc::kInvalidArgument,
                metric.metric + " has no values in \"" + *unit + "\"" +
                    (desc.units.IsDimensionless() ? "" : ", but in " + ToString(desc.units)));
  const bool is_per_second = scale->is_rate && Factor(desc.units, wanted->units).has_value();
  if (wanted->multiplier != 1) scale->written = *unit;
  // Seconds per second are a plain number.
  const bool is_other_time =
      wanted->units.dim_time != 0 && wanted->units.scale_time != kSecondScale;
  if (is_per_second && (wanted->multiplier != 1 || is_other_time))
    scale->written = *unit + " / sec";
  return std::move(*scale);
}

int DecimalsOf(const ReportMetric& metric, const ReportOptions& options) {
  constexpr std::int64_t kDefault = 3, kMost = 17;
  const std::int64_t decimals = options.precision_force.value_or(
      metric.precision.value_or(options.precision.value_or(kDefault)));
  return static_cast<int>(std::clamp<std::int64_t>(decimals, 0, kMost));
}

}  // namespace fdr
