// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Replays the timelines of docs/replay-semantics.md.  The engine must give every value that the
// page shows.  Blocks of the page:
//
//   ```archive NAME [host=HOST]     an archive as toy_archive.h reads it
//   ```open                         NAMES -> the result of opening them
//   ```values NAMES [OPTION...]     a table of interpolated values
//   ```walk NAMES [OPTION...]       what one context does, line by line: see Walk

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <numeric>
#include <sstream>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr {
namespace {

using test::At;
using test::ToyArchive;
using test::ToyMetric;
using test::Words;

struct Block {
  std::string kind, name;
  std::vector<std::string> options;
  std::vector<std::string> lines;

  bool Has(const std::string& option) const {
    return std::find(options.begin(), options.end(), option) != options.end();
  }
  // The text behind "option=".
  std::optional<std::string> Value(const std::string& option) const {
    for (const std::string& word : options)
      if (word.starts_with(option + "=")) return word.substr(option.size() + 1);
    return std::nullopt;
  }
  std::string Picture() const {
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    return all;
  }
};

std::vector<Block> ReadBlocks(const std::string& page) {
  std::vector<Block> blocks;
  std::ifstream in(page);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("```")) continue;
    Block& block = blocks.emplace_back();
    std::vector<std::string> words = Words(line.substr(3));
    if (!words.empty()) block.kind = words[0];
    if (words.size() > 1) block.name = words[1];
    if (words.size() > 2) block.options.assign(words.begin() + 2, words.end());
    while (std::getline(in, line) && line != "```")
      if (!line.empty()) block.lines.push_back(line);
  }
  return blocks;
}

