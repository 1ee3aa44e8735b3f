// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/serve/remote_read/remote_request.h"

#include <gtest/gtest.h>

#include <bit>

#include "fdr/replay/serve/remote_read/protobuf_reader.h"
#include "fdr/replay/serve/remote_read/snappy_body.h"

namespace fdr::test {
namespace {

std::string EncodedMatcher(const RemoteMatcher& matcher) {
  std::string message;
  AppendIntegerField(1, static_cast<std::uint64_t>(matcher.kind), message);
  AppendTextField(2, matcher.label, message);
  AppendTextField(3, matcher.value, message);
  return message;
}

std::string EncodedQuery(const RemoteQuery& query) {
  std::string message, hints;
  AppendIntegerField(1, static_cast<std::uint64_t>(query.start), message);
  AppendIntegerField(2, static_cast<std::uint64_t>(query.end), message);
  for (const RemoteMatcher& matcher : query.matchers)
    AppendTextField(3, EncodedMatcher(matcher), message);
  AppendIntegerField(1, 15'000, hints);
  AppendTextField(2, query.function, hints);
  AppendTextField(4, hints, message);
  return message;
}

// The parts of a message in which all fields are messages or texts.
std::vector<std::pair<std::uint32_t, std::string_view>> Parts(std::string_view message) {
  std::vector<std::pair<std::uint32_t, std::string_view>> parts;
  ProtobufReader fields(message);
  while (fields.Next()) parts.emplace_back(fields.number(), fields.text());
  EXPECT_FALSE(fields.failed());
  return parts;
}

ReadSeries DecodedSeries(std::string_view message) {
  ReadSeries series;
  for (const auto& [number, part] : Parts(message)) {
    if (number == 1) {
      const auto label = Parts(part);
      series.labels.emplace(label[0].second, label[1].second);
      continue;
    }
    auto& [time, value] = series.samples.emplace_back();
    ProtobufReader fields(part);
    while (fields.Next()) {
      if (fields.number() == 1) value = std::bit_cast<double>(fields.integer());
      if (fields.number() == 2) time = fields.integer();
    }
  }
  return series;
}

}  // namespace

std::string ToSnappy(std::string_view content) {
  std::string body;
  BeginSnappy(content.size(), body);
  AppendSnappy(content, body);
  return body;
}

std::string EncodedRequest(const std::vector<RemoteQuery>& queries) {
  std::string message;
  for (const RemoteQuery& query : queries) AppendTextField(1, EncodedQuery(query), message);
  return message;
}

std::vector<std::vector<ReadSeries>> DecodedResponse(std::string_view message) {
  std::vector<std::vector<ReadSeries>> results;
  for (const auto& [number, result] : Parts(message)) {
    results.emplace_back();
    for (const auto& [field, series] : Parts(result))
      results.back().push_back(DecodedSeries(series));
  }
  return results;
}

}  // namespace fdr::test
