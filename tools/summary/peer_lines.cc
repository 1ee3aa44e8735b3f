// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/peer_lines.h"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <utility>

namespace fdr::tools {
namespace {

constexpr double kSecondsOfADay = 86400;
// A counter that was observed in a smaller part of the window is marked with an asterisk.
constexpr double kSmallestPart = 0.1;

}  // namespace

PeerLines::PeerLines(const PeerOptions& options, Zone zone, Timestamp start, Timestamp end)
    : options_(options),
      formatter_(std::move(zone)),
      start_(start),
      end_(end),
      dates_(PeerSeconds(PeerMicros(start, end)) > kSecondsOfADay) {}

// "Tue Nov 14 22:13:20.000 2023"
void PeerLines::AppendDate(Timestamp stamp, std::string& out) {
  std::array<char, kLongestStamp> buffer;
  std::string text(buffer.data(), formatter_.Dated(stamp, Fraction::kMicros, buffer.data()));
  if (const std::size_t dot = text.find('.'); dot != text.npos) text.erase(dot + 4, 3);
  out += text;
}

// "22:13:20.000", or in a window of more than a day a quoted date.
void PeerLines::AppendTime(Timestamp stamp, std::string& out) {
  out += options_.delimiter;
  if (dates_) {
    out += '\'';
    AppendDate(stamp, out);
    out += '\'';
    return;
  }
  std::array<char, kLongestStamp> buffer;
  std::string text(buffer.data(), formatter_.Time(stamp, Fraction::kMicros, buffer.data()));
  if (const std::size_t dot = text.find('.'); dot != text.npos) text.erase(dot + 4, 3);
  out += text;
}

void PeerLines::AppendLabel(const LabelRecord& label, std::string& out) {
  out += fmt::format("Log Label (Log Format Version {})\nPerformance metrics from host {}\n",
                     static_cast<int>(label.version), label.host.view());
  out += "  commencing ";
  AppendDate(start_, out);
  out += "\n  ending     ";
  AppendDate(end_, out);
  out += '\n';
}

void PeerLines::AppendHeader(std::string& out) const {
  out += "metric";
  const auto add = [&](bool wanted, const char* title) {
    if (wanted) (out += options_.delimiter) += title;
  };
  add(options_.stochastic, "stochastic_average");
  add(options_.time, "time_average");
  add(options_.sum, "sum");
  add(options_.minimum, "minimum");
  add(options_.minimum_time, "minimum_time");
  add(options_.maximum, "maximum");
  add(options_.maximum_time, "maximum_time");
  add(options_.samples, "count");
  add(options_.bins > 0, "bins");
  add(true, "units");
  out += '\n';
}

void PeerLines::AppendNumber(double number, std::string& out) const {
  out += options_.delimiter;
  fmt::format_to(std::back_inserter(out), "{:.{}f}", number, options_.precision);
}

std::string PeerLines::UnitsOf(const Desc& desc) const {
  Units units = desc.units;
  units.extra_unit = 0;
  if (desc.semantics == Semantics::kCounter && !options_.sum) {
    if (units.dim_time == 0) units.scale_time = kSecondScale;
    --units.dim_time;
  }
  std::string text = ToString(units);
  return text.empty() ? "none" : text;
}

void PeerLines::AppendBins(const PeerSeries& series, std::string& out) const {
  const bool is_point = series.min().value == series.max().value;
  for (std::size_t i = 0; i < series.bins().size(); ++i) {
    out += options_.delimiter;
    if (is_point && i > 0)
      out += "[]";
    else
      fmt::format_to(std::back_inserter(out), "[<={:.{}f}]", series.BoundOf(i), options_.precision);
    (out += options_.delimiter) += fmt::format("{}", series.bins()[i]);
  }
}

void PeerLines::AppendValues(const PeerSeries& series, std::string& out) {
  if (options_.stochastic) AppendNumber(series.StochasticAverage(), out);
  if (options_.time) AppendNumber(series.TimeAverage(), out);
  if (options_.sum) AppendNumber(series.sum(), out);
  if (options_.minimum) AppendNumber(series.min().value, out);
  if (options_.minimum_time) AppendTime(series.min().stamp, out);
  if (options_.maximum) AppendNumber(series.max().value, out);
  if (options_.maximum_time) AppendTime(series.max().stamp, out);
  if (options_.samples) (out += options_.delimiter) += fmt::format("{}", series.count());
  AppendBins(series, out);
}

void PeerLines::AppendSeries(std::string_view metric, std::string_view instance, const Desc& desc,
                             const PeerSeries& series, std::string& out) {
  const bool is_sparse =
      series.is_counter() &&
      (series.count() == 0 ||
       series.seconds() <= kSmallestPart * PeerSeconds(PeerMicros(start_, end_)));
  if (is_sparse) out += '*';
  out += metric;
  (out += options_.delimiter) += instance;
  if (!series.HasNumbers()) {
    (out += options_.delimiter) += "- insufficient archive data.\n";
    return;
  }
  AppendValues(series, out);
  (out += options_.delimiter) += UnitsOf(desc);
  out += '\n';
}

}  // namespace fdr::tools