std::vector<std::string> Split(const std::string& list, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(list);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

std::string Seconds(Timestamp stamp) {
  char text[32];
  std::snprintf(text, sizeof text, "%.10g",
                static_cast<double>(stamp.sec - test::kEpoch) + stamp.nsec / 1e9);
  return text;
}

std::string Real(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.10g", value);
  return text;
}

std::string ValueText(const FetchedValue& value, ValueFormat format, Type type) {
  const auto bits = format == ValueFormat::kInPlace ? value.Word() : value.bits;
  switch (type) {
    case Type::k32:
      return std::to_string(static_cast<std::int32_t>(bits));
    case Type::k64:
      return std::to_string(static_cast<std::int64_t>(bits));
    case Type::kU32:
    case Type::kU64:
      return std::to_string(bits);
    case Type::kFloat:
      return Real(static_cast<double>(value.AsFloat()));
    case Type::kDouble:
      return Real(value.AsDouble());
    default:
      return std::string(UpToNul(AsText(value.Payload())));
  }
}

std::string ErrorText(const Error& error) {
  switch (error.code) {
    case Errc::kOverlap:
      return "kOverlap";
    case Errc::kHostMismatch:
      return "kHostMismatch";
    case Errc::kNotFound:
      return "kNotFound";
    case Errc::kCorruptRecord:
      return "kCorruptRecord";
    case Errc::kTruncatedRecord:
      return "kTruncatedRecord";
    default:
      return error.Message();
  }
}

class PageTest : public testing::Test {
 protected:
  // "a,b" with the paths of those archives.
  std::string Paths(const std::string& names) {
    std::string paths;
    for (const std::string& name : Split(names, ','))
      paths += (paths.empty() ? "" : ",") + (directory_ / name);
    return paths;
  }

  ReplayOptions Options(const Block& block) {
    ReplayOptions options;
    if (block.Has("previous")) options.rules.value = ValueRule::kPrevious;
    if (block.Has("wraps")) options.rules.counters = CounterRule::kPcpWrap;
    if (block.Has("plausible")) options.rules.counters = CounterRule::kPlausibleWrap;
    options.watch_gaps = block.Has("gaps");
    if (const auto limit = block.Value("ignore-marks"))
      options.rules.marks.ignore_up_to = std::stoll(*limit) * kNanosPerSecond;
    return options;
  }

  std::unique_ptr<ArchiveContext> Open(const std::string& names, const ReplayOptions& options) {
    auto context = ArchiveContext::Open(Paths(names), options);
    EXPECT_TRUE(context) << names << ": " << context.error().Message();
    return context ? std::move(*context) : nullptr;
  }

  void WriteArchive(const Block& block);
  void WriteUnsorted(const Block& block);
  void CheckOpen(const Block& block);
  void CheckValues(const Block& block);
  void CheckWalk(const Block& block);
  void CheckRow(const Block& block, const std::vector<std::string>& times,
                const std::vector<std::string>& row);
  void Prepare(const Block& block);
  void Overwrite(const std::string& base, const std::string& time, std::size_t byte);
  void Mend();

  test::TempDirectory directory_;
  std::map<std::string, Block> archives_;
  std::unique_ptr<ToyArchive> growing_;
  ByteBuffer whole_;                         // the volume, before its end was cut off
  std::map<std::string, ByteBuffer> sound_;  // volumes before they were damaged
  int checks_ = 0;
};

void PageTest::WriteArchive(const Block& block) {
  archives_[block.name] = block;
  if (block.Has("unsorted"))
    WriteUnsorted(block);
  else
    test::WriteToy(directory_ / block.name, block.Picture(),
                   block.Value("host").value_or("toyhost"));
}

// Our writers only write records in the order of time.  The test moves the records afterwards.
void PageTest::WriteUnsorted(const Block& block) {
  const std::vector<std::string> head = Words(block.lines.front());
  std::vector<std::size_t> columns(head.size() - 1);
  std::iota(columns.begin(), columns.end(), 1);
  std::ranges::stable_sort(columns, {}, [&](std::size_t i) { return std::stod(head[i]); });
  std::string picture;
  for (const std::string& line : block.lines) {
    std::vector<std::string> words = Words(line);
    const std::vector<std::string> before = words;
    for (std::size_t i = 0; i < columns.size(); ++i) words[i + 1] = before[columns[i]];
    for (const std::string& word : words) picture += word + ' ';
    picture += '\n';
  }
  test::WriteToy(directory_ / block.name, picture);

  const std::string path = directory_ / block.name + ".0";
  const ByteBuffer sorted = test::ReadFile(path);
  std::vector<Bytes> records(head.size());  // by column
  std::size_t at = LabelSize(Version::k3);
  for (const std::size_t column : columns) {
    records[column] = Bytes(sorted).subspan(at, LoadU32(sorted.data() + at));
    at += records[column].size();
  }
  ByteBuffer bytes(sorted.begin(), sorted.begin() + LabelSize(Version::k3));
  for (const Bytes record : records) bytes.insert(bytes.end(), record.begin(), record.end());
  test::WriteFile(path, bytes);
}

void PageTest::CheckOpen(const Block& block) {
  for (const std::string& line : block.lines) {
    const std::vector<std::string> words = Words(line);
    ASSERT_GE(words.size(), 3u) << line;
    const auto context = ArchiveContext::Open(Paths(words[0]));
    const std::string outcome = context ? "from " + Seconds((*context)->label().start) + " to " +
                                              Seconds(*(*context)->EndTime())
                                        : ErrorText(context.error());
    std::string expected;
    for (std::size_t i = 2; i < words.size(); ++i) expected += (i > 2 ? " " : "") + words[i];
    EXPECT_EQ(outcome, expected) << line;
    ++checks_;
  }
}

// The value of "metric" or "metric[instance]" in the result.
std::string CellIn(const FetchResult& result, const std::string& name, Type type) {
  const std::size_t bracket = name.find('[');
  const InstanceId instance =
      bracket == std::string::npos ? kSingular : std::stoi(name.substr(bracket + 1));
  const FetchedSet& set = result.sets().front();
  if (set.status == SetStatus::kNotInterpolable) return "refused";
  if (set.status == SetStatus::kUnknownMetric) return "unknown";
  for (const FetchedValue& value : result.Values(set))
    if (value.instance == instance) return ValueText(value, set.format, type);
  return "-";
}

// Fetches forward, backward, and each time with a new context: the values must not differ.
void PageTest::CheckRow(const Block& block, const std::vector<std::string>& times,
                        const std::vector<std::string>& row) {
  ASSERT_GE(row.size(), times.size() + 1) << row[0];
  const MetricId id = ToyMetric(row[0].substr(0, row[0].find('[')));
  auto walker = Open(block.name, Options(block));
  ASSERT_TRUE(walker);
  const Result<Desc> desc = walker->DescOf(id);
  FetchResult result;
  const auto check = [&](Context& context, std::size_t i) {
    ASSERT_TRUE(context.SetMode(Mode::kInterpolated, At(std::stod(times[i]))));
    const Result<bool> fetched = context.Fetch(std::span(&id, 1), result);
    const std::string got = !fetched   ? ErrorText(fetched.error())
                            : *fetched ? CellIn(result, row[0], desc ? desc->type : Type::k32)
                                       : "end";
    EXPECT_EQ(got, row[i + 1]) << block.name << " " << row[0] << " at " << times[i];
  };
  for (std::size_t i = 0; i < times.size(); ++i) check(*walker, i);
  for (std::size_t i = times.size(); i-- > 0;) check(*walker, i);
  for (std::size_t i = 0; i < times.size(); ++i) {
    check(*Open(block.name, Options(block)), i);
    ++checks_;
  }
}

void PageTest::CheckValues(const Block& block) {
  Prepare(block);
  std::vector<std::string> times;
  for (const std::string& line : block.lines) {
    std::vector<std::string> words = Words(line);
    if (words[0] == "time")
      times.assign(words.begin() + 1, words.end());
    else
      CheckRow(block, times, words);
  }
  Mend();
}

// Checks what a context answers, line by line.  Before the arrow:
//
//   forward|backward|every SECONDS [from ORIGIN,] [METRIC+METRIC...|records]  SetMode(), fetches
//   next METRIC+METRIC...|records                                             fetches
//   origin   now   end   members METRIC   values METRIC                       questions
//   write up to TIME   write the rest   profile METRIC INSTANCE...            without an answer
//
// The answer is behind the arrow.  For a fetch it is the stamp; (STAMP) for a mark; |STAMP
// behind an interruption; "end"; or the error's code.
class Walk {
 public:
  Walk(ArchiveContext& context, ToyArchive* growing) : context_(context), growing_(growing) {}

  std::string Answer(std::vector<std::string> words, std::size_t count) {
    for (std::string& word : words)
      if (word.ends_with(',')) word.pop_back();
    const std::string verb = words[0];
    if (verb == "origin") return Seconds(context_.origin());
    if (verb == "now") return Seconds(context_.Now());
    if (verb == "end") return Seconds(*context_.EndTime());
    if (verb == "members") return Members(words[1]);
    if (verb == "values") return Values(words[1]);
    if (verb == "write") return growing_->WriteUpTo(std::stod(words[3])), "";
    if (verb == "profile") return SetProfile(words);
    return Fetches(words, count);
  }

 private:
  std::string Members(const std::string& metric) {
    const auto members = context_.Instances(test::ToyDomain(metric));
    if (!members) return ErrorText(members.error());
    std::string all;
    for (const NamedInstance& member : *members)
      all += (all.empty() ? "" : " ") + std::to_string(member.id);
    return all;
  }

  std::string Values(const std::string& metric) {
    const Result<Desc> desc = context_.DescOf(ToyMetric(metric));
    std::string all;
    for (const FetchedSet& set : result_.sets()) {
      if (set.id != ToyMetric(metric)) continue;
      if (set.status == SetStatus::kUnknownMetric) return "unknown";
      if (set.status == SetStatus::kRecordedError) return "error";
      for (const FetchedValue& value : result_.Values(set))
        all += (all.empty() ? "" : " ") +
               (value.instance == kSingular ? "" : "[" + std::to_string(value.instance) + "]") +
               ValueText(value, set.format, desc->type);
      return all.empty() ? "-" : all;
    }
    return "nothing";
  }

  std::string SetProfile(const std::vector<std::string>& words) {
    Profile profile;
    profile.Set(test::ToyDomain(words[1]), false);
    std::vector<InstanceId> instances;
    for (std::size_t i = 2; i < words.size(); ++i) instances.push_back(std::stoi(words[i]));
    profile.Include(test::ToyDomain(words[1]), instances);
    context_.SetProfile(profile);
    return "";
  }

  std::string Fetches(std::vector<std::string> words, std::size_t count) {
    std::size_t at = 1;
    std::int64_t delta = 0;
    Mode mode = words[0] == "forward" ? Mode::kForward : Mode::kBackward;
    if (words[0] == "every") {
      mode = Mode::kInterpolated;
      delta = static_cast<std::int64_t>(std::stod(words[at++]) * 1e9);
    }
    std::optional<Timestamp> origin;
    if (at < words.size() && words[at] == "from") {
      origin = At(std::stod(words.at(at + 1)));
      at += 2;
    }
    if (words[0] != "next" && !context_.SetMode(mode, origin, delta)) return "refused";
    if (at == words.size()) return "";
    std::vector<MetricId> metrics;
    for (const std::string& name : Split(words.at(at), '+')) metrics.push_back(ToyMetric(name));
    std::string all;
    for (std::size_t i = 0; i < count; ++i)
      all +=
          (i > 0 ? " " : "") + (words[at] == "records" ? Outcome(context_.FetchRecord(result_))
                                                       : Outcome(context_.Fetch(metrics, result_)));
    return all;
  }

  std::string Outcome(const Result<bool>& fetched) {
    if (!fetched) return ErrorText(fetched.error());
    if (!*fetched) return "end";
    const std::string stamp = Seconds(result_.stamp());
    if (result_.is_mark()) return "(" + stamp + ")";
    return result_.after_gap() ? "|" + stamp : stamp;
  }

  ArchiveContext& context_;
  ToyArchive* growing_;
  FetchResult result_;
};

// Options that change what is on the disk.
void PageTest::Prepare(const Block& block) {
  const std::string base = directory_ / block.name;
  if (const auto up_to = block.Value("up-to")) {
    const Block& archive = archives_.at(block.name);
    for (const std::string& file : test::FileNames(directory_.path()))
      if (file.starts_with(block.name + ".")) std::filesystem::remove(directory_ / file);
    growing_ = std::make_unique<ToyArchive>(base, archive.Picture());
    growing_->WriteUpTo(std::stod(*up_to));
  }
  if (block.Has("cut")) {  // only the first of several archives
    const std::string volume = directory_ / Split(block.name, ',').front() + ".0";
    whole_ = test::ReadFile(volume);
    test::WriteFile(volume, Bytes(whole_).first(whole_.size() - 5));
  }
  if (const auto damaged = block.Value("damaged")) Overwrite(base, *damaged, 16);  // the body
  if (const auto broken = block.Value("broken")) Overwrite(base, *broken, 0);      // the length
}

// Overwrites a byte of the record at that time.
void PageTest::Overwrite(const std::string& base, const std::string& time, std::size_t byte) {
  ByteBuffer bytes = test::ReadFile(base + ".0");
  std::size_t at = LabelSize(Version::k3);
  const auto seconds = static_cast<std::uint32_t>(test::kEpoch + std::stoll(time));
  while (LoadU32(bytes.data() + at + 4) != seconds) at += LoadU32(bytes.data() + at);
  sound_[base + ".0"] = bytes;
  bytes[at + byte] = std::byte{0x7f};
  test::WriteFile(base + ".0", bytes);
}

void PageTest::Mend() {
  for (const auto& [path, bytes] : sound_) test::WriteFile(path, bytes);
  sound_.clear();
}

void PageTest::CheckWalk(const Block& block) {
  Prepare(block);
  const auto context = Open(block.name, Options(block));
  ASSERT_TRUE(context) << block.name;
  Walk walk(*context, growing_.get());
  for (const std::string& line : block.lines) {
    if (line == "write the rest") {
      test::WriteFile(directory_ / block.name + ".0", whole_);
      continue;
    }
    const std::size_t arrow = line.find("->");
    std::vector<std::string> expected;
    if (arrow != std::string::npos) expected = Words(line.substr(arrow + 2));
    std::string wanted;
    for (const std::string& word : expected) wanted += (wanted.empty() ? "" : " ") + word;
    EXPECT_EQ(walk.Answer(Words(line.substr(0, arrow)), expected.size()), wanted) << line;
    ++checks_;
  }
  growing_.reset();
  Mend();
}

TEST_F(PageTest, EveryWorkedExampleIsWhatTheEngineGives) {
  for (const Block& block : ReadBlocks(test::TestData("../docs/replay-semantics.md"))) {
    if (block.kind == "archive") {
      WriteArchive(block);
    } else if (block.kind == "open") {
      CheckOpen(block);
    } else if (block.kind == "values") {
      CheckValues(block);
    } else if (block.kind == "walk") {
      CheckWalk(block);
    } else {
      EXPECT_EQ(block.kind, "") << "a block that is not known";
    }
  }
  std::cout << checks_ << " lines and values of the page checked\n";
  EXPECT_GE(checks_, 150);
}

}  // namespace
}  // namespace fdr
