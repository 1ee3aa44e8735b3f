// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/tests/serve/viewer/viewer_fixture.h"

namespace fdr::test {
namespace {

constexpr std::string_view kDisks = R"(
time      1000  1010  1020  1030  1040  1050  1060  1070  1080
x[1]         1     1     1     1     1     9     9     9     9   instant double
x[2]         5     5     5     5     5     5     5     5     5   instant double
x[3]         .     .     3     .     .     .     .     .     .   instant double
c            0    10    20    30    40   140   240   340   440   counter
)";

class ViewerExtrasTest : public ViewerTest {
 protected:
  ViewerExtrasTest() { Write(kDisks); }
};

TEST_F(ViewerExtrasTest, AHeatMapHasOneByteForEachCell) {
  const std::string map = Get("heat?m=x&from=1700001000&to=1700001090&n=9&order=name");
  EXPECT_EQ(map.substr(0, 4), "FDRH");
  const auto json = static_cast<std::size_t>(static_cast<unsigned char>(map[16]) |
                                             static_cast<unsigned char>(map[17]) << 8);
  EXPECT_NE(map.find(R"("low":1,"high":9,"total":3)"), std::string::npos) << map.substr(20, json);
  EXPECT_NE(map.find(R"("rows":[{"i":"inst1","id":1},{"i":"inst2","id":2},{"i":"inst3","id":3}])"),
            std::string::npos);
  const std::string cells = map.substr(20 + json);
  ASSERT_EQ(cells.size(), 32u) << "27 cells and their padding";
  EXPECT_EQ(cells.substr(0, 9), std::string("\1\1\1\1\1\xff\xff\xff\xff"));
  EXPECT_EQ(static_cast<unsigned char>(cells[9]), 128);
  EXPECT_EQ(cells.substr(18, 9), std::string("\0\0\x41\0\0\0\0\0\0", 9));
}

TEST_F(ViewerExtrasTest, AHeatMapShowsTheFirstRowsOfItsOrder) {
  const std::string question = "heat?m=x&from=1700001000&to=1700001090&n=9&rows=1&order=";
  EXPECT_NE(Get(question + "max").find(R"("rows":[{"i":"inst1")"), std::string::npos);
  EXPECT_NE(Get(question + "peak").find(R"("total":3)"), std::string::npos);
  EXPECT_NE(Get("heat?m=x&from=1700001000&to=1700001090&n=9&order=peak")
                .find(R"("rows":[{"i":"inst2","id":2},{"i":"inst3","id":3},{"i":"inst1","id":1}])"),
            std::string::npos);
  Get(question + "taste", 400);
  Get("heat?m=x,c&from=1&to=2&n=9", 400);
  Get("heat?m=no&from=1&to=2&n=9", 404);
  Get("heat?m=x&from=1&to=2&n=10000&rows=4096", 503);
}

TEST_F(ViewerExtrasTest, FollowsAnArchive) {
  HttpResponse response = Ask("follow?m=c&interval=0.5");
  EXPECT_EQ(response.type, "text/event-stream");
  ASSERT_TRUE(response.source);
  const Result<BodySource::Piece> piece = response.source->Next();
  ASSERT_TRUE(piece);
  EXPECT_EQ(piece->data, ":\n\n") << "nothing is new at first";
  EXPECT_EQ(piece->wait, std::chrono::milliseconds(500));
  EXPECT_FALSE(piece->is_last);
  Get("follow?interval=0", 400);
}

TEST_F(ViewerExtrasTest, ConditionsHaveALimit) {
  const std::string text = Get("at?m=c&i={" + std::string(20'000, 'x') + '}', 400);
  EXPECT_NE(text.find("i: conditions have at most 16384 bytes"), std::string::npos) << text;
}

// Lines in memory.
class MemoryTexts final : public TextStore {
 public:
  Result<std::vector<std::string>> Load(const std::string& key) override { return texts_[key]; }
  Result<void> Save(const std::string& key, const std::vector<std::string>& texts) override {
    texts_[key] = texts;
    return {};
  }
  std::map<std::string, std::vector<std::string>> texts_;
};

TEST_F(ViewerExtrasTest, NotesAreKeptForThoseWhoMayStore) {
  EXPECT_EQ(Get("notes"), R"({"writable":false,"notes":[]})");
  request_.method = HttpMethod::kPost;
  Get("notes?t=1700001000&text=x", 403);
}

TEST_F(ViewerExtrasTest, NotesComeAndGo) {
  MemoryTexts texts;
  options_.notes = &texts;
  request_.method = HttpMethod::kPost;
  Get("notes?t=1700001000&text=x", 403);
  request_.role = HttpRole::kStore;
  const std::string note = Get("notes?t=1700001000.5&text=%3Cb%3E&author=ann");
  const std::string rest =
      R"(","t":1700001000.5,"to":null,"text":"<b>","author":"ann","made":1700005000})";
  ASSERT_EQ(note, note.substr(0, 23) + rest);
  texts.texts_.begin()->second.emplace_back("not JSON");
  texts.texts_.begin()->second.push_back(R"({"text":")" + std::string(32 * 1024, 'x') + "\"}");
  request_.method = HttpMethod::kGet;
  EXPECT_EQ(Get("notes"), R"({"writable":true,"notes":[)" + note + "]}");
  request_.method = HttpMethod::kPost;
  Get("notes?t=1&text=", 400);
  Get("notes?text=x", 400);
  Get("notes?t=1&text=" + std::string(4097, 'x'), 400);
  Get("notes?delete=" + note.substr(7, 16));
  Get("notes?delete=" + note.substr(7, 16), 404);
  request_.method = HttpMethod::kGet;
  EXPECT_EQ(Get("notes"), R"({"writable":true,"notes":[]})");
}

