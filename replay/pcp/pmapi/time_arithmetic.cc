// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmtimeval...(), pmtimespec...(): the same arithmetic for microseconds and nanoseconds.

#include <pcp/pmapi.h>

#include <cstdint>

#include "fdr/replay/pcp/pmapi/base/truncate.h"

using fdr::pmapi::Truncate;

namespace {

struct Micros {
  using Time = timeval;
  static constexpr std::int64_t kSecond = 1'000'000;
  static constexpr auto kFraction = &timeval::tv_usec;
};

struct Nanos {
  using Time = timespec;
  static constexpr std::int64_t kSecond = 1'000'000'000;
  static constexpr auto kFraction = &timespec::tv_nsec;
};

// Sums and differences of invalid times may wrap.
std::int64_t Add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::int64_t Subtract(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

// Carries or borrows at most one second.
template <class Unit>
void Increase(typename Unit::Time& a, const typename Unit::Time& b) {
  a.tv_sec = Add(a.tv_sec, b.tv_sec);
  a.*Unit::kFraction = Add(a.*Unit::kFraction, b.*Unit::kFraction);
  if (a.*Unit::kFraction < Unit::kSecond) return;
  a.*Unit::kFraction -= Unit::kSecond;
  a.tv_sec = Add(a.tv_sec, 1);
}

template <class Unit>
void Decrease(typename Unit::Time& a, const typename Unit::Time& b) {
  a.tv_sec = Subtract(a.tv_sec, b.tv_sec);
  a.*Unit::kFraction = Subtract(a.*Unit::kFraction, b.*Unit::kFraction);
  if (a.*Unit::kFraction >= 0) return;
  a.*Unit::kFraction += Unit::kSecond;
  a.tv_sec = Subtract(a.tv_sec, 1);
}

template <class Unit>
double Seconds(long double whole, std::int64_t fraction) {
  return static_cast<double>(whole + static_cast<long double>(fraction) / Unit::kSecond);
}

// The whole seconds of sums and differences are rounded to a double first, as in PCP.
template <class Unit>
double Sum(const typename Unit::Time& a, const typename Unit::Time& b) {
  return Seconds<Unit>(static_cast<double>(Add(a.tv_sec, b.tv_sec)),
                       Add(a.*Unit::kFraction, b.*Unit::kFraction));
}

template <class Unit>
double Difference(const typename Unit::Time& a, const typename Unit::Time& b) {
  return Seconds<Unit>(static_cast<double>(Subtract(a.tv_sec, b.tv_sec)),
                       Subtract(a.*Unit::kFraction, b.*Unit::kFraction));
}

template <class Unit>
void Split(double seconds, typename Unit::Time& t) {
  t.tv_sec = Truncate<std::int64_t>(seconds);
  const long double fraction =
      static_cast<long double>(seconds) - static_cast<long double>(t.tv_sec);
  t.*Unit::kFraction = Truncate<std::int64_t>(fraction * Unit::kSecond + 0.5L);
}

}  // namespace

void pmtimevalNow(struct timeval* t) { gettimeofday(t, nullptr); }
void pmtimevalInc(struct timeval* a, const struct timeval* b) { Increase<Micros>(*a, *b); }
void pmtimevalDec(struct timeval* a, const struct timeval* b) { Decrease<Micros>(*a, *b); }
double pmtimevalAdd(const struct timeval* a, const struct timeval* b) {
  return Sum<Micros>(*a, *b);
}
double pmtimevalSub(const struct timeval* a, const struct timeval* b) {
  return Difference<Micros>(*a, *b);
}
double pmtimevalToReal(const struct timeval* t) { return Seconds<Micros>(t->tv_sec, t->tv_usec); }
void pmtimevalFromReal(double seconds, struct timeval* t) { Split<Micros>(seconds, *t); }

void pmtimespecNow(struct timespec* t) { clock_gettime(CLOCK_REALTIME, t); }
void pmtimespecInc(struct timespec* a, const struct timespec* b) { Increase<Nanos>(*a, *b); }
void pmtimespecDec(struct timespec* a, const struct timespec* b) { Decrease<Nanos>(*a, *b); }
double pmtimespecAdd(const struct timespec* a, const struct timespec* b) {
  return Sum<Nanos>(*a, *b);
}
double pmtimespecSub(const struct timespec* a, const struct timespec* b) {
  return Difference<Nanos>(*a, *b);
}
double pmtimespecToReal(const struct timespec* t) { return Seconds<Nanos>(t->tv_sec, t->tv_nsec); }
void pmtimespecFromReal(double seconds, struct timespec* t) { Split<Nanos>(seconds, *t); }
