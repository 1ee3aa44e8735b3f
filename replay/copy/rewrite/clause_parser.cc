// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/clause_parser.h"

#include <fmt/format.h>

#include <limits>

#include "fdr/replay/copy/rewrite/rewrite_parser.h"

namespace fdr {
namespace {

constexpr std::uint64_t kLastDomain = 511, kLastCluster = 4095, kLastItem = 1023;
constexpr std::uint64_t kLastInDomDomain = 510, kLastSerial = (1u << 22) - 1;

}  // namespace

Result<void> ClauseParser::ParseClauses(const std::function<Result<void>()>& clause) {
  if (!in_.Take("{")) return in_.Complain("{ is expected");
  while (!in_.Take("}")) {
    if (in_.AtEnd()) return in_.Complain("} is expected");
    if (auto parsed = clause(); !parsed) return parsed;
  }
  return {};
}

Result<void> ClauseParser::TakeArrow() {
  if (in_.Take("->")) return {};
  return in_.Complain("-> is expected");
}

Result<std::uint32_t> ClauseParser::TakeNumber(std::uint64_t largest, std::string_view what) {
  const std::size_t offset = in_.offset();
  const auto number = in_.TakeNumber();
  if (!number) return in_.Complain(fmt::format("the number of {} is expected", what));
  if (*number > largest)
    return in_.ComplainAt(offset, fmt::format("the largest number of {} is {}", what, largest));
  return static_cast<std::uint32_t>(*number);
}

Result<InstanceId> ClauseParser::TakeInstance() {
  const auto number = TakeNumber(std::numeric_limits<InstanceId>::max(), "an instance");
  if (!number) return Fail(number.error());
  return static_cast<InstanceId>(*number);
}

Result<std::string> ClauseParser::TakeString(std::string_view what, RewriteScanner::Quotes quotes) {
  if (!in_.SeesString(quotes)) return in_.Complain(fmt::format("{} in quotes is expected", what));
  return in_.TakeString(quotes);
}

Result<void> ClauseParser::TakePart(std::uint64_t largest, std::string_view what,
                                    std::optional<std::uint32_t>& part) {
  if (!in_.SeesDot()) return in_.Complain("a metric is expected, such as 60.2.5, 60.2.* or 60.*.*");
  in_.SkipDot();
  if (in_.TakeStar()) return {};
  const auto number = TakeNumber(largest, what);
  if (!number) return Fail(number.error());
  part = *number;
  return {};
}

Result<MetricPattern> ClauseParser::TakeMetricNumbers() {
  MetricPattern metric;
  const auto domain = TakeNumber(kLastDomain, "a domain");
  if (!domain) return Fail(domain.error());
  metric.domain = *domain;
  if (auto taken = TakePart(kLastCluster, "a cluster", metric.cluster); !taken)
    return Fail(taken.error());
  if (auto taken = TakePart(kLastItem, "an item", metric.item); !taken) return Fail(taken.error());
  if (in_.SeesDot()) return in_.Complain("a metric has three numbers");
  return metric;
}

Result<MetricPattern> ClauseParser::TakeMetric() {
  if (auto name = in_.TakeName()) return MetricPattern{.name = std::move(*name)};
  return TakeMetricNumbers();
}

Result<MetricPattern> ClauseParser::TakeAgent() {
  const auto domain = TakeNumber(kLastDomain, "a domain");
  if (!domain) return Fail(domain.error());
  if (in_.SeesDot()) return in_.Complain("a domain has one number");
  return MetricPattern{.name = {}, .domain = *domain};
}

Result<MetricPattern> ClauseParser::TakeCluster() {
  const auto domain = TakeNumber(kLastDomain, "a domain");
  if (!domain) return Fail(domain.error());
  MetricPattern metric{.name = {}, .domain = *domain};
  if (!in_.SeesDot()) return in_.Complain("a cluster is expected, such as 60.2 or 60.*");
  in_.SkipDot();
  if (in_.TakeStar()) return metric;
  const auto cluster = TakeNumber(kLastCluster, "a cluster");
  if (!cluster) return Fail(cluster.error());
  metric.cluster = *cluster;
  if (in_.SeesDot()) return in_.Complain("a cluster has two numbers");
  return metric;
}

Result<InDomPattern> ClauseParser::TakeInDom() {
  InDomPattern indom;
  const auto domain = TakeNumber(kLastInDomDomain, "the domain of an instance domain");
  if (!domain) return Fail(domain.error());
  indom.domain = *domain;
  if (!in_.SeesDot()) return in_.Complain("an instance domain is expected, such as 60.2 or 60.*");
  in_.SkipDot();
  if (in_.TakeStar()) return indom;
  const auto serial = TakeNumber(kLastSerial, "an instance domain");
  if (!serial) return Fail(serial.error());
  indom.serial = *serial;
  if (in_.SeesDot()) return in_.Complain("an instance domain has two numbers");
  return indom;
}

// A pattern, ->, and what it is replaced by.
Result<Substitution> ClauseParser::TakeSubstitution() {
  using Quotes = RewriteScanner::Quotes;
  const std::size_t offset = in_.offset();
  const auto pattern = TakeString("a pattern", Quotes::kPattern);
  if (!pattern) return Fail(pattern.error());
  if (auto arrow = TakeArrow(); !arrow) return Fail(arrow.error());
  return TakeReplacement(*pattern, offset);
}

Result<Substitution> ClauseParser::TakeReplacement(std::string_view pattern, std::size_t offset) {
  using Quotes = RewriteScanner::Quotes;
  const auto replacement = TakeString("a replacement", Quotes::kPattern);
  if (!replacement) return Fail(replacement.error());
  if (++rules_.patterns > kMostPatterns)
    return in_.ComplainAt(offset, fmt::format("more than {} patterns", kMostPatterns));
  auto made = Substitution::Make(pattern, *replacement);
  if (!made) return in_.ComplainAt(offset, made.error().what);
  return made;
}

}  // namespace fdr