TEST_F(ViewerExtrasTest, TheLongestNoteIsShown) {
  MemoryTexts texts;
  options_.notes = &texts;
  request_.method = HttpMethod::kPost;
  request_.role = HttpRole::kStore;
  std::string url = "notes?t=1700001000&text=";
  for (int i = 0; i < 4096; ++i) url += "%01";
  url += "&author=";
  for (int i = 0; i < 128; ++i) url += "%02";
  const std::string note = Get(url);
  request_.method = HttpMethod::kGet;
  EXPECT_EQ(Get("notes"), R"({"writable":true,"notes":[)" + note + "]}");
}

TEST_F(ViewerExtrasTest, ALayoutThatWasMadeTooLongIsNotThere) {
  MemoryTexts texts;
  options_.layouts = &texts;
  const std::string id(40, 'a'), begin = R"({"x":")", end = "\"}";
  const std::string longest = begin + std::string(64 * 1024 - 8, 'x') + end;
  texts.texts_[id] = {longest};
  EXPECT_EQ(Get("layouts?id=" + id), longest);
  texts.texts_[id] = {begin + 'x' + longest.substr(begin.size())};
  Get("layouts?id=" + id, 404);
}

TEST_F(ViewerExtrasTest, LayoutsAreFoundByTheirContent) {
  request_.method = HttpMethod::kPost;
  request_.body = R"({"panels":[1,2]})";
  const std::string id = Get("layouts");
  EXPECT_EQ(id.size(), 49u) << id;
  request_.body = "[]";
  Get("layouts", 400);
  request_.method = HttpMethod::kGet;
  EXPECT_EQ(Get("layouts?id=" + id.substr(7, 40)), R"({"panels":[1,2]})");
  Get("layouts?id=" + std::string(40, '0'), 404);
  Get("layouts?id=../x", 404);
}

TEST_F(ViewerExtrasTest, AWindowIsCutOutAsATarFile) {
  Get("cut?from=1700001000&to=1700001010", 403);
}

TEST_F(ViewerExtrasTest, TheCutArchiveIsRemovedAtTheEnd) {
  std::string asked;
  options_.cut = [&](ArchiveContext& archive, Timestamp from, Timestamp to, const CheckLimit&) {
    asked = archive.timeline().archive(0).files().base + " " + std::to_string(to.sec - from.sec);
    std::filesystem::create_directory(directory_ / "cut");
    std::ofstream(directory_ / "cut/a.meta") << std::string(600, 'm');
    std::ofstream(directory_ / "cut/a.0") << "data";
    return Result<CutDirectory>(
        CutDirectory{directory_ / "cut", std::shared_ptr<void>(nullptr, [this](void*) {
                       std::filesystem::remove_all(directory_ / "cut");
                     })});
  };
  {
    HttpResponse response = Ask("cut?from=1700001000&to=1700001010");
    EXPECT_EQ(response.type, "application/x-tar");
    const std::string tar = BodyOf(response);
    EXPECT_EQ(tar.size(), 512u + 512 + 512 + 1024 + 1024);
    EXPECT_STREQ(tar.c_str(), "a.0");
    EXPECT_EQ(tar.substr(257, 8), std::string("ustar\00000", 8));
    EXPECT_EQ(tar.substr(512, 4), "data");
    EXPECT_STREQ(tar.c_str() + 1024, "a.meta");
  }
  EXPECT_EQ(asked, directory_ / "toy 10");
  EXPECT_FALSE(std::filesystem::exists(directory_ / "cut"));
  Get("cut?from=2&to=1", 400);
}

TEST(RequestTimesTest, AreExact) {
  EXPECT_EQ(ParseSeconds("1700000000"), 1'700'000'000'000'000'000);
  EXPECT_EQ(ParseSeconds("1700000000.123456789"), 1'700'000'000'123'456'789);
  EXPECT_EQ(ParseSeconds("1700000000.1234567899"), 1'700'000'000'123'456'789);
  EXPECT_EQ(ParseSeconds("-0.5"), -500'000'000);
  EXPECT_EQ(ParseSeconds("4499999999.9"), 4'499'999'999'900'000'000);
  for (const char* wrong :
       {"", "-", ".5", "1e9", "1.2.3", " 1", "4500000000", "99999999999999999999"})
    EXPECT_FALSE(ParseSeconds(wrong)) << wrong;
  for (const Nanos at : {Nanos{0}, Nanos{1}, Nanos{-1}, Nanos{1'700'000'000'500'000'000}}) {
    std::string text;
    JsonWriter json(text);
    WriteTime(json, at);
    EXPECT_EQ(ParseSeconds(text), at) << text;
  }
}

}  // namespace
}  // namespace fdr::test
