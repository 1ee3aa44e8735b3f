// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/diff/peer_means.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace fdr::tools {

Result<PeerExclusion> PeerExclusion::Of(const std::vector<std::string>& patterns) {
  PeerExclusion exclusion;
  for (const std::string& text : patterns) {
    Result<TextPattern> pattern = TextPattern::Posix(text);
    if (!pattern)
      return Fail(Errc::kInvalidArgument, "-x " + text + ": " + pattern.error().what +
                                              "; a regular expression is expected, as in -x "
                                              "'^disk[.]'");
    exclusion.patterns_.push_back(std::move(*pattern));
  }
  return exclusion;
}

bool PeerExclusion::Matches(const std::string& line) const {
  return std::any_of(patterns_.begin(), patterns_.end(),
                     [&](const TextPattern& pattern) { return pattern.IsIn(line); });
}

namespace {

// "metric", an instance or nothing, a number and units.
struct PeerLine {
  std::string_view metric, instance, number, units;
};

bool TakeApart(std::string_view line, PeerLine& fields) {
  const std::size_t first = line.find(kPeerField), last = line.rfind(kPeerField);
  if (first == line.npos || last == first) return false;
  const std::size_t middle = line.rfind(kPeerField, last - 1);
  if (middle == first) return false;
  fields = {line.substr(0, first), line.substr(first + 1, middle - first - 1),
            line.substr(middle + 1, last - middle - 1), line.substr(last + 1)};
  return true;
}

void AddLine(const PeerLine& line, const PeerExclusion& excluded, PeerMeans& means) {
  std::string name(line.metric);
  const std::string number(line.number);
  if (number.find_first_not_of("0123456789.") != number.npos) {
    name += ' ';
    (((name += line.instance) += ' ') += number) += ' ';
    name += line.units;
    if (!excluded.Matches(name)) means.emplace(std::move(name), 0);
    return;
  }
  if (!line.instance.empty()) (name += ' ') += line.instance;
  if (!excluded.Matches(name + '|' + number))
    means.emplace(std::move(name), std::strtod(number.c_str(), nullptr));
}

}  // namespace

PeerMeans PeerMeansIn(const std::string& text, const PeerExclusion& excluded) {
  PeerMeans means;
  for (std::size_t from = 0, to = 0; from < text.size(); from = to + 1) {
    to = std::min(text.find('\n', from), text.size());
    PeerLine line;
    if (TakeApart(std::string_view(text).substr(from, to - from), line))
      AddLine(line, excluded, means);
  }
  return means;
}

}  // namespace fdr::tools
