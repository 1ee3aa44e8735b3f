// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/user_defaults.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"

namespace fdr::test {
namespace {

using tools::Setting;
using tools::Settings;

// "verb.option=value (place)", one on a line.
std::string Text(const Settings& settings) {
  std::string text;
  for (const Setting& setting : settings)
    text +=
        setting.verb + "." + setting.option + "=" + setting.value + " (" + setting.place + ")\n";
  return text;
}

TEST(SettingsTest, AFileHasSectionsForVerbs) {
  const auto settings = tools::ParseSettings(
      "# first\n"
      "tz = utc\r\n"
      "\n"
      "[replay]   # of replay\n"
      "  interval=10s\n"
      "--csv-safe = yes\n"
      "derive = 'a.b = rate(c) # d' # e\n"
      "tz = \"a#b\"\n"
      "width=\n",
      "f");
  ASSERT_EQ(ErrorOf(settings), "");
  EXPECT_EQ(Text(*settings),
            ".tz=utc (f:2)\n"
            "replay.interval=10s (f:5)\n"
            "replay.csv-safe=yes (f:6)\n"
            "replay.derive=a.b = rate(c) # d (f:7)\n"
            "replay.tz=a#b (f:8)\n"
            "replay.width= (f:9)\n");
}

TEST(SettingsTest, MistakesNameTheLine) {
  for (const char* line : {"[replay", "[]", "[Re play]", "[", "replay]x"})
    EXPECT_TRUE(
        ErrorOf(tools::ParseSettings(std::string("\n") + line, "f")).starts_with("f:2: Not "))
        << line;
  for (const char* line : {"interval", "=10s", "inter val = 3", "Interval = 3", "=", "-t = 3"})
    EXPECT_EQ(ErrorOf(tools::ParseSettings(line, "f")),
              std::string(line) == "-t = 3"
                  ? ""
                  : "f:1: Not an option and its value, as in interval = 10s")
        << line;
}

class SettingsFilesTest : public testing::Test {
 protected:
  std::string Read(const std::vector<std::string_view>& environment = {}) {
    const auto all = tools::ReadSettings("replay", environment, [this](const char* name) {
      const auto found = variables_.find(name);
      return found == variables_.end() ? nullptr : found->second.c_str();
    });
    if (!all) return all.error().Message();
    std::string text;
    for (const Settings& settings : *all) text += Text(settings);
    return text;
  }

  void Write(const std::string& file, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    WriteFile(file, {reinterpret_cast<const std::byte*>(text.data()), text.size()});
  }

  const TempDirectory directory_;
  std::map<std::string, std::string> variables_ = {{"HOME", directory_ / "home"}};
};

TEST_F(SettingsFilesTest, TheUserHasAFile) {
  EXPECT_EQ(Read(), "");
  const std::string at_home = directory_ / "home/.config/fdr/config";
  Write(at_home, "tz = utc\n");
  EXPECT_EQ(Read(), ".tz=utc (" + at_home + ":1)\n");
  const std::string elsewhere = directory_ / "xdg/fdr/config";
  Write(elsewhere, "tz = local\n");
  variables_["XDG_CONFIG_HOME"] = directory_ / "xdg";
  EXPECT_EQ(Read(), ".tz=local (" + elsewhere + ":1)\n");
  variables_["XDG_CONFIG_HOME"] = "relative";
  EXPECT_EQ(Read(), ".tz=utc (" + at_home + ":1)\n");
  variables_["HOME"] = "/dev/null";
  EXPECT_EQ(Read(), "");
}

TEST_F(SettingsFilesTest, AnotherFileCanBeNamed) {
  Write(directory_ / "home/.config/fdr/config", "tz = utc\n");
  variables_["FDR_CONFIG"] = directory_ / "other";
  EXPECT_EQ(Read(), directory_ / "other" + ": No such file or directory");
  Write(directory_ / "other", "quiet = yes\n");
  EXPECT_EQ(Read(), ".quiet=yes (" + (directory_ / "other") + ":1)\n");
  variables_["FDR_CONFIG"] = "/dev/null";
  EXPECT_EQ(Read(), "");
  variables_["FDR_CONFIG"] = "";
  EXPECT_EQ(Read(), "");
}

TEST_F(SettingsFilesTest, TheEnvironmentComesLast) {
  Write(directory_ / "home/.config/fdr/config", "tz = utc\n");
  EXPECT_EQ(Read({"FDR_REPLAY_CSV_SAFE=yes", "FDR_REPLAY", "FDR_RECORD_TZ=x", "FDR_MEMORY=1",
                  "FDR_REPLAY_TZ=a=b", "FDR_REPLAY_NOVALUE"}),
            ".tz=utc (" + (directory_ / "home/.config/fdr/config") +
                ":1)\n"
                "replay.csv-safe=yes (FDR_REPLAY_CSV_SAFE)\n"
                "replay.tz=a=b (FDR_REPLAY_TZ)\n");
}

}  // namespace
}  // namespace fdr::test
