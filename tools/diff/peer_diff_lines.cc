// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/diff/peer_diff_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

namespace fdr::tools {
namespace {

constexpr int kIntegerColumns = 11;
constexpr std::size_t kMostRows = 1'000'000;
constexpr int kLeastDecimals = 3;  // however many -p asks for

int DecimalsOf(const PeerDiffOptions& options) {
  return std::max(options.precision, kLeastDecimals);
}

struct RatioRow {
  const std::string* name;
  double before, after;
  double rank;
  std::string ratio;
};

// Rows are ordered by their ratios as printed.
double RankOf(double ratio, const std::string& text) {
  if (std::isinf(ratio)) return std::numeric_limits<double>::max();
  if (ratio == 0) return -1;
  if (ratio > 100) return 101;
  return ratio < 0.001 ? 0.0005 : std::strtod(text.c_str(), nullptr);
}

// Of equal numbers, 0.01 comes before 0.010; rows with the same text stay in the order of names.
bool ComesBefore(const RatioRow& a, const RatioRow& b) {
  if (a.rank != b.rank) return a.rank > b.rank;
  return a.ratio != b.ratio && a.ratio.find_last_not_of(' ') < b.ratio.find_last_not_of(' ');
}

void AddRow(const std::string& name, double before, double after, double threshold,
            std::vector<RatioRow>& rows) {
  if (before == 0 && after == 0) return;
  const double ratio = after / before;
  const bool is_shown = before == 0 || after == 0 || ratio >= threshold || ratio <= 1 / threshold;
  if (!is_shown) return;
  std::string text = PeerRatioText(ratio);
  rows.push_back({&name, before, after, RankOf(ratio, text), std::move(text)});
}

// Instances of one name are compared each with each.
Result<std::vector<RatioRow>> RowsOf(const PeerMeans& before, const PeerMeans& after,
                                     double threshold) {
  std::vector<RatioRow> rows;
  for (const auto& [name, mean] : before) {
    const auto [from, to] = after.equal_range(name);
    for (auto other = from; other != to; ++other)
      AddRow(name, mean, other->second, threshold, rows);
    if (rows.size() > kMostRows)
      return Fail(Errc::kTooLarge, "Too many instances have one name: " + name);
  }
  std::stable_sort(rows.begin(), rows.end(), ComesBefore);
  return rows;
}

// The names of `there` that are not in `side`.
void AppendMissing(const PeerDiffSide& side, const PeerMeans& there, std::string& out) {
  bool is_first = true;
  for (const auto& [name, mean] : there) {
    if (side.means.contains(name)) continue;
    if (is_first)
      out += fmt::format("Missing from {} {} (not compared) ...\n", side.archive, side.window);
    is_first = false;
    out += "    " + name + '\n';
  }
  if (!is_first) out += '\n';
}

}  // namespace

std::string PeerMeanText(double mean, int decimals) {
  constexpr double kTooWide = 99'999'999;
  const int width = kIntegerColumns + 1 + decimals;
  if (mean > kTooWide) return fmt::format("{:>{}.0f}", mean, width);
  if (mean > 999)
    return fmt::format("{:>{}.0f}{:{}}", mean, kIntegerColumns, "", width - kIntegerColumns);
  const int fewer = mean > 99 ? 2 : mean > 9 ? 1 : 0;
  return fmt::format("{:>{}.{}f}{:{}}", mean, width - fewer, decimals - fewer, "", fewer);
}

std::string PeerRatioText(double ratio) {
  if (std::isinf(ratio)) return "    |+|   ";
  if (ratio == 0) return "    |-|   ";
  if (ratio > 100) return "   >100   ";
  if (ratio < 0.001) return "  <0.001  ";
  if (ratio < 0.01) return fmt::format("   {:5.3f}  ", ratio);
  return fmt::format("  {:5.2f}   ", ratio);
}

Result<void> AppendPeerDiff(const PeerDiffOptions& options, const std::string& directory,
                            const std::vector<std::string>& excluded, const PeerDiffSide& before,
                            const PeerDiffSide& after, std::string& out) {
  const auto rows = RowsOf(before.means, after.means, options.threshold);
  if (!rows) return Fail(rows.error());
  out += "Directory: " + directory + '\n';
  if (!options.skip_excluded) {
    out += "Excluded metrics:\n";
    for (const std::string& pattern : excluded) out += "    " + pattern + '\n';
  }
  out += '\n';
  if (!options.skip_missing) {
    AppendMissing(before, after.means, out);
    AppendMissing(after, before.means, out);
  }
  const int decimals = DecimalsOf(options), width = kIntegerColumns + 1 + decimals;
  out += fmt::format("Ratio Threshold: >= {:.2f} or <= {:.3f}\n", options.threshold,
                     1 / options.threshold);
  out += fmt::format("{:>{}} {:>{}}   Ratio  Metric-Instance\n", before.title, width, after.title,
                     width);
  out += fmt::format("{:>{}} {:>{}}\n", before.window, width, after.window, width);
  for (const RatioRow& row : *rows)
    out += fmt::format("{} {}{}{}\n", PeerMeanText(row.before, decimals),
                       PeerMeanText(row.after, decimals), row.ratio, *row.name);
  return {};
}

}  // namespace fdr::tools
