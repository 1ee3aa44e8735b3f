// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/written_files.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/memory_file_system.h"

namespace fdr {
namespace {

using test::ErrorOf;

class WrittenFilesTest : public testing::Test {
 protected:
  Result<WrittenFiles> Create() {
    return WrittenFiles::Create(files_, "a", label_, std::numeric_limits<std::uint64_t>::max());
  }
  // Their names, each with a blank behind it.
  std::string Names() const {
    std::string names;
    for (const auto& [name, bytes] : files_.files) names += name + ' ';
    return names;
  }

  test::MemoryFileSystem files_;
  LabelRecord label_;
};

TEST_F(WrittenFilesTest, FilesAreEmptyUntilTheyGetTheirLabels) {
  Result<WrittenFiles> written = Create();
  ASSERT_EQ(ErrorOf(written), "");
  for (const auto& [name, bytes] : files_.files) EXPECT_TRUE(bytes.empty()) << name;
  ASSERT_EQ(ErrorOf(written->Start(label_)), "");
  for (const auto& [name, bytes] : files_.files) EXPECT_FALSE(bytes.empty()) << name;
}

TEST_F(WrittenFilesTest, FilesHaveTemporaryNamesUntilTheyTakeTheirOwn) {
  Result<WrittenFiles> written = Create();
  ASSERT_EQ(ErrorOf(written), "");
  EXPECT_EQ(Names(), "a.0.new a.index.new a.meta.new ");
  ASSERT_EQ(ErrorOf(written->TakeNames()), "");
  EXPECT_EQ(Names(), "a.0 a.index a.meta ");
}

TEST_F(WrittenFilesTest, ATakenNameIsAnErrorThatLeavesNoFile) {
  files_.files["a.0.xz"];
  const Result<WrittenFiles> written = Create();
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, Errc::kExists);
  EXPECT_EQ(Names(), "a.0.xz ");
}

TEST_F(WrittenFilesTest, DiscardedFilesAreGone) {
  Result<WrittenFiles> written = Create();
  ASSERT_EQ(ErrorOf(written), "");
  EXPECT_EQ(ErrorOf(written->Discard(files_)), "");
  EXPECT_EQ(Names(), "");
}

}  // namespace
}  // namespace fdr
