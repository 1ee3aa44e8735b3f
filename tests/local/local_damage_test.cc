// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The files are not as a kernel would write them.  The built-in collector must go on nevertheless.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "fdr/replay/sources/local/local_context.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"

namespace fdr {
namespace {

std::string Cut(const std::string& text) { return text.substr(0, text.size() / 2); }
std::string Torn(const std::string& text) {
  return text.substr(0, text.size() - std::min<std::size_t>(text.size(), 3));
}
std::string Reversed(const std::string& text) { return {text.rbegin(), text.rend()}; }
std::string Empty(const std::string&) { return ""; }

std::string Huge(const std::string& text) {
  std::string huge;
  for (const char c : text)
    huge += c >= '0' && c <= '9' ? "99999999999999999999" : std::string(1, c);
  return huge;
}

std::string Binary(const std::string& original) {
  std::string text = original;
  for (std::size_t i = 0; i < text.size(); ++i)
    text[i] = static_cast<char>(text[i] * 7 + static_cast<char>(i));
  return text;
}

std::string WithoutBlanks(const std::string& original) {
  std::string text = original;
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

// Fetches all metrics and asks for all instances.  Returns the number of values.
std::size_t FetchAll(LocalContext& context) {
  std::vector<MetricId> ids;
  const auto names = context.Traverse("");
  const auto found = context.Find(*names);
  for (const auto& id : *found) ids.push_back(id.value());
  FetchResult result;
  EXPECT_TRUE(context.Fetch(ids, result));
  for (const MetricId id : ids) {
    const InDomId indom = context.DescOf(id)->indom;
    EXPECT_EQ(context.Instances(indom).has_value(), !indom.IsNull());
  }
  return result.AllValues().size();
}

void ExpectToSurvive(std::string (*damage)(const std::string&)) {
  const test::TempDirectory directory;
  const std::string tree = directory / "tree";
  std::filesystem::copy(test::TestData("local/two-nodes"), tree,
                        std::filesystem::copy_options::recursive);
  LocalOptions options;
  options.clock = [] { return Timestamp{1'700'000'000, 0}; };
  options.proc = tree + "/proc";
  options.sys = tree + "/sys";
  options.etc = tree + "/etc";
  options.run = tree + "/run";
  const auto open = LocalContext::Open(options);
  ASSERT_GT(FetchAll(**open), 1500u);
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(tree))
    if (entry.is_regular_file() && entry.file_size() > 0) files.push_back(entry.path());
  ASSERT_GT(files.size(), 100u);
  for (const std::string& file : files) {
    const std::string text(AsText(test::ReadFile(file)));
    test::WriteFile(file, AsBytes(damage(text)));
  }
  FetchAll(**open);
  FetchAll(**LocalContext::Open(options));
}

TEST(LocalDamageTest, HalfOfEveryFileIsEnough) { ExpectToSurvive(&Cut); }
TEST(LocalDamageTest, LastLinesMayBeTorn) { ExpectToSurvive(&Torn); }
TEST(LocalDamageTest, FilesMayBeEmpty) { ExpectToSurvive(&Empty); }
TEST(LocalDamageTest, NumbersMayBeTooLarge) { ExpectToSurvive(&Huge); }
TEST(LocalDamageTest, FilesMayBeBackToFront) { ExpectToSurvive(&Reversed); }
TEST(LocalDamageTest, FilesMayBeBinary) { ExpectToSurvive(&Binary); }
TEST(LocalDamageTest, BlanksMayBeMissing) { ExpectToSurvive(&WithoutBlanks); }

}  // namespace
}  // namespace fdr
