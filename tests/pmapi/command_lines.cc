// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/pmapi/command_lines.h"

#include <fstream>
#include <string_view>

namespace fdr::test {
namespace {

std::string Line(const std::string& mode, const std::string& table, const std::string& flags,
                 const std::vector<std::string>& words) {
  std::string line = mode + "\t" + table + "\t" + flags;
  for (const std::string& word : words) line += "\t" + word;
  return line + "\n";
}

struct LongForm {
  char letter;
  const char* name;
};

constexpr LongForm kLongForms[] = {{'A', "align"},      {'a', "archive"},    {'D', "debug"},
                                   {'g', "guimode"},    {'H', "hostsfile"},  {'h', "host"},
                                   {'K', "spec-local"}, {'L', "local-PMDA"}, {'O', "origin"},
                                   {'p', "guiport"},    {'S', "start"},      {'s', "samples"},
                                   {'T', "finish"},     {'t', "interval"},   {'V', "version"},
                                   {'Z', "timezone"},   {'z', "hostzone"},   {'?', "help"}};

std::string LongFormOf(char letter) {
  for (const LongForm& form : kLongForms)
    if (form.letter == letter) return form.name;
  return "";
}

void WriteText(const std::string& path, std::string_view text) { std::ofstream(path) << text; }

}  // namespace

std::string CommandLines::Letters(const char* alphabet) {
  const std::string_view letters = alphabet;
  std::string word = "-";
  do {
    word += letters[Below(letters.size())];
  } while (OneIn(3));
  return word;
}

std::string CommandLines::GetoptWord() {
  const std::string name = Pick({"count",
                                 "counter",
                                 "verbose",
                                 "verbatim",
                                 "optional",
                                 "width",
                                 "a-very-long-name-of-an-option",
                                 "nothing-to-say",
                                 "samples",
                                 "start",
                                 "help",
                                 "archive",
                                 "align",
                                 "guimode",
                                 "guiport",
                                 "letter",
                                 "letters",
                                 "let",
                                 "letting",
                                 "leave",
                                 "number",
                                 "empty",
                                 "argument",
                                 "long-of"});
  switch (Below(12)) {
    case 0:
    case 1:
      return "--" + name;
    case 2:
      return "--" + name.substr(0, 1 + Below(5)) + Pick({"", "=x", "="});
    case 3:
      return "-" + name.substr(0, 1 + Below(9)) + Pick({"", "=x"});
    case 4:
      return Pick({"--", "-", "--", "---", "--=x", "-=", "-5"});
    case 5:
    case 6:
      return Pick({"foo", "5", "count=3", "verb", "verbose=2", "nope"});
    default:
      return Letters("cCvoqlfsSxaAgzZnbe:;?");
  }
}

std::string CommandLines::ForGetopt() {
  std::vector<std::string> words;
  if (OneIn(20)) words.push_back("+POSIXLY_CORRECT=1");
  for (std::uint64_t i = Below(8); i > 0; --i) words.push_back(GetoptWord());
  return Line(Pick({"getopt", "getopt1"}), std::to_string(Below(11)),
              Pick({"0", "0", "0", "64", "512", "8192"}), words);
}

std::string CommandLines::Value(const std::string& option) {
  switch (option.size() == 1 ? option[0] : '\0') {
    case 'A':
      return Pick({"5", "1min", "x", ""});
    case 'a':
      return Pick({"x", "y", "x,y", "y,z", "xy", "yx,y", "a,,b", "", "foo,foo", "-"});
    case 'D':
      return Pick({"appl0", "appl1,appl2", "bad", "", "pdux"});
    case 'H':
      return Pick({"hosts", "missing", "few", "empty", "/tmp"});
    case 'h':
      return Pick({"h1", "h2", "h1,h2", "", "localhost"});
    case 'K':
      return Pick({"clear", "bad", "add,1,a,b", "del,200", ""});
    case 'p':
      return Pick({"5", "x", "-5", "12x", "0", "99999999999", ""});
    case 's':
      return Pick({"5", "0", "-5", "5x", "", "0x10", "99999999999", " 7", "x"});
    case 't':
      return Pick({"5", "1min", "5x", "", "0.5", "1.23456789", "-1", "100ms"});
    case 'Z':
      return Pick({"UTC", "", "EST5EDT", "a b"});
    case 'O':
    case 'S':
    case 'T':
      return Pick({"5", "@10:00", "junk", ""});
    default:
      break;
  }
  if (option == "archive-list") return Pick({"a,", ",a", "a", "a,b", "b,,c", "x,x", ",", ""});
  if (option == "archive-folio")
    return Pick({"folio", "odd-folio", "no-folio", "folio-2", "folio-0", "short-folio", "missing"});
  if (option == "host-list") return Pick({"h1,", ",", "h1", "h1,h2", "h3,,h4", ""});
  return Pick({"name", ""});  // the name of a container
}

std::vector<std::string> CommandLines::Option() {
  if (OneIn(10)) {
    return {Pick({"foo", "-5", "--", "-x", "--nope", "-v", "-c3", "--count", "-vx", "metric"})};
  }
  if (OneIn(8)) {
    const std::string name = Pick({"archive-list", "archive-folio", "host-list", "container"});
    return {"--" + name + "=" + Value(name)};
  }
  if (OneIn(5)) {
    const std::string letter = Pick({"g", "z", "z", "L", "V", "?"});
    return {OneIn(2) ? "-" + letter : "--" + LongFormOf(letter[0])};
  }
  const std::string letter = Pick({"A", "a", "a", "a", "D", "h", "h", "H", "K", "O", "p", "S", "s",
                                   "s", "T", "t", "t", "Z", "Z"});
  const std::string value = Value(letter);
  switch (Below(4)) {
    case 0:
      return {"-" + letter, value};
    case 1:
      // Not -D alone: the next word may make the peer print traces.
      if (value.empty() && letter == "D") return {"-Dbad"};
      return {"-" + letter + value};
    case 2:
      return {"--" + LongFormOf(letter[0]) + "=" + value};
    default:
      return {"--" + LongFormOf(letter[0]), value};
  }
}

std::string CommandLines::Variable() {
  static const std::pair<const char*, const char*> kVariables[] = {
      {"PCP_ALIGN_TIME", "A"},        {"PCP_ARCHIVE", "a"},    {"PCP_ARCHIVE_LIST", "archive-list"},
      {"PCP_FOLIO", "archive-folio"}, {"PCP_GUIMODE", ""},     {"PCP_HOST", "h"},
      {"PCP_HOST_LIST", "host-list"}, {"PCP_SPECLOCAL", "K"},  {"PCP_LOCALPMDA", ""},
      {"PCP_LOCALMODE", ""},          {"PCP_ORIGIN", "O"},     {"PCP_ORIGIN_TIME", "O"},
      {"PCP_GUIPORT", "p"},           {"PCP_START_TIME", "S"}, {"PCP_SAMPLES", "s"},
      {"PCP_FINISH_TIME", "T"},       {"PCP_INTERVAL", "t"},   {"PCP_TIMEZONE", "Z"},
      {"PCP_HOSTZONE", ""},           {"PCP_DEBUG", "D"},      {"PCP_CONTAINER", ""},
      {"POSIXLY_CORRECT", ""},        {"ORIGIN_TIME", "O"}};
  const auto& [name, option] = kVariables[Below(std::size(kVariables))];
  return std::string("+") + name + "=" + Value(option);
}

std::string CommandLines::ForOptions() {
  std::vector<std::string> words;
  if (OneIn(2))
    for (std::uint64_t i = Below(4); i > 0; --i) words.push_back(Variable());
  for (std::uint64_t i = Below(5); i > 0; --i)
    for (const std::string& word : Option()) words.push_back(word);
  return Line(Pick({"options", "options", "options!"}), Pick({"1", "1", "1", "1", "0", "2", "4"}),
              Pick({"0", "0", "0", "4", "4", "128", "132", "64", "512", "8192", "256"}), words);
}

std::string CommandLines::ForContext(const std::vector<std::string>& archives) {
  std::vector<std::string> words;
  do {
    words.insert(words.end(), {"-a", archives[Below(archives.size())]});
  } while (OneIn(4));
  if (OneIn(3))
    words.insert(words.end(), {"-S", Pick({"5", "10m", "-10", "@10:00", "@Jan", "junk", "", "+3",
                                           "0.5", "1.23456789", "-1h"})});
  if (OneIn(3))
    words.insert(words.end(), {"-T", Pick({"5", "1min", "-5", "@23:59", "junk", "0.000001"})});
  if (OneIn(3)) words.insert(words.end(), {"-A", Pick({"5", "1min", "10day", "junk", "0.1", "0"})});
  if (OneIn(3)) words.insert(words.end(), {"-O", Pick({"5", "-5", "junk", "0.25", "@00:00"})});
  if (OneIn(5)) {
    words.push_back("-z");
  } else if (OneIn(3)) {
    words.insert(words.end(), {"-Z", Pick({"UTC", "EST5EDT", "", "Asia/Tokyo", "Foo"})});
  }
  return Line("context", "1", Pick({"0", "0", "4", "4", "1024", "2048", "1028", "3076"}), words);
}

void CommandLines::WriteFiles(const std::string& directory) {
  WriteText(directory + "/hosts", "host1\n# comment\nhost2 \n\n  host3\nhost4 host5\n#host6\n");
  WriteText(directory + "/few", "host1\n");
  WriteText(directory + "/empty", "");
  WriteText(directory + "/folio",
            "PCPFolio\nVersion: 1\n# comment\nCreated: on x at y\nArchive:\thostA\tarchive1\n"
            "Archive: hostB /archive2 more\nOther: x\n");
  WriteText(
      directory + "/odd-folio",
      "PCPFolio x\nVersion: 1x\n\nArchive: host archive\nArchive: host\nArchive: host late\n");
  WriteText(directory + "/no-folio", "Folio\n");
  WriteText(directory + "/folio-2", "PCPFolio\nVersion: 2\n");
  WriteText(directory + "/folio-0", "PCPFolio\n");
  WriteText(directory + "/short-folio", "");
  WriteText(directory + "/names",
            "/* of a toy */\n#define TOY 60\n#include \"more-names\"\nroot { toy more }\n"
            "#ifdef TOY\ntoy { a TOY:0:1 }\n#endif\n");
  WriteText(directory + "/more-names", "more { b 61:0:1 } /* is included */\n");
  WriteText(directory + "/same-names", "#define TOY 60\nroot { a TOY:0:1 b TOY:0:1 }\n");
}

}  // namespace fdr::test
