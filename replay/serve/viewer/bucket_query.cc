// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/bucket_query.h"

#include <algorithm>
#include <array>
#include <string>

#include "fdr/replay/serve/viewer/request_times.h"

namespace fdr {
namespace {

constexpr std::array<std::string_view, kBucketFields> kFieldNames = {"min", "max", "avg", "last",
                                                                     "count"};
constexpr std::array<std::string_view, 3> kOrderNames = {"max", "mean", "last"};
constexpr std::array<std::string_view, 2> kBits = {"32", "64"}, kSwitch = {"0", "1"};
constexpr std::array<std::string_view, 2> kFormats = {"binary", "json"};

Result<void> ReadFields(const Parameters& parameters, std::vector<BucketField>& fields) {
  const std::vector<std::string> names = parameters.List("f");
  for (const std::string& name : names)
    if (std::find(kFieldNames.begin(), kFieldNames.end(), name) == kFieldNames.end())
      return Fail(Errc::kInvalidArgument, "f: the fields are min, max, avg, last and count");
  for (std::size_t i = 0; i < kBucketFields; ++i)
    if (names.empty() || std::find(names.begin(), names.end(), kFieldNames[i]) != names.end())
      fields.push_back(static_cast<BucketField>(i));
  return {};
}

// Sets `is_second` if the parameter has the second of two words.
Result<void> ReadSwitch(const Parameters& parameters, std::string_view name,
                        const std::array<std::string_view, 2>& words, bool& is_second) {
  const Result<std::size_t> word = WordIn(parameters, name, words, 0);
  if (!word) return Fail(word.error());
  is_second = *word == 1;
  return {};
}

}  // namespace

std::string_view NameOf(BucketField field) { return kFieldNames[static_cast<std::size_t>(field)]; }

double FieldOf(const ValueSums& bucket, BucketField field) {
  switch (field) {
    case BucketField::kMin:
      return bucket.min;
    case BucketField::kMax:
      return bucket.max;
    case BucketField::kAvg:
      return bucket.Mean();
    case BucketField::kLast:
      return bucket.last;
    case BucketField::kCount:
      return static_cast<double>(bucket.count);
  }
  return ValueSums::kNone;
}

Result<std::size_t> WordIn(const Parameters& parameters, std::string_view name,
                           std::span<const std::string_view> words, std::size_t otherwise) {
  const std::string* const value = parameters.Find(name);
  if (value == nullptr) return otherwise;
  const auto found = std::find(words.begin(), words.end(), *value);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  std::string all;
  for (const std::string_view word : words) all += (all.empty() ? "" : ", ") + std::string(word);
  return Fail(Errc::kInvalidArgument, std::string(name) + " is one of: " + all);
}

Result<void> ReadTimes(const Parameters& parameters, BucketQuery& query) {
  const Result<Nanos> from = RequiredTime(parameters, "from");
  if (!from) return Fail(from.error());
  const Result<Nanos> to = RequiredTime(parameters, "to");
  if (!to) return Fail(to.error());
  if (*to <= *from) return Fail(Errc::kInvalidArgument, "to must be behind from");
  const auto n = parameters.Count("n", TimeGrid::kMostBuckets);
  if (!n) return Fail(n.error());
  query.from = *from;
  query.to = *to;
  if (*n) query.n = static_cast<std::uint32_t>(**n);
  if (query.n == 0) return Fail(Errc::kInvalidArgument, "n must be 1 or more");
  return {};
}

Result<BucketQuery> BucketQuery::Of(const Parameters& parameters) {
  BucketQuery query;
  const auto top = parameters.Count("top", kMostSeries);
  if (!top) return Fail(top.error());
  if (*top) query.top = static_cast<std::size_t>(**top);
  const auto order = WordIn(parameters, "order", kOrderNames, 0);
  if (!order) return Fail(order.error());
  query.order = static_cast<SeriesOrder>(*order);
  for (const Result<void>& read :
       {ReadTimes(parameters, query), ReadFields(parameters, query.fields),
        ReadSwitch(parameters, "p", kBits, query.is_wide),
        ReadSwitch(parameters, "format", kFormats, query.is_json),
        ReadSwitch(parameters, "stream", kSwitch, query.is_stream),
        ReadSwitch(parameters, "approximate", kSwitch, query.may_approximate)})
    if (!read) return Fail(read.error());
  if (query.is_stream && query.is_json)
    return Fail(Errc::kInvalidArgument, "stream needs the binary format");
  return query;
}

}  // namespace fdr
