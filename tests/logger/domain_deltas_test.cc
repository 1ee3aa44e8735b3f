// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Recordings whose instance domains are full records, or deltas: alone, and where one goes on in
// the archive of the other.

#include <map>
#include <string>

#include "fdr/archive/archive.h"
#include "fdr/archive/record/metadata_record.h"
#include "fdr/tests/logger/recording_fixture.h"

namespace fdr::test {
namespace {

class DomainDeltasTest : public RecordingFixture {
 protected:
  DomainDeltasTest() {
    source_.AddSet("set", 3, {{1, 10}, {2, 20}});
    source_.members[kInvented] = {{1, "one"}, {2, "two"}};
  }

  // Records two seconds before, and behind, each change: an instance comes, another goes, and a
  // third has a new name.
  void Record(DomainRecords domains, int changes) {
    RecordingOptions options = Options();
    options.recorder.version = Version::k3;
    options.recorder.domains = domains;
    options.recorder.append = true;
    Recording recording(source_, options);
    Pass(recording, 2);
    for (; changes > 0; --changes) {
      ++changes_;
      source_.members[kInvented][10 + changes_] = "came " + std::to_string(changes_);
      source_.members[kInvented].erase(9 + changes_);
      source_.members[kInvented][1] = "one " + std::to_string(changes_);
      source_.metrics["set"].values[10 + changes_] = 1;
      source_.metrics["set"].values.erase(9 + changes_);
      Pass(recording, 2);
    }
    Stop(recording);
  }

  // The records of the domain: F for a full one, d for a delta.
  std::string Kinds() const {
    const ByteBuffer bytes = ReadFile(base_ + ".meta");
    std::string kinds;
    for (Bytes rest = Bytes(bytes).subspan(LoadU32(bytes.data())); !rest.empty();) {
      const std::uint32_t length = LoadU32(rest.data());
      const auto record = DecodeMetadata(rest.subspan(4, length - 8));
      const auto* const indom = record ? std::get_if<InDomRecord>(&*record) : nullptr;
      if (indom != nullptr && indom->indom == kInvented) kinds += indom->is_delta ? 'd' : 'F';
      rest = rest.subspan(length);
    }
    return kinds;
  }

  // The archive's last members are those of the source.
  void ExpectMembers() const {
    const auto archive = Archive::Open(base_);
    ASSERT_TRUE(archive) << ErrorOf(archive);
    const InDomHistory* const history = (*archive)->metadata().FindInDom(kInvented);
    ASSERT_NE(history, nullptr);
    std::map<InstanceId, std::string> members;
    for (const Instance& member : history->Members(history->size() - 1))
      members[member.id] = member.name;
    EXPECT_EQ(members, source_.members.at(kInvented));
  }

  const std::string base_ = directory_ / "rec";
  int changes_ = 0;
};

TEST_F(DomainDeltasTest, EachChangeIsAFullRecord) {
  Record(DomainRecords::kFull, 3);
  EXPECT_EQ(Kinds(), "FFFF");
  ExpectMembers();
  ExpectSound(base_);
}

TEST_F(DomainDeltasTest, DeltasFollowTheFirstRecord) {
  Record(DomainRecords::kDeltas, 3);
  EXPECT_EQ(Kinds(), "Fddd");
  ExpectMembers();
  ExpectSound(base_);
}

TEST_F(DomainDeltasTest, AnArchiveWithDeltasGoesOnWithDeltas) {
  Record(DomainRecords::kDeltas, 1);
  Record(DomainRecords::kFull, 2);
  EXPECT_EQ(Kinds(), "Fddd");
  ExpectMembers();
  ExpectSound(base_);
}

TEST_F(DomainDeltasTest, AnArchiveWithoutDeltasMayGoOnWithDeltas) {
  Record(DomainRecords::kFull, 1);
  Record(DomainRecords::kDeltas, 2);
  Record(DomainRecords::kFull, 1);
  EXPECT_EQ(Kinds(), "FFddd");
  ExpectMembers();
  ExpectSound(base_);
}

TEST_F(DomainDeltasTest, WhatChangedWhileNothingWasRecordedIsADelta) {
  Record(DomainRecords::kDeltas, 1);
  source_.members[kInvented][50] = "came meanwhile";
  source_.metrics["set"].values[50] = 5;
  Record(DomainRecords::kDeltas, 0);
  EXPECT_EQ(Kinds(), "Fdd");
  ExpectMembers();
  ExpectSound(base_);
}

}  // namespace
}  // namespace fdr::test
