// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/diff/peer_means.h"

#include <regex.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace fdr::tools {

struct PeerExclusion::Expression {
  Expression() = default;
  Expression(Expression&& other) noexcept
      : compiled(other.compiled), is_compiled(std::exchange(other.is_compiled, false)) {}
  ~Expression() {
    if (is_compiled) ::regfree(&compiled);
  }

  ::regex_t compiled = {};
  bool is_compiled = false;
};

PeerExclusion::PeerExclusion(PeerExclusion&&) noexcept = default;
PeerExclusion::~PeerExclusion() = default;

Result<PeerExclusion> PeerExclusion::Of(const std::vector<std::string>& patterns) {
  PeerExclusion exclusion;
  for (const std::string& pattern : patterns) {
    Expression& expression = exclusion.expressions_.emplace_back();
    const int code = ::regcomp(&expression.compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB);
    expression.is_compiled = code == 0;
    if (expression.is_compiled) continue;
    std::array<char, 200> why = {};
    ::regerror(code, &expression.compiled, why.data(), why.size());
    return Fail(Errc::kInvalidArgument, "-x " + pattern + ": " + why.data() +
                                            "; a regular expression is expected, as in -x "
                                            "'^disk[.]'");
  }
  return exclusion;
}

bool PeerExclusion::Matches(const std::string& line) const {
  for (const Expression& expression : expressions_)
    if (::regexec(&expression.compiled, line.c_str(), 0, nullptr, 0) == 0) return true;
  return false;
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
