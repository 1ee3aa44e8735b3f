// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compares times, intervals and local times with the installed PCP library.  tests/pmapi/times.c
// asks the library and our C API.  The tests at the end show the differences on purpose;
// docs/compatibility.md argues them.

#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <cstdlib>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "fdr/replay/text/ascii.h"
#include "fdr/replay/time/interval.h"
#include "fdr/replay/time/stamp_format.h"
#include "fdr/replay/time/time_window.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tests/differential/time_grammar.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/soak.h"

namespace fdr::test {
namespace {

using namespace std::string_literals;

// By default a part that depends on a seed; everything if FDR_SOAK is set.
std::size_t Count(std::size_t soak) { return IsSoak() ? soak : soak / 30; }

std::string Hex(const std::string& text) {
  if (text.empty()) return ".";
  constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

std::string Hex(const std::optional<std::string>& text) { return text ? Hex(*text) : "-"; }

std::string Number(std::int64_t number) { return std::to_string(number); }
std::string Stamp(const Timestamp& t) { return Number(t.sec) + "." + Number(t.nsec); }

// Returns one answer per request.
std::vector<std::string> Ask(const char* program, const std::vector<std::string>& requests,
                             const std::string& version = "6") {
  ChildRequest child{.argv = {program},
                     .environment = {"PCP_DERIVED_CONFIG=", "FDR_PCP_VERSION=" + version},
                     .time_limit = std::chrono::minutes(5)};
  for (const std::string& request : requests) child.stdin_text += request + "\n";
  const Result<ChildOutcome> outcome = RunChild(child);
  std::vector<std::string> answers;
  if (outcome) {
    EXPECT_TRUE(outcome->Succeeded())
        << outcome->exit_status << " " << outcome->signal << " " << outcome->err;
    std::istringstream lines(outcome->out);
    for (std::string line; std::getline(lines, line);) answers.push_back(line);
  } else {
    ADD_FAILURE() << outcome.error().Message();
  }
  EXPECT_EQ(answers.size(), requests.size());
  answers.resize(requests.size());
  return answers;
}

std::vector<std::string> AskPeer(const std::vector<std::string>& requests) {
  return Ask(FDR_PEERS_TIMES, requests);
}

std::vector<std::string> AskOurCApi(const std::vector<std::string>& requests) {
  return Ask(FDR_OUR_TIMES, requests);
}

std::string OurInterval(const std::string& text) {
  const Result<Interval> interval = ParseInterval(text, IntervalRules::kPcp);
  if (!interval) return "-1 0 0 "s + Hex(interval.error().what);
  return "0 "s + Number(interval->sec) + " " + Number(interval->nsec) + " -";
}

std::string PeerIntervalRequest(const std::string& text) { return "I "s + Hex(text); }

struct Question {
  TimeWindowSpec spec;
  std::string zone = "UTC";
  std::int64_t now = 1'795'155'634;  // 2026-11-20 06:20:34 UTC
  Timestamp log_start{1'000'000'000, 0};
  std::optional<Timestamp> log_end = Timestamp{1'000'100'000, 0};

  std::string Request() const {
    return "W "s + Number(now) + " " + Hex(zone) + " " + Stamp(log_start) + " " +
           (log_end ? Stamp(*log_end) : "open") + " " + Hex(spec.start) + " " + Hex(spec.finish) +
           " " + Hex(spec.align) + " " + Hex(spec.offset);
  }

  Result<TimeWindow> Ours() const {
    return ParseTimeWindowUnnormalised(spec, {log_start, log_end, Zone::FromPeerOption(zone), now},
                                       IntervalRules::kPcp);
  }

  std::string Describe() const {
    const auto show = [](const std::optional<std::string>& text) {
      return text ? "\""s + *text + "\"" : "none";
    };
    return "TZ="s + zone + " now=" + Number(now) + " log=" + Stamp(log_start) + ".." +
           (log_end ? Stamp(*log_end) : "open") + " -S " + show(spec.start) + " -T " +
           show(spec.finish) + " -A " + show(spec.align) + " -O " + show(spec.offset);
  }
};

// The answer of either side about a window.
struct Answer {
  int rc = 0;                            // 1: fine, 0: with a warning, -1: an error
  std::array<Timestamp, 3> stamps = {};  // start, end, origin
  std::string message;                   // in hexadecimal

  friend bool operator==(const Answer&, const Answer&) = default;
};

std::ostream& operator<<(std::ostream& out, const Answer& a) {
  return out << a.rc << " " << Stamp(a.stamps[0]) << " .. " << Stamp(a.stamps[1]) << " from "
             << Stamp(a.stamps[2]) << " " << a.message;
}

Answer Ours(const Question& q) {
  const Result<TimeWindow> window = q.Ours();
  if (!window) return {-1, {}, Hex(window.error().what)};
  return {window->warning ? 0 : 1,
          {window->start, window->end.value_or(Timestamp{INT64_MAX, 0}), window->origin},
          Hex(window->warning)};
}

Answer ReadAnswer(const std::string& line) {
  Answer answer;
  std::istringstream in(line);
  in >> answer.rc;
  for (Timestamp& stamp : answer.stamps) in >> stamp.sec >> stamp.nsec;
  in >> answer.message;
  return answer;
}

// Differences on purpose; docs/compatibility.md, "Times and intervals", has the reasons.

// The peer forgets a warning's text when it reads another time.  Only the return code is left.
bool ForgotWarning(const Question& q, const Answer& ours, Answer peers) {
  if (peers.rc != 0 || peers.message != "-" || !(q.spec.finish || q.spec.offset)) return false;
  peers.message = ours.message;
  return ours == peers;
}

// The peer takes 2100, 2200, 2300, 2500... for leap years in free form.
bool TooManyLeapYears(Answer ours, const Answer& peers) {
  constexpr std::int64_t kYear2100 = 4'102'444'800;
  constexpr std::int64_t kCentury = 36525 * 86400LL;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t late = peers.stamps[i].sec - ours.stamps[i].sec;
    const std::int64_t since = ours.stamps[i].sec - kYear2100;
    if (since > 0 && late > 0 && late <= (since / kCentury + 8) * 86400) ours.stamps[i].sec += late;
  }
  if (peers.message == "-") ours.message = "-";
  return ours == peers;
}

// Allows for the weeks that a weekday adds.
bool IsNearEpoch(const Timestamp& t) { return std::abs(t.sec) < 100 * 86400; }

// Months may lead to a day that does not exist, or to a day before 1970.  For fdr that is an error,
// for the peer a time near the Epoch.
bool MonthsIntoNowhere(const Question& q, const Answer& ours, const Answer& peers) {
  if (ours.rc != -1) return false;
  for (int which = 1; which < 8; ++which) {
    Question instead = q;
    int bit = 1;
    for (auto* text : {&instead.spec.start, &instead.spec.finish, &instead.spec.offset}) {
      const std::string lower = ToLower(text->value_or(""));
      const bool months = lower.find("month") != lower.npos || lower.find("year") != lower.npos;
      if ((which & bit) != 0 && months) *text = "1/1/1970 gmt";
      bit *= 2;
    }
    Answer other = Ours(instead);
    for (std::size_t i = 1; i < 3; ++i)
      if (IsNearEpoch(other.stamps[i]) && IsNearEpoch(peers.stamps[i]))
        other.stamps[i] = peers.stamps[i];
    if (other == peers || ForgotWarning(q, other, peers)) return true;
  }
  return false;
}

// The peer adds intervals and relative times of more than 68 years as 32-bit numbers.
bool WrappedAround(Answer ours, const Answer& peers) {
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t late = peers.stamps[i].sec - ours.stamps[i].sec;
    if (late % (std::int64_t{1} << 32) == 0) ours.stamps[i].sec += late;
  }
  return ours == peers;
}

enum Reason { kForgotWarning, kTooManyLeapYears, kMonthsIntoNowhere, kWrappedAround, kUnexplained };

Reason Explain(const Question& q, const Answer& ours, const Answer& peers) {
  if (ForgotWarning(q, ours, peers)) return kForgotWarning;
  if (TooManyLeapYears(ours, peers)) return kTooManyLeapYears;
  if (MonthsIntoNowhere(q, ours, peers)) return kMonthsIntoNowhere;
  return WrappedAround(ours, peers) ? kWrappedAround : kUnexplained;
}

std::string AnyZone(TimeGrammar& grammar) {
  return grammar.Pick({"UTC", "UTC", "UTC", "AEST-10", "IST-5:30", "EST5EDT", "Europe/Berlin",
                       ":Australia/Lord_Howe", "CET-1CEST,M3.5.0,M10.5.0/3", "<+03>-3", "PST8PDT",
                       "America/St_Johns", "Foo"});
}

Question RandomQuestion(TimeGrammar& grammar) {
  Question q;
  q.zone = AnyZone(grammar);
  q.now = static_cast<std::int64_t>(900'000'000 + grammar.Below(900'000'000));
  const auto nsec = [&] {
    return grammar.OneIn(2) ? 0 : static_cast<std::int32_t>(grammar.Below(1'000'000'000));
  };
  q.log_start = {static_cast<std::int64_t>(900'000'000 + grammar.Below(700'000'000)), nsec()};
  const std::uint64_t length = grammar.Below(grammar.OneIn(2) ? 200'000 : 40'000'000);
  q.log_end = Timestamp{q.log_start.sec + 1 + static_cast<std::int64_t>(length), nsec()};
  if (grammar.OneIn(8)) q.log_end.reset();
  if (!grammar.OneIn(3)) q.spec.start = grammar.Time();
  if (grammar.OneIn(2)) q.spec.finish = grammar.Time();
  if (grammar.OneIn(4)) q.spec.align = grammar.Interval();
  if (grammar.OneIn(4)) q.spec.offset = grammar.Time();
  return q;
}

TEST(TimeDifferentialTest, IntervalsAreThePeers) {
  TimeGrammar grammar(20010909);
  std::vector<std::string> texts;
  std::vector<std::string> requests;
  for (std::size_t i = Count(300'000); i > 0; --i) {
    texts.push_back(grammar.OneIn(10) ? grammar.Time() : grammar.Interval(true));
    requests.push_back(PeerIntervalRequest(texts.back()));
  }
  const std::vector<std::string> answers = AskPeer(requests);
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    ASSERT_EQ(OurInterval(texts[i]), answers[i]) << "\"" << texts[i] << "\"";
    accepted += answers[i].starts_with("0 ");
  }
  EXPECT_GT(accepted, texts.size() / 3);
  EXPECT_LT(accepted, texts.size() * 9 / 10);
}

TEST(TimeDifferentialTest, TimeWindowsAreThePeers) {
  TimeGrammar grammar(19700101);
  std::vector<Question> questions;
  std::vector<std::string> requests;
  for (std::size_t i = Count(300'000); i > 0; --i) {
    questions.push_back(RandomQuestion(grammar));
    requests.push_back(questions.back().Request());
  }
  const std::vector<std::string> answers = AskPeer(requests);
  std::size_t accepted = 0;
  std::array<int, 5> differences{};
  for (std::size_t i = 0; i < questions.size() && differences[kUnexplained] < 20; ++i) {
    const Answer ours = Ours(questions[i]);
    const Answer peers = ReadAnswer(answers[i]);
    accepted += peers.rc == 1;
    if (ours == peers) continue;
    const Reason reason = Explain(questions[i], ours, peers);
    ++differences[reason];
    if (reason == kUnexplained)
      ADD_FAILURE() << questions[i].Describe() << "\nours  " << ours << "\npeer  " << peers;
  }
  EXPECT_GT(accepted, questions.size() / 5);
  EXPECT_LT(accepted, questions.size() * 9 / 10);
  RecordProperty("forgot_warning", differences[kForgotWarning]);
  RecordProperty("too_many_leap_years", differences[kTooManyLeapYears]);
  RecordProperty("months_into_nowhere", differences[kMonthsIntoNowhere]);
  RecordProperty("wrapped_around", differences[kWrappedAround]);
  EXPECT_LT(differences[kForgotWarning] + differences[kTooManyLeapYears] +
                differences[kMonthsIntoNowhere] + differences[kWrappedAround],
            static_cast<int>(questions.size() / 50));
}

TEST(TimeDifferentialTest, LocalTimesAreThePeers) {
  TimeGrammar grammar(20220403);
  std::vector<std::string> requests;
  std::vector<std::string> expected;
  for (std::size_t i = Count(300'000); i > 0; --i) {
    const std::string zone = AnyZone(grammar);
    const auto sec = static_cast<std::int64_t>(grammar.Below(7'000'000'000));
    requests.push_back("L "s + Hex(zone) + " " + Number(sec));
    const Zone parsed = Zone::FromPeerOption(zone);
    StampFormatter formatter(parsed);
    const LocalTime t = parsed.At(sec);
    std::string text(kLongestStamp, '\0');
    text.resize(static_cast<std::size_t>(formatter.Dated({sec, 0}, Fraction::kNone, text.data()) -
                                         text.data()));
    std::string line = Number(t.year - 1900);
    for (const int field : {t.month - 1, t.day, t.hour, t.minute, t.second, t.weekday})
      line += " "s + Number(field);
    expected.push_back(line + " " + Hex(text + "\n"));
  }
  const std::vector<std::string> answers = AskPeer(requests);
  for (std::size_t i = 0; i < requests.size(); ++i)
    ASSERT_EQ(expected[i], answers[i]) << requests[i];
}

std::string InMicros(std::string request) {
  request[0] = request[0] == 'W' ? 'w' : 'i';
  return request;
}

TEST(TimeDifferentialTest, TheCApiReadsIntervalsAsThePeer) {
  TimeGrammar grammar(20380119);
  std::vector<std::string> requests = {"I -", "i -", "i ."};
  for (std::size_t i = Count(300'000); i > 0; --i) {
    const std::string text = grammar.OneIn(10) ? grammar.Time() : grammar.Interval(true);
    requests.push_back(PeerIntervalRequest(text));
    requests.push_back(InMicros(requests.back()));
  }
  const std::vector<std::string> ours = AskOurCApi(requests);
  const std::vector<std::string> peers = AskPeer(requests);
  for (std::size_t i = 0; i < requests.size(); ++i) ASSERT_EQ(ours[i], peers[i]) << requests[i];
}

TEST(TimeDifferentialTest, LongIntervalsOfVersion7HaveMicroseconds) {
  const std::vector<std::string> requests = {PeerIntervalRequest("999999.123456789"),
                                             PeerIntervalRequest("1000000.123456789")};
  EXPECT_EQ(Ask(FDR_OUR_TIMES, requests),
            (std::vector<std::string>{"0 999999 123456789 -", "0 1000000 123456789 -"}));
  EXPECT_EQ(Ask(FDR_OUR_TIMES, requests, "7"),
            (std::vector<std::string>{"0 999999 123456789 -", "0 1000000 123457000 -"}));
}

// The tests above compare the engine with the peer.  If both agree, so must their microseconds.
TEST(TimeDifferentialTest, TheCApiReadsTimeWindowsAsTheEngine) {
  TimeGrammar grammar(20000229);
  std::vector<Question> questions;
  std::vector<std::string> requests;
  for (std::size_t i = Count(300'000); i > 0; --i) {
    questions.push_back(RandomQuestion(grammar));
    requests.push_back(questions.back().Request());
    requests.push_back(InMicros(requests.back()));
  }
  const std::vector<std::string> ours = AskOurCApi(requests);
  const std::vector<std::string> peers = AskPeer(requests);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    ASSERT_EQ(ReadAnswer(ours[2 * i]), Ours(questions[i])) << questions[i].Describe();
    if (ours[2 * i] != peers[2 * i]) continue;
    ASSERT_EQ(ours[2 * i + 1], peers[2 * i + 1]) << questions[i].Describe();
    ++compared;
  }
  EXPECT_GT(compared, questions.size() * 49 / 50);
}

// The differences between fdr and the peer.  Each test shows both.

Answer Peers(const Question& q) { return ReadAnswer(AskPeer({q.Request()}).front()); }

TEST(TimeDifferenceTest, WhatIsNoNumberIsNoInterval) {
  for (const char* text : {"nan", "nan s", "9e18 9e18"}) {
    EXPECT_EQ(AskPeer({PeerIntervalRequest(text)}).front(),
              "0 -9223372036854775808 -9223372036854775808 -");
    EXPECT_EQ(OurInterval(text).substr(0, 2), "-1") << text;
  }
  const Question q{.spec = {.start = "@3:00:nan"}};
  EXPECT_EQ(Peers(q).rc, 1);
  EXPECT_EQ(Ours(q).rc, -1);
}

TEST(TimeDifferenceTest, IntervalsOfMoreThan68YearsDoNotWrapAround) {
  const Question q{.spec = {.finish = "3000000000"}, .log_end = Timestamp{9'000'000'000, 0}};
  EXPECT_EQ(Peers(q).stamps[1].sec, 1'000'000'000 + 3'000'000'000 - (std::int64_t{1} << 32));
  EXPECT_EQ(Ours(q).stamps[1].sec, 4'000'000'000);
}

TEST(TimeDifferenceTest, TheYear2100IsNoLeapYear) {
  const Question q{.spec = {.start = "3/1/2100 gmt"}};
  EXPECT_EQ(Ours(q).stamps[0].sec, 4'107'542'400);
  const Question next{.spec = {.start = "1/1/2101 gmt"}};
  EXPECT_EQ(Ours(next).stamps[0].sec, 4'133'980'800);
  EXPECT_EQ(Peers(next).stamps[0].sec, 4'133'980'800 + 86400);
}

TEST(TimeDifferenceTest, AMonthThatEndsNowhereIsAnError) {
  const Question q{.spec = {.finish = "1 month"},
                   .log_start = {1'012'435'200, 0},
                   .log_end = Timestamp{1'100'000'000, 0}};
  EXPECT_EQ(Peers(q).rc, 1);
  EXPECT_LT(std::abs(Peers(q).stamps[1].sec), 86400) << "31 February 2002";
  EXPECT_EQ(Ours(q).rc, -1);
}

TEST(TimeDifferenceTest, NumbersBeyond31BitsAreRefused) {
  const Question q{.spec = {.start = "@18446744073709551619:00"}};
  EXPECT_EQ(Peers(q).rc, 1);
  EXPECT_EQ(Ours(q).rc, -1);
}

TEST(TimeDifferenceTest, AWarningIsKept) {
  const Question q{.spec = {.finish = "5", .align = "10day"}};
  EXPECT_EQ(Peers(q).rc, 0);
  EXPECT_EQ(Peers(q).message, "-");
  EXPECT_EQ(Ours(q).rc, 0);
  EXPECT_NE(Ours(q).message, "-");
}

}  // namespace
}  // namespace fdr::test
