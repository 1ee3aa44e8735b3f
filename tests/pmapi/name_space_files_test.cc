// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Both libraries read or refuse random name spaces for the same reasons.  With FDR_SOAK in the
// environment, the test tries more name spaces.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

#include "fdr/tests/pmapi/name_space_samples.h"
#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

/// The result of a library for one sample.
struct Outcome {
  std::string answers;
  std::string messages;
};

/// The outcomes by file.  "try" lines separate them.
std::map<std::string, Outcome> OutcomesOf(const ChildOutcome& child) {
  std::map<std::string, Outcome> outcomes;
  const auto read = [&outcomes](const std::string& text, std::string Outcome::*to) {
    std::string line, file;
    for (std::istringstream lines(text); std::getline(lines, line);) {
      if (line.starts_with("try "))
        file = line.substr(4);
      else
        outcomes[file].*to += line + "\n";
    }
  };
  read(child.out, &Outcome::answers);
  read(child.err, &Outcome::messages);
  return outcomes;
}

std::map<std::string, Outcome> Ask(const char* side, const std::string& commands) {
  return OutcomesOf(RunTwin({.program = "name_spaces", .stdin_text = commands}, side));
}

/// A message of ours and the peer's messages for the same mistake.
struct Complaint {
  const char* ours;
  std::vector<const char*> peers;
};

const std::vector<Complaint>& Complaints() {
  static const char* const kId = "Expected NAME, PMID or }";
  static const std::vector<Complaint> complaints = {
      // The peer takes "a..b" for a path that no group leads to.
      {"expected the path of a group",
       {"Expected NAME or PATH", "Cannot find definition for", "Disconnected subtree",
        "No name space entry for \"root\"", "Multiple name space entries", "{ expected"}},
      {"expected a { here", {"{ expected"}},
      {"expected a name without dots", {"Expected NAME or }"}},
      {"expected a metric, such as", {kId, "Illegal PMID"}},
      {"the largest domain", {"Illegal domain field in PMID", "Illegal domain field in dynamic"}},
      {"the largest cluster", {"Illegal cluster field in PMID"}},
      {"the largest item", {"Illegal item field in PMID"}},
      {"expected # LINE", {"Illegal line number control number"}},
      {"this name is in the group already", {"Duplicate name"}},
      {"there is no group root", {"No name space entry for \"root\""}},
      {"there is a group root already", {"Multiple name space entries for \"root\""}},
      {"there is a group of this path", {"Disconnected subtree"}},
      {"no other group leads to this one", {"Disconnected subtree"}},
      {"there is neither a metric nor", {"Cannot find definition for non-terminal"}},
      {"is that of", {"Duplicate metric id"}},
      {"expected the name of a macro", {"Missing macro name"}},
      {"a macro's name has", {"Illegal character in macro name"}},
      {"the value does not end", {"Unterminated value string"}},
      {"unexpected text behind a control line",
       {"Unexpected extra text in a control line", "Unexpected extra text in #include"}},
      {"the macro is defined already", {"Macro redefinition"}},
      {"one #ifdef or #ifndef inside of another", {"Nested #ifdef or #ifndef"}},
      {"there is no #ifdef or #ifndef for this", {"No matching #ifdef or #ifndef"}},
      {"there is no #endif for this", {"End of input and no matching #endif"}},
      {"a comment that does not end", {"not terminated before end of file"}},
      {"expected \"FILE\" or <FILE>", {"Expected \" or < after #include"}},
      {"the name of the file does not end", {"after file name"}},
      {"there is no such file to include", {"Cannot open file for #include"}},
  };
  return complaints;
}

bool Has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

/// Whether our message has the meaning of one of the peer's messages.
bool SaysTheSame(const std::string& ours, const std::string& peers) {
  for (const Complaint& complaint : Complaints())
    if (Has(ours, complaint.ours))
      return std::ranges::any_of(complaint.peers,
                                 [&](const char* text) { return Has(peers, text); });
  return false;
}

/// "FILE:LINE" of the place; "" if there is none.  A place from the preprocessor counts first: the
/// loader goes on with the rest.
std::string PlaceIn(const std::string& messages, int distance) {
  static const std::regex kLoader(R"(\[([^\]]*):(\d+)\] Error)");
  static const std::regex kPreprocessor(R"(pmcpp: ([^\[\n]*)\[(\d+)\]: )");
  const std::regex& form = Has(messages, "pmcpp: ") ? kPreprocessor : kLoader;
  std::smatch match;
  if (!std::regex_search(messages, match, form)) return {};
  return match[1].str() + ":" + std::to_string(std::stoi(match[2]) + distance);
}

