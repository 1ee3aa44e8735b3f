// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/trace/latency_histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace fdr {
namespace {

// The bits of a double behind its exponent say which of the 32 bins it is: nothing is computed.
constexpr int kBitsOfBin = 5;
constexpr int kBinsPerOctave = 1 << kBitsOfBin;
constexpr int kMantissaBits = 52;
constexpr int kExponentBias = 1023;
constexpr int kFirstOctave = -30, kEndOctave = 20;  // 0.93 ns, 12.1 days
constexpr std::uint16_t kLastPlace = (kEndOctave - kFirstOctave) * kBinsPerOctave;

std::uint16_t PlaceOf(double seconds) {
  if (!(seconds >= std::ldexp(1.0, kFirstOctave))) return 0;
  if (seconds >= std::ldexp(1.0, kEndOctave)) return kLastPlace;
  const std::uint64_t first = std::uint64_t{kExponentBias + kFirstOctave}
                              << kBitsOfBin;  // of the bin with place 1
  const std::uint64_t bin = std::bit_cast<std::uint64_t>(seconds) >> (kMantissaBits - kBitsOfBin);
  return static_cast<std::uint16_t>(bin - first + 1);
}

// The middle of the bin.
double DurationAt(std::uint16_t place) {
  if (place == 0) return 0;
  const int octave = (place - 1) / kBinsPerOctave, bin = (place - 1) % kBinsPerOctave;
  return std::ldexp(1 + (bin + 0.5) / kBinsPerOctave, kFirstOctave + octave);
}

std::uint32_t SumOf(std::uint32_t a, std::uint32_t b) {
  return a > std::numeric_limits<std::uint32_t>::max() - b
             ? std::numeric_limits<std::uint32_t>::max()
             : a + b;
}

}  // namespace

void LatencyHistogram::Add(double seconds) {
  const std::uint16_t place = PlaceOf(seconds);
  const auto at = std::ranges::lower_bound(bins_, place, {}, &Bin::place);
  if (at != bins_.end() && at->place == place)
    at->count = SumOf(at->count, 1);
  else
    bins_.insert(at, Bin{place, 1});
}

void LatencyHistogram::Add(const LatencyHistogram& more) {
  std::vector<Bin> sum;
  sum.reserve(bins_.size() + more.bins_.size());
  std::ranges::merge(bins_, more.bins_, std::back_inserter(sum), {}, &Bin::place, &Bin::place);
  std::size_t kept = 0;
  for (const Bin& bin : sum) {
    if (kept > 0 && sum[kept - 1].place == bin.place)
      sum[kept - 1].count = SumOf(sum[kept - 1].count, bin.count);
    else
      sum[kept++] = bin;
  }
  sum.resize(kept);
  bins_ = std::move(sum);
}

double LatencyHistogram::Quantile(double share) const {
  std::uint64_t all = 0;
  for (const Bin& bin : bins_) all += bin.count;
  const double rank = std::ceil(share * static_cast<double>(all));
  std::uint64_t passed = 0;
  for (const Bin& bin : bins_) {
    passed += bin.count;
    if (static_cast<double>(passed) >= rank) return DurationAt(bin.place);
  }
  return 0;
}

}  // namespace fdr
