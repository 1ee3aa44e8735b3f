// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The viewer's data of small archives, asked for without a socket.

#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "fdr/replay/serve/viewer/viewer_service.h"
#include "fdr/tests/serve/viewer/viewer_archives.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {

class ViewerTest : public testing::Test {
 protected:
  /// Writes an archive of the host "toyhost", which is the default source.
  void Write(std::string_view picture) { WriteToy(directory_ / "toy", picture); }

  /// Asks for "find?q=load", say.
  HttpResponse Ask(std::string_view question);
  /// Where the answer is made.
  HttpService::Place PlaceOf(std::string_view question);
  /// The next question meets another service, with the options as they are then.
  void Restart() { service_ = nullptr; }
  /// The whole body of the answer, which must have this status.
  std::string Get(std::string_view question, unsigned status = 200);
  /// The whole body of an answer.
  static std::string BodyOf(HttpResponse& response);

  TempDirectory directory_;
  WorkerPool pool_{1};
  ViewerOptions options_{.wall_clock = [] { return At(5000); }};
  HttpRequest request_;  ///< all but path and parameters

 private:
  void Start();
  HttpRequest RequestOf(std::string_view question) const;

  std::unique_ptr<WebSources> sources_;
  std::unique_ptr<ViewerService> service_;
};

}  // namespace fdr::test
