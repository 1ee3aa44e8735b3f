// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Texts over time, as small pictures and beside a model that follows the rules one by one.

#include <gtest/gtest.h>

#include <random>

#include "fdr/replay/one_sample.h"
#include "fdr/replay/serve/viewer/states/window_states.h"
#include "fdr/tests/serve/viewer/viewer_fixture.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/soak.h"

namespace fdr::test {
namespace {

constexpr std::string_view kStates = R"(
time      1000  1010  1020  1030  1040  1045  1050  1060  1070
s[1]         a     a     b     .     b     |     b     c     .   instant string
s[2]         x     x     .     .     x     |     .     y     .   instant string
u          one     .     .   two     .     |     .     .     .   discrete string
n            1     1     1     1     1     |     1     1     1   instant 32
)";

class ViewerStatesTest : public ViewerTest {
 protected:
  // The series of an answer.
  std::string Series(const std::string& question) {
    const std::string answer = Get("states?" + question);
    const std::size_t start = answer.find("\"series\":");
    return start == std::string::npos ? answer
                                      : answer.substr(start + 9, answer.size() - start - 10);
  }
};

TEST_F(ViewerStatesTest, ATextHoldsUpToTheNextSample) {
  Write(kStates);
  EXPECT_EQ(Series("m=s&from=1700001000&to=1700001080"),
            R"([{"m":"s","i":"inst1","id":1,"runs":[[1700001000,1700001020,"a"],)"
            R"([1700001020,1700001045,"b"],[1700001050,1700001060,"b"],)"
            R"([1700001060,1700001070,"c"]]},)"
            R"({"m":"s","i":"inst2","id":2,"runs":[[1700001000,1700001020,"x"],)"
            R"([1700001040,1700001045,"x"],[1700001060,1700001070,"y"]]}])");
  EXPECT_EQ(Series("m=u&from=1700001000&to=1700001080"),
            R"([{"m":"u","runs":[[1700001000,1700001030,"one"],[1700001030,1700001045,"two"]]}])");
}

TEST_F(ViewerStatesTest, AWindowKnowsWhatWasBefore) {
  Write(kStates);
  EXPECT_EQ(Series("m=s[inst1]&m=u&from=1700001012.5&to=1700001014"),
            R"([{"m":"s","i":"inst1","id":1,"runs":[[1700001012.5,1700001014,"a"]]},)"
            R"({"m":"u","runs":[[1700001012.5,1700001014,"one"]]}])");
  EXPECT_EQ(Series("m=u&from=1700001050&to=1700001080"), "[]") << "behind the mark";
  EXPECT_EQ(Series("m=s&from=1700001090&to=1700001095"), "[]") << "behind the end";
  EXPECT_EQ(Series("m=s&from=1700000000&to=1700000500"), "[]");
  EXPECT_EQ(Series("m=s&i=inst2&from=1700001030&to=1700001042"),
            R"([{"m":"s","i":"inst2","id":2,"runs":[[1700001040,1700001042,"x"]]}])")
      << "it was gone at 1020";
}

TEST_F(ViewerStatesTest, TheLastRecordHasALengthOfZero) {
  Write(R"(
time      1000  1010  1020
s[1]         a     .     b   instant string
n            1     1     1   instant 32
)");
  EXPECT_EQ(Series("m=s&from=1700001000&to=1700001030"),
            R"([{"m":"s","i":"inst1","id":1,"runs":[[1700001000,1700001020,"a"],)"
            R"([1700001020,1700001020,"b"]]}])");
  EXPECT_EQ(Series("m=s&from=1700001000&to=1700001020"),
            R"([{"m":"s","i":"inst1","id":1,"runs":[[1700001000,1700001020,"a"]]}])");
}

TEST_F(ViewerStatesTest, ShortNeighboursBecomeOne) {
  Write(R"(
time      1000  1001  1002  1003  1004  1020  1021  1040
s            a     b     a     b     a     c     a     a   instant string
)");
  EXPECT_EQ(Series("m=s&from=1700001000&to=1700001040&n=16"),
            R"([{"m":"s","runs":[[1700001000,1700001004,null,4],[1700001004,1700001020,"a"],)"
            R"([1700001020,1700001021,"c"],[1700001021,1700001040,"a"]]}])")
      << "what is alone stays as it is";
  EXPECT_EQ(Series("m=s&from=1700001000&to=1700001040&n=1"),
            R"([{"m":"s","runs":[[1700001000,1700001040,null,7]]}])");
}

TEST_F(ViewerStatesTest, TheAnswerSaysWhatItIs) {
  Write(kStates);
  const std::string answer = Get("states?m=s,n,no.such&from=1700001000&to=1700001080&n=40");
  const std::size_t start = answer.find("\"from\"");
  EXPECT_EQ(answer.substr(start, answer.find(",\"series\"") - start),
            R"("from":1700001000,"to":1700001080,"n":40,"least":4,"missing":["no.such","n"])");
  const HttpResponse response = Ask("states?m=s&from=1&to=2");
  EXPECT_TRUE(std::any_of(response.headers.begin(), response.headers.end(),
                          [](const auto& header) { return header.first == "ETag"; }));
}

TEST_F(ViewerStatesTest, LongTextsAreCutAndStayApart) {
  const std::string a = std::string(300, 'x') + "1", b = std::string(300, 'x') + "2";
  const std::string broken = std::string(255, 'x') + "€uro";
  {
    ArchiveBuilder archive(directory_ / "toy", Version::k3);
    archive.Metric({.name = "s", .id = ToyMetric("s"), .type = Type::kString});
    int at = 1000;
    for (const std::string& text : {a, a, b, broken}) {
      archive.Record(At(at), {Single(ToyMetric("s"), text)});
      at += 10;
    }
    archive.Close();
  }
  const std::string cut(256, 'x');
  EXPECT_EQ(Series("m=s&from=1700001000&to=1700001040"),
            R"([{"m":"s","runs":[[1700001000,1700001020,")" + cut +
                R"(…"],[1700001020,1700001030,")" + cut + R"(…"],[1700001030,1700001030,")" +
                cut.substr(1) + R"(…"]]}])");
}

