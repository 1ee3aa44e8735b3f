// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/metadata/label_history.h"

#include <gtest/gtest.h>

#include <deque>

namespace fdr {
namespace {

class Labels {
 public:
  Labels& Add(std::int64_t sec, std::string_view json) {
    LabelSetRecord record{
        .stamp = {sec, 0}, .level = 1, .id = 0xffffffff, .sets = {{.json = json, .entries = {}}}};
    ByteBuffer& body = bodies_.emplace_back();
    record.Encode(Version::k3, body);
    history_.Add(Version::k3, record.stamp, body);
    return *this;
  }
  std::string_view JsonAt(std::int64_t sec) {
    history_.Finish();
    const auto at = history_.At({sec, 0});
    return at ? history_.Record(*at).sets[0].json : std::string_view("none");
  }

 private:
  std::deque<ByteBuffer> bodies_;
  LabelHistory history_{LabelLevel::kContext, 0xffffffff};
};

TEST(LabelHistoryTest, ANewerRecordReplacesTheOlder) {
  Labels labels;
  labels.Add(10, "a").Add(20, "b");
  EXPECT_EQ(labels.JsonAt(9), "none");
  EXPECT_EQ(labels.JsonAt(10), "a");
  EXPECT_EQ(labels.JsonAt(19), "a");
  EXPECT_EQ(labels.JsonAt(20), "b");
}

TEST(LabelHistoryTest, OfSeveralAtOneTimeTheFirstInTheFileCounts) {
  Labels labels;
  labels.Add(20, "first").Add(20, "second").Add(10, "older");
  EXPECT_EQ(labels.JsonAt(20), "first");
  EXPECT_EQ(labels.JsonAt(15), "older");
}

}  // namespace
}  // namespace fdr
