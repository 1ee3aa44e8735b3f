// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/catalog/tape_words.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "fdr/replay/serve/tape/tape_clock.h"

namespace fdr {
namespace {

tl::unexpected<Error> Unexpected(std::string_view name, const char* expected) {
  return Fail(Errc::kInvalidArgument, std::string(name) + ": expected " + expected);
}

Result<double> ParseRate(std::string_view text) {
  double rate = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rate);
  const double speed = std::fabs(rate);
  if (error != std::errc() || end != text.data() + text.size() ||
      !(speed >= TapeClock::kSlowest && speed <= TapeClock::kFastest))
    return Unexpected("rate", "a number from 0.001 to 1000000, or such a negative number");
  return rate;
}

Result<bool> ParseChoice(std::string_view name, std::string_view value, std::string_view no,
                         std::string_view yes) {
  if (value == yes) return true;
  if (value == no) return false;
  return Unexpected(name, (std::string(no) + " or " + std::string(yes)).c_str());
}

Result<void> Add(std::string_view name, std::string_view value, TapeWish& wish) {
  if (name == "start") {
    wish.start = std::string(value);
  } else if (name == "rate") {
    const Result<double> rate = ParseRate(value);
    if (!rate) return Fail(rate.error());
    wish.rate = *rate;
  } else if (name == "at-end") {
    const Result<bool> loops = ParseChoice(name, value, "hold", "loop");
    if (!loops) return Fail(loops.error());
    wish.loops = *loops;
  } else if (name == "stamps") {
    const Result<bool> recorded = ParseChoice(name, value, "now", "recorded");
    if (!recorded) return Fail(recorded.error());
    wish.recorded_stamps = *recorded;
  } else if (name != "tape") {
    return Fail(Errc::kInvalidArgument, "an archive has no attribute \"" + std::string(name) + '"');
  }
  return {};
}

}  // namespace

Result<TapeWish> ParseTapeWish(std::string_view attributes) {
  TapeWish wish;
  while (!attributes.empty()) {
    const std::string_view attribute = attributes.substr(0, attributes.find('&'));
    attributes.remove_prefix(std::min(attribute.size() + 1, attributes.size()));
    if (attribute.empty()) continue;
    const std::size_t equals = std::min(attribute.find('='), attribute.size());
    const std::string_view value = attribute.substr(std::min(equals + 1, attribute.size()));
    if (Result<void> added = Add(attribute.substr(0, equals), value, wish); !added)
      return Fail(added.error());
  }
  return wish;
}

}  // namespace fdr