TEST_F(ViewerStatesTest, BadParametersAreRefused) {
  Write(kStates);
  for (const char* question :
       {"states?m=s", "states?m=s&from=1&to=1", "states?from=1&to=2", "states?m=s&from=x&to=2",
        "states?m=s&from=1&to=2&n=0", "states?m=s&from=1&to=2&n=10001", "states?m=s[&from=1&to=2",
        "states?m=s&i=/(/&from=1&to=2", "states?m=s&i={&from=1&to=2"})
    EXPECT_NE(Get(question, 400).find("\"success\":false"), std::string::npos) << question;
  Get("states?s=nowhere&m=s&from=1&to=2", 404);
  EXPECT_EQ(Series("m=s&from=-4400000000&to=4400000000&n=10000").substr(0, 13), R"([{"m":"s","i")");
}

TEST_F(ViewerStatesTest, AnswersEndWithTheirLimit) {
  Write(kStates);
  request_.limit = std::make_shared<WorkLimit>(std::chrono::seconds(10));
  request_.limit->Cancel();
  EXPECT_NE(Ask("states?m=s&from=1700001000&to=1700001080").status, 200u);
}

// A random recording, and what it says.
class StateModel {
 public:
  static constexpr InstanceId kInstances = 4;

  StateModel(const std::string& base, std::mt19937_64& chance);

  // By the rules of docs/viewer-protocol.md.
  std::vector<StateRun> Runs(InstanceId instance, const StateWindow& window) const;
  Nanos first() const { return records_.front().at; }
  Nanos last() const { return records_.back().at; }

 private:
  struct Record {
    Nanos at = 0;
    bool is_mark = false;
    std::map<InstanceId, std::string> texts = {};
  };
  struct Hold {
    Nanos from, to;
    std::string text;
  };

  std::vector<Hold> Holds(InstanceId instance) const;
  std::size_t SampleOf(std::size_t record) const;

  std::vector<Record> records_;
};

StateModel::StateModel(const std::string& base, std::mt19937_64& chance) {
  const auto one_in = [&](unsigned n) { return chance() % n == 0; };
  const MetricId metric = ToyMetric("s"), other = ToyMetric("n");
  const InDomId domain = ToyDomain("s");
  ArchiveBuilder archive(base, Version::k3);
  archive.Metric({.name = "s", .id = metric, .type = Type::kString, .indom = domain})
      .Metric({.name = "n", .id = other})
      .InDom(At(1000), domain, {{0, "a"}, {1, "b"}, {2, "c"}, {3, "d"}});
  Nanos at = Toy(1000);
  for (int i = 0; i < 60; ++i) {
    at += one_in(5) ? 1 + static_cast<Nanos>(chance() % 12'000)
                    : 1'000'000 * static_cast<Nanos>(1 + chance() % 5000);
    Record record{at, i > 0 && one_in(10)};
    if (record.is_mark) {
      archive.Mark(StampAt(at));
      records_.push_back(record);
      continue;
    }
    std::vector<Values> sets = {Single(other, std::uint64_t{1})};
    if (!one_in(3)) {
      Values values{metric, {}};
      for (InstanceId id = 0; id < kInstances; ++id)
        if (!one_in(4)) record.texts[id] = std::string(1, static_cast<char>('a' + chance() % 3));
      for (const auto& [id, text] : record.texts) values.values.emplace_back(id, text);
      sets.push_back(values);
    }
    archive.Record(StampAt(at), sets);
    records_.push_back(record);
  }
  archive.Close();
}

// Counts the samples of the metric from the beginning; marks begin others.
std::size_t StateModel::SampleOf(std::size_t record) const {
  std::size_t samples = 0;
  Nanos begun = kFirstNanos;  // the last sample
  for (std::size_t i = 0; i <= record; ++i) {
    if (records_[i].is_mark) begun = kFirstNanos;
    if (records_[i].texts.empty()) continue;
    if (records_[i].at - begun < kOneSample) continue;
    begun = records_[i].at;
    ++samples;
  }
  return samples;
}

std::vector<StateModel::Hold> StateModel::Holds(InstanceId instance) const {
  std::vector<Hold> holds;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    const auto text = records_[i].texts.find(instance);
    if (text == records_[i].texts.end()) continue;
    const std::size_t next = SampleOf(i) + 1;
    std::optional<Nanos> present, next_sample;
    std::size_t k = i + 1;
    for (; k < records_.size() && !records_[k].is_mark; ++k) {
      if (records_[k].texts.empty()) continue;
      if (SampleOf(k) == next && !next_sample) next_sample = records_[k].at;
      if (SampleOf(k) <= next && records_[k].texts.contains(instance) && !present)
        present = records_[k].at;
    }
    const Nanos end = records_[std::min(k, records_.size() - 1)].at;
    holds.push_back({records_[i].at, present ? *present : next_sample.value_or(end), text->second});
  }
  return holds;
}

