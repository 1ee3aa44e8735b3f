// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/repair/label_consensus.h"

#include <gtest/gtest.h>

#include <vector>

#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

LabelRecord Label(Version version = Version::k3) {
  LabelRecord label;
  label.version = version;
  label.pid = 42;
  label.start = {1000, 5000};
  label.host = "host";
  label.timezone = "UTC";
  return label;
}

TEST(LabelConsensusTest, NoLabelsMeanNothing) { EXPECT_FALSE(LabelConsensus({})); }

TEST(LabelConsensusTest, EachFieldIsWhatMostLabelsSay) {
  std::vector<LabelRecord> labels(3, Label());
  labels[0].host = "hast";
  labels[1].pid = 43;
  labels[2].start = {9, 0};
  labels[0].features = 1;
  labels[1].timezone = "CET-1";
  labels[2].zoneinfo = ":Europe/Prague";
  const auto consensus = LabelConsensus(labels);
  ASSERT_TRUE(consensus);
  EXPECT_EQ(consensus->host.view(), "host");
  EXPECT_EQ(consensus->pid, 42);
  EXPECT_EQ(consensus->start, (Timestamp{1000, 5000}));
  EXPECT_EQ(consensus->features, 0u);
  EXPECT_EQ(consensus->timezone.view(), "UTC");
  EXPECT_EQ(consensus->zoneinfo.view(), "");
}

TEST(LabelConsensusTest, WhereLabelsAreDividedTheFirstDecides) {
  std::vector<LabelRecord> labels(2, Label());
  labels[0].host = "first";
  EXPECT_EQ(LabelConsensus(labels)->host.view(), "first");
}

TEST(LabelConsensusTest, LabelsOfAnotherVersionAreNoWitnesses) {
  std::vector<LabelRecord> labels = {Label(Version::k2), Label(), Label()};
  labels[0].host = "other";
  labels[1].host = "other";
  labels[2].host = "this";
  const auto consensus = LabelConsensus(labels);
  EXPECT_EQ(consensus->version, Version::k3);
  EXPECT_EQ(consensus->host.view(), "other");
  labels[1].host = "this";
  labels.push_back(Label(Version::k3));
  EXPECT_EQ(LabelConsensus(labels)->host.view(), "this");
}

TEST(LabelConsensusTest, AnIntactLabelStaysAsItIs) {
  LabelRecord read = Label();
  read.volume = 7;
  const MendedLabel mended = MendLabel(read, Label(), 7);
  EXPECT_EQ(mended.change, "");
  EXPECT_TRUE(mended.was_readable);
  EXPECT_EQ(mended.label.volume, 7);
}

TEST(LabelConsensusTest, WhateverDiffersIsPutRight) {
  const auto mended = [](auto change) {
    LabelRecord read = Label();
    read.volume = 7;
    change(read);
    const MendedLabel label = MendLabel(read, Label(), 7);
    EXPECT_TRUE(label.was_readable);
    EXPECT_EQ(label.label.volume, 7);
    EXPECT_EQ(label.label.host, Label().host);
    EXPECT_EQ(label.label.pid, 42);
    return label.change;
  };
  constexpr const char* kDiffers = "The label differed from those of the other files";
  EXPECT_EQ(mended([](LabelRecord& l) { l.volume = 8; }), "The label was that of another file");
  EXPECT_EQ(mended([](LabelRecord& l) { l.version = Version::k2; }), kDiffers);
  EXPECT_EQ(mended([](LabelRecord& l) { l.pid = 1; }), kDiffers);
  EXPECT_EQ(mended([](LabelRecord& l) { l.start = {1, 1}; }), kDiffers);
  EXPECT_EQ(mended([](LabelRecord& l) { l.features = 1; }), kDiffers);
  EXPECT_EQ(mended([](LabelRecord& l) { l.host = "x"; }), kDiffers);
  EXPECT_EQ(mended([](LabelRecord& l) { l.timezone = "x"; }), kDiffers);
  EXPECT_EQ(mended([](LabelRecord& l) { l.zoneinfo = "x"; }), kDiffers);
  const MendedLabel missing = MendLabel(std::nullopt, Label(), kMetadataVolume);
  EXPECT_FALSE(missing.was_readable);
  EXPECT_EQ(missing.label.volume, kMetadataVolume);
  EXPECT_EQ(missing.change, "The label was damaged");
}

TEST(LabelConsensusTest, TheVersionIsToldByTheRecordsBehindTheLabel) {
  const test::RecordBuilder mark2 =
      test::RecordBuilder().Frame(test::RecordBuilder().Stamp2(1000, 5).U32(0));
  const test::RecordBuilder mark3 =
      test::RecordBuilder().Frame(test::RecordBuilder().Stamp3(1000, 5).U32(0));
  const auto guess = [](const test::RecordBuilder& file) {
    return *GuessVersion(*test::InMemory(file));
  };
  EXPECT_EQ(guess(test::RecordBuilder().Fill(132, 'x').Raw(mark2)), Version::k2);
  EXPECT_EQ(guess(test::RecordBuilder().Fill(808, 'x').Raw(mark3)), Version::k3);
  EXPECT_EQ(guess(test::RecordBuilder().Fill(808, 'x')), std::nullopt);
  EXPECT_EQ(guess(test::RecordBuilder()), std::nullopt);
  test::RecordBuilder many = test::RecordBuilder().Fill(132, 'x');
  for (int i = 0; i < 100; ++i) many.Raw(mark2);
  EXPECT_EQ(guess(many), Version::k2);
}

TEST(LabelConsensusTest, ALostLabelIsReplacedByOneThatReadersAccept) {
  for (const Version version : {Version::k2, Version::k3}) {
    ByteBuffer bytes;
    UnknownLabel(version).Encode(bytes);
    const auto label = LabelRecord::Decode(bytes, "test");
    ASSERT_TRUE(label);
    EXPECT_EQ(label->host.view(), "unknown");
    EXPECT_EQ(label->timezone.view(), "UTC");
  }
}

}  // namespace
}  // namespace fdr
