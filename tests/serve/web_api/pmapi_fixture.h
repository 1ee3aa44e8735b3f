// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The service of /pmapi, without a socket, with a toy archive: as an archive, and as a tape.

#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "fdr/replay/serve/web_api/pmapi_service.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {

/// A host "toyhost", from 22:13:20 on:
///
///   toy.load   float, instances 1 "one" and 2 "two"      0 s: 0.5 1.5    10 s: 1.5 infinity
///   toy.count  counter, 64 bits                          0 s: 1000       10 s: 3000
///   toy.name   string                                    "a \"name\""
class PmapiTest : public testing::Test {
 protected:
  PmapiTest();

  /// The tape of the archive, which stands still 10 s after its start.
  static constexpr const char* kTape = "hostspec=archive:toyhost%3Fstart=%2B10s%26rate=0.001";

  void Open(bool allow_store = false);
  /// A path with its parameters.
  HttpRequest RequestOf(const std::string& url) const;
  HttpResponse Ask(const std::string& url);
  /// The body without its end of line, in one piece.
  std::string BodyOf(HttpResponse response);
  std::string Get(const std::string& url) { return BodyOf(Ask(url)); }
  /// The status, and the text of the failure.
  std::string Refusal(const std::string& url);
  std::string Post(const std::string& url, const std::string& body);
  /// The body without {"context":N
  std::string GetAfterContext(const std::string& url);
  std::string NewContext(const std::string& parameters = "");

  const TempDirectory here_;
  /// The clock, and how far it goes whenever it is looked at.
  std::chrono::nanoseconds now_ = std::chrono::seconds(100), tick_{0};
  bool has_machine_ = false;
  std::uint32_t next_number_ = 1000;
  HttpRole role_ = HttpRole::kRead;
  std::string accept_;
  WorkerPool pool_{1};
  std::unique_ptr<WebSources> sources_;
  std::unique_ptr<PmapiService> service_;
};

}  // namespace fdr::test