std::vector<StateRun> StateModel::Runs(InstanceId instance, const StateWindow& window) const {
  std::vector<StateRun> whole;
  for (const Hold& hold : Holds(instance)) {
    const Nanos from = std::max(hold.from, window.from), to = std::min(hold.to, window.to);
    const bool is_point = hold.from == hold.to && from == to && from < window.to;
    if (from >= to && !is_point) continue;
    if (!whole.empty() && whole.back().to == from && whole.back().text == hold.text)
      whole.back().to = to;
    else
      whole.push_back({from, to, hold.text});
  }
  std::vector<StateRun> runs;
  const auto is_short = [&](Nanos from, Nanos to) { return to - from < window.Least(); };
  for (std::size_t i = 0; i < whole.size();) {
    std::size_t end = i + 1;
    while (end < whole.size() && is_short(whole[end - 1].from, whole[end - 1].to) &&
           is_short(whole[end - 1].to, whole[end].from) && is_short(whole[end].from, whole[end].to))
      ++end;
    runs.push_back(end == i + 1 ? whole[i]
                                : StateRun{whole[i].from, whole[end - 1].to, {}, end - i});
    i = end;
  }
  return runs;
}

std::string Told(const std::vector<StateRun>& runs) {
  std::string text;
  for (const StateRun& run : runs)
    text += std::to_string(run.from) + '-' + std::to_string(run.to) + run.text +
            (run.count > 1 ? '*' + std::to_string(run.count) : "") + ' ';
  return text;
}

TEST(WindowStates, RandomRecordingsFollowTheRules) {
  std::mt19937_64 chance(20260801);
  const int rounds = (IsSoak() ? 600 : 40) / kSlowness;
  for (int round = 0; round < rounds; ++round) {
    TempDirectory directory;
    const StateModel model(directory / "random", chance);
    const auto archive = *ArchiveContext::Open(directory / "random");
    Parameters parameters;
    ASSERT_TRUE(parameters.AddEncoded("m=s"));
    const auto choice = ChooseMetrics(*archive, parameters, WithoutMetrics::kRefuse);
    ASSERT_TRUE(choice);
    for (int i = 0; i < 20; ++i) {
      const Nanos length = model.last() - model.first() + 2 * kNanosPerSecond;
      const auto any = [&] {
        return model.first() - kNanosPerSecond +
               static_cast<Nanos>(std::uniform_real_distribution<>(0, 1)(chance) *
                                  static_cast<double>(length));
      };
      Nanos from = any(), to = any();
      if (from > to) std::swap(from, to);
      const StateWindow window{from, to + 1, 1 + static_cast<std::uint32_t>(chance() % 40)};
      NamesOfInstances names(*archive);
      WindowStates states(*choice, names, window);
      const auto read = states.Read(*archive, NoLimit);
      ASSERT_TRUE(read) << read.error().Message();
      std::map<InstanceId, std::string> found;
      for (const WindowStates::Series& series : states.Of(0)) {
        found[series.instance] = Told(series.runs.runs());
        EXPECT_LE(series.runs.runs().size(), window.most);
      }
      for (InstanceId id = 0; id < StateModel::kInstances; ++id)
        ASSERT_EQ(found[id], Told(model.Runs(id, window)))
            << "round " << round << ", instance " << id << " from " << window.from << " to "
            << window.to << ", " << window.most;
    }
  }
}

}  // namespace
}  // namespace fdr::test
