// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/printed_table.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>

namespace fdr::test {
namespace {

constexpr std::int64_t kMicroseconds = 1'000'000;

struct Field {
  std::string text;
  bool quoted = false;
};

// The fields of the next record, which may have line ends within quotes.
std::vector<Field> TakeRecord(std::string_view& text, char separator) {
  std::vector<Field> fields(1);
  bool inside = false;
  for (; !text.empty(); text.remove_prefix(1)) {
    const char c = text.front();
    if (c == '"') {
      if (!inside && fields.back().quoted) fields.back().text += '"';  // the second of two quotes
      inside = !inside;
      fields.back().quoted = true;
    } else if (inside || (c != separator && c != '\n')) {
      fields.back().text += c;
    } else if (c == separator) {
      fields.emplace_back();
    } else {
      text.remove_prefix(1);
      break;
    }
  }
  EXPECT_FALSE(inside) << "a quote without an end";
  return fields;
}

std::string TakeLine(std::string_view& text) {
  const std::string line(text.substr(0, text.find('\n')));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

std::int64_t Number(const std::string& digits) {
  EXPECT_EQ(digits.find_first_not_of("0123456789"), std::string::npos) << digits;
  return std::strtoll(digits.c_str(), nullptr, 10);
}

std::int64_t TimeOf(const std::string& text, const char* format, const std::string& microseconds) {
  std::tm parts = {};
  const char* end = ::strptime(text.c_str(), format, &parts);
  EXPECT_TRUE(end != nullptr && *end == '\0') << text;
  return ::timegm(&parts) * kMicroseconds + Number(microseconds);
}

std::vector<std::string> SplitAt(std::string_view line, std::size_t width, std::size_t columns) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < columns; ++i) {
    std::string_view part = line.substr(std::min(i * (width + 1), line.size()), width);
    part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
    part = part.substr(0, part.find_last_not_of(' ') + 1);
    parts.emplace_back(part);
  }
  return parts;
}

bool IsQuoted(const std::string& text) {
  return text.size() >= 2 && text.front() == '"' && text.back() == '"';
}

// "disk.dev.read[sda] (count / sec)" without its units.
std::string WithoutUnits(const std::string& head) {
  const std::size_t bracket = head.find("] (");
  if (bracket != std::string::npos) return head.substr(0, bracket + 1);
  return head.ends_with(']') ? head : head.substr(0, head.find(" ("));
}

// Our name for "disk.dev.read-sda".
std::string OurName(const std::string& head, const std::vector<std::string>& metrics) {
  std::string name;
  std::size_t longest = 0;
  for (const std::string& metric : metrics) {
    if (metric.size() < longest) continue;
    if (head != metric && !head.starts_with(metric + '-')) continue;
    longest = metric.size();
    name = head == metric ? metric : metric + '[' + head.substr(longest + 1) + ']';
  }
  EXPECT_NE(name, "") << head;
  return name;
}

}  // namespace

const std::string* PrintedTable::Find(const std::string& series, std::int64_t time) const {
  const auto cell = cells.find({series, time});
  return cell == cells.end() ? nullptr : &cell->second;
}

PrintedTable ReadCsv(std::string_view text) {
  PrintedTable table;
  const std::vector<Field> head = TakeRecord(text, ',');
  while (!text.empty()) {
    const std::vector<Field> row = TakeRecord(text, ',');
    if (row.size() != head.size()) {
      ADD_FAILURE() << row[0].text << " has " << row.size() << " fields, not " << head.size();
      break;
    }
    const std::string& stamp = row[0].text;
    const std::int64_t time = TimeOf(stamp.substr(0, 19), "%Y-%m-%dT%H:%M:%S", stamp.substr(20, 6));
    table.times.push_back(time);
    for (std::size_t i = 1; i < row.size(); ++i)
      if (row[i].quoted || !row[i].text.empty())
        table.cells[{WithoutUnits(head[i].text), time}] = row[i].text;
  }
  return table;
}

PrintedTable ReadPmrep(std::string_view text, const std::vector<std::string>& metrics) {
  PrintedTable table;
  const std::vector<Field> head = TakeRecord(text, '|');
  std::vector<std::string> series;
  for (std::size_t i = 1; i < head.size(); ++i) series.push_back(OurName(head[i].text, metrics));
  while (!text.empty()) {
    const std::vector<Field> row = TakeRecord(text, '|');
    const std::string& stamp = row[0].text;
    const std::size_t dot = stamp.find('.');
    if (row.size() != head.size() || dot == std::string::npos) {
      ADD_FAILURE() << "a row of pmrep: " << stamp;
      break;
    }
    const std::int64_t time =
        Number(stamp.substr(0, dot)) * kMicroseconds + Number(stamp.substr(dot + 1));
    table.times.push_back(time);
    for (std::size_t i = 1; i < row.size(); ++i)
      if (row[i].quoted || !row[i].text.empty()) table.cells[{series[i - 1], time}] = row[i].text;
  }
  return table;
}

// Wed Dec 14 20:31:47.002331 2011  No values available
//                                           28390     28397
// Wed Dec 14 20:31:47.002331 2011          "bozo"         ?
PrintedTable ReadPmval(std::string_view text, const std::string& metric, std::size_t width) {
  constexpr std::size_t kTimeWidth = 31, kSecondsEnd = 19, kYear = 27;
  constexpr std::string_view kNothing = "No values available";
  PrintedTable table;
  std::vector<std::string> series = {metric};
  while (!text.empty()) {
    const std::string line = TakeLine(text);
    if (line.size() < kTimeWidth) continue;
    std::string rest = line.substr(kTimeWidth);
    if (line.find_first_not_of(' ') >= kTimeWidth) {
      series = SplitAt(rest, width, rest.size() / (width + 1));
      for (std::string& name : series) name.insert(0, metric + '[').push_back(']');
    } else if (line[kSecondsEnd] == '.' && line[kYear - 1] == ' ') {
      const std::string stamp = line.substr(0, kSecondsEnd) + line.substr(kYear - 1, 5);
      const std::int64_t time =
          TimeOf(stamp, "%a %b %d %H:%M:%S %Y", line.substr(kSecondsEnd + 1, 6));
      table.times.push_back(time);
      if (rest.find(kNothing) != rest.npos) continue;
      std::vector<std::string> values = SplitAt(rest, width, series.size());
      if (series[0] == metric && values[0].starts_with('"')) {  // may be wide, with line ends
        while (!rest.ends_with('"') && !text.empty()) rest += '\n' + TakeLine(text);
        values[0] = rest.substr(rest.find('"'));
      }
      for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != "?")
          table.cells[{series[i], time}] =
              IsQuoted(values[i]) ? values[i].substr(1, values[i].size() - 2) : values[i];
    }
  }
  return table;
}

}  // namespace fdr::test
