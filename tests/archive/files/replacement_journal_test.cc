// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/replacement_journal.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/error_of.h"

namespace fdr {
namespace {

using test::ErrorOf;

ReplacementJournal Toy() {
  return {.before = {{".meta", 852}, {".index", 212}, {".0", 90}, {".0.xz", 70}},
          .after = {{".meta", 800}, {".index", 172}, {".0.xz", 60}, {".1", 0}}};
}

std::string Encoded(const ReplacementJournal& journal) { return journal.Encode().value_or(""); }

bool IsRefused(const std::string& text) {
  const auto journal = ReplacementJournal::Decode(text, "a.fdr-copy");
  return !journal && journal.error().code == Errc::kCorruptRecord &&
         journal.error().file == "a.fdr-copy";
}

TEST(ReplacementJournal, IsTextAsThePageSays) {
  EXPECT_EQ(
      Encoded({.before = {{".meta", 852}, {".0", 132}}, .after = {{".meta", 800}, {".0.xz", 60}}}),
      "fdr-copy 1\n"
      "before 852 .meta\n"
      "before 132 .0\n"
      "after 800 .meta\n"
      "after 60 .0.xz\n"
      "end 2a3f853215638217\n");
}

TEST(ReplacementJournal, ComesBackAsItWas) {
  const auto journal = ReplacementJournal::Decode(Encoded(Toy()), "a.fdr-copy");
  ASSERT_EQ(ErrorOf(journal), "");
  EXPECT_EQ(*journal, Toy());
}

TEST(ReplacementJournal, IsRefusedIfItIsCutOrChanged) {
  const std::string whole = Encoded(Toy());
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_TRUE(IsRefused(whole.substr(0, size))) << size;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    EXPECT_TRUE(IsRefused(changed)) << at;
  }
  EXPECT_TRUE(IsRefused(whole + "\n"));
}

TEST(ReplacementJournal, NamesNothingButPartsOfItsArchive) {
  for (const char* name : {"", "meta", ".", "..", "/etc/passwd", "./.0", ".0/../../x", ".meta ",
                           "x.0", ".-1", ".0.fdr-new", ".0.xz.xz", ".99999999999", ".fdr-copy"}) {
    ReplacementJournal journal = Toy();
    journal.after.push_back({name, 1});
    EXPECT_TRUE(IsRefused(Encoded(journal))) << name;
    journal = Toy();
    journal.before.push_back({name, 1});
    EXPECT_TRUE(IsRefused(Encoded(journal))) << name;
  }
}

TEST(ReplacementJournal, NamesAnArchiveWithEachPartOnce) {
  EXPECT_TRUE(IsRefused(Encoded({})));
  EXPECT_TRUE(IsRefused(Encoded({.before = {}, .after = {{".meta", 1}}})));
  EXPECT_TRUE(IsRefused(Encoded({.before = {}, .after = {{".index", 1}, {".0", 1}}})));
  EXPECT_TRUE(IsRefused(Encoded({.before = {}, .after = {{".meta", 1}, {".0", 1}, {".0", 1}}})));
  EXPECT_TRUE(IsRefused(Encoded({.before = {}, .after = {{".meta", 1}, {".0", 1}, {".0.xz", 1}}})));
  EXPECT_FALSE(IsRefused(Encoded({.before = {}, .after = {{".meta", 1}, {".0", 1}}})));
}

TEST(ReplacementJournal, NamesAreThereAndBack) {
  for (const char* name : {"a.meta", "a.0", "a.0.xz", "a.0.xz.part", "a.12.new.part", "a.index.Z"})
    EXPECT_EQ(NameReplaced(ReplacementName(name)), name);
  EXPECT_EQ(ReplacementName("a.0.xz"), "a.0.fdr-new.xz");
  for (const char* name : {"a.0", "a.0.xz", "fdr-new", "a.fdr-new.0"})
    EXPECT_FALSE(NameReplaced(name)) << name;
}

}  // namespace
}  // namespace fdr