class NameSpaceFilesTest : public ::testing::Test {
 protected:
  void Write(const std::string& name, const std::string& text) {
    WriteFile(directory_ / name, AsBytes(text));
  }
  /// Adds a text to load, without a preprocessor or with one.
  void AddPlain(const std::string& text) { Add("load ", "", text); }
  void Add(const std::string& text, bool allow_duplicates) {
    Add("ascii ", allow_duplicates ? " 1" : " 0", text);
  }
  std::string NextName() const { return "n" + std::to_string(texts_.size()); }

  /// Compares the texts that were added since the last call.
  void Compare() {
    auto ours = Ask("_ours", commands_), peers = Ask("_peer", commands_);
    ASSERT_EQ(ours.size(), texts_.size());
    ASSERT_EQ(peers.size(), texts_.size());
    for (const auto& [file, text] : texts_) {
      SCOPED_TRACE(testing::Message() << file << "\n" << text);
      CompareOne(ours[file], peers[file], plain_.at(file));
    }
    commands_.clear();
    texts_.clear();
  }
  /// The peer does not close some of the files that it refuses, so a process gets a limited number.
  void CompareNowAndThen() {
    if (texts_.size() == 500) Compare();
  }

  std::size_t right_ = 0, wrong_ = 0, unfinished_ = 0;

 private:
  void Add(const std::string& how, const std::string& behind, const std::string& text) {
    const std::string file = directory_ / NextName();
    WriteFile(file, AsBytes(text));
    texts_[file] = text;
    plain_[file] = how == "load ";
    commands_ += "try " + how + file + behind + "\n";
  }

  void CompareOne(const Outcome& ours, const Outcome& peer, bool is_plain) {
    // docs/compatibility.md: a group that does not end.
    if (Has(ours.messages, "there is no } for this group") ||
        Has(ours.messages, "there is no { behind this")) {
      ++unfinished_;
      return;
    }
    EXPECT_TRUE(SameLines(ours.answers, peer.answers)) << ours.messages << peer.messages;
    if (Has(ours.answers, "status 0\n")) {
      ++right_;
      EXPECT_EQ(ours.messages, "");
      return;
    }
    ++wrong_;
    EXPECT_TRUE(SaysTheSame(ours.messages, peer.messages)) << ours.messages << peer.messages;
    ComparePlaces(ours.messages, peer.messages, is_plain);
  }

  // The peer names other lines than we do.  Without a preprocessor, it names the next line.  For
  // duplicate names it names the end of the group, and for markers the number in the marker.  For
  // mistakes of whole name spaces it names no line.
  static void ComparePlaces(const std::string& ours, const std::string& peer, bool is_plain) {
    if (Has(peer, "Duplicate name ") || Has(peer, "Illegal line number")) return;
    const bool is_shifted = is_plain && !Has(peer, "[marked:");
    const std::string place = PlaceIn(peer, is_shifted ? -1 : 0);
    if (place.empty()) return;
    EXPECT_EQ(PlaceIn(ours, 0), place) << ours << peer;
  }

  TempDirectory directory_;
  std::string commands_;
  std::map<std::string, std::string> texts_;
  std::map<std::string, bool> plain_;
};

std::size_t FileCount(std::size_t usual) { return IsSoak() ? usual * 15 : usual; }

TEST_F(NameSpaceFilesTest, RandomPlainOnesAreReadOrRefusedAlike) {
  NameSpaceSamples samples(1);
  const std::size_t count = FileCount(600);
  for (std::size_t i = 0; i < count; ++i, CompareNowAndThen()) AddPlain(samples.Plain(i % 3 == 0));
  Compare();
  EXPECT_GT(right_, count / 4);
  EXPECT_GT(wrong_, count / 3);
  EXPECT_LT(unfinished_, count / 10);
}

TEST_F(NameSpaceFilesTest, RandomPreprocessedOnesAreReadOrRefusedAlike) {
  NameSpaceSamples samples(2);
  const std::size_t count = FileCount(300);
  for (std::size_t i = 0; i < count; ++i, CompareNowAndThen()) {
    const std::string included = NextName() + ".h";
    const auto sample = samples.Preprocessed(i % 3 == 0, included);
    Write(included, sample.included);
    Add(sample.text, i % 4 != 0);
  }
  Compare();
  EXPECT_GT(right_, count / 5);
  EXPECT_GT(wrong_, count / 3);
  EXPECT_LT(unfinished_, count / 10);
}

}  // namespace
}  // namespace fdr::test
