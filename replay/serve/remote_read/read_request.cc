// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/remote_read/read_request.h"

#include "fdr/replay/serve/remote_read/protobuf_reader.h"

namespace fdr {
namespace {

constexpr std::size_t kMostQueries = 64, kMostMatchers = 64;

tl::unexpected<Error> FailMessage() {
  return Fail(Errc::kInvalidArgument, "the body is no request for remote read");
}

Result<RemoteMatcher> DecodeMatcher(std::string_view message) {
  RemoteMatcher matcher;
  ProtobufReader fields(message);
  while (fields.Next()) {
    if (fields.number() == 1) {
      if (fields.integer() < 0 || fields.integer() > 3) return FailMessage();
      matcher.kind = static_cast<RemoteMatcher::Kind>(fields.integer());
    }
    if (fields.number() == 2) matcher.label = fields.text();
    if (fields.number() == 3) matcher.value = fields.text();
  }
  if (fields.failed()) return FailMessage();
  return matcher;
}

Result<void> DecodeHints(std::string_view message, RemoteQuery& query) {
  ProtobufReader fields(message);
  while (fields.Next())
    if (fields.number() == 2) query.function = fields.text();
  if (fields.failed()) return FailMessage();
  return {};
}

Result<RemoteQuery> DecodeQuery(std::string_view message) {
  RemoteQuery query;
  ProtobufReader fields(message);
  while (fields.Next()) {
    if (fields.number() == 1) query.start = fields.integer();
    if (fields.number() == 2) query.end = fields.integer();
    if (fields.number() == 3) {
      if (query.matchers.size() == kMostMatchers) return Fail(Errc::kTooLarge, "too many matchers");
      Result<RemoteMatcher> matcher = DecodeMatcher(fields.text());
      if (!matcher) return Fail(matcher.error());
      query.matchers.push_back(std::move(*matcher));
    }
    if (fields.number() == 4)
      if (const auto decoded = DecodeHints(fields.text(), query); !decoded)
        return Fail(decoded.error());
  }
  if (fields.failed()) return FailMessage();
  return query;
}

}  // namespace

// Fields of other numbers are of later versions.
Result<std::vector<RemoteQuery>> DecodeReadRequest(std::string_view message) {
  std::vector<RemoteQuery> queries;
  ProtobufReader fields(message);
  while (fields.Next()) {
    if (fields.number() != 1) continue;
    if (queries.size() == kMostQueries) return Fail(Errc::kTooLarge, "too many queries");
    Result<RemoteQuery> query = DecodeQuery(fields.text());
    if (!query) return Fail(query.error());
    queries.push_back(std::move(*query));
  }
  if (fields.failed()) return FailMessage();
  return queries;
}

}  // namespace fdr
