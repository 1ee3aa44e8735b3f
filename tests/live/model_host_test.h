// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A context that is connected to the model host.

#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>

#include "fdr/replay/sources/live/live_context.h"
#include "fdr/tests/hosts/model_host.h"
#include "fdr/tests/support/error_of.h"

namespace fdr::test {

/// Time limits that are long enough for a busy machine.
inline LiveOptions Patient() {
  LiveOptions options;
  options.connect_timeout = options.handshake_timeout = options.request_timeout =
      std::chrono::seconds(30);
  return options;
}

class ModelHostTest : public ::testing::Test {
 protected:
  LiveContext& Open(LiveOptions options = Patient()) {
    Close();
    collector_.emplace([this](ClientEnd& client) { model_.Serve(client); });
    auto context = LiveContext::Open(collector_->host(), std::move(options));
    EXPECT_TRUE(context) << ErrorOf(context);
    context_ = std::move(*context);
    return *context_;
  }

  // After this call, a test may change the model.
  void Close() {
    context_.reset();
    collector_.reset();
  }

  ModelHost model_;
  std::optional<ScriptedCollector> collector_;
  std::unique_ptr<LiveContext> context_;
  FetchResult result_;
};

}  // namespace fdr::test
