// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/logger/config/config_samples.h"

#include <set>
#include <utility>

namespace fdr::test {

std::vector<std::string> ConfigSamples::ByHand() {
  std::vector<std::string> samples = {"",
                                      "# nothing",
                                      "\n",
                                      "log on once hinv.ncpu",
                                      "on 0 sec hinv.ncpu",
                                      "log hinv.ncpu",
                                      "log mandatory hinv.ncpu",
                                      "advisory maybe hinv.ncpu",
                                      "maybe hinv.ncpu",
                                      "mandatory maybe hinv.ncpu",
                                      "off hinv.ncpu off hinv.ndisk",
                                      "LOG ON 1 SEC hinv.ncpu",
                                      "log on once {}",
                                      "log on once { hinv.ncpu hinv.ndisk }",
                                      "log on once { hinv.ncpu,, a }",
                                      "log on once { hinv.ncpu, }",
                                      "log on once { , hinv.ncpu }",
                                      "log on once { hinv.ncpu",
                                      "log on once { hinv.ncpu } }",
                                      "log on once { hinv.ncpu } ;",
                                      "log on once # x\n{ a # y\n}",
                                      "log on once { log on sec }",
                                      "log on once log",
                                      "log on once logx",
                                      "log on once { _a }",
                                      "log on once { a._b a..b a. }",
                                      "log on once { a-b }",
                                      "log on once { a:b }",
                                      "log on once { \"a\" }",
                                      "log on once { 5 }",
                                      "log on once { 1a }",
                                      "log on once { a1 }",
                                      "log on once { a } &",
                                      "log on once { hinv }",
                                      "%bogus",
                                      "log on 1 { a }",
                                      "log on 1.5 sec { a }",
                                      "log on 1sec { a }",
                                      "log on every 1 sec { a }",
                                      "log on every once { a }",
                                      "log on every default { a }",
                                      "log on default { a }",
                                      "log on 268435455 msec { a }",
                                      "log on 268435456 msec { a }",
                                      "log on 268436 sec { a }",
                                      "log on 74 hours { a }",
                                      "log on 75 hours { a }",
                                      "log on 99999999999999 sec { a }",
                                      "log on 1 day { a }",
                                      "log on 1 secs a log on 1 millisecond b log on 1 minutes c",
                                      "%define f 5 sec\nlog on %f a",
                                      "%define f '5 sec'\nlog on %f a",
                                      "%define f '5 sec'\nlog on f a",
                                      "log on once a [access]\nallow * : all;"};
  for (const char* instances : {"",
                                "1",
                                "1,\"5 minute\" 15",
                                "1,,15",
                                "1,",
                                "\"\"",
                                "'1'",
                                "a b.x log access",
                                "\"a\\nb\"",
                                "1f",
                                "1.1",
                                "1.a",
                                ":1",
                                "fe80",
                                "::1",
                                "1.2.3.4",
                                "*",
                                "a*",
                                "-1",
                                "lo-0",
                                "\"a#%b\"",
                                "\"a"})
    samples.push_back("log on once { kernel.all.load [" + std::string(instances) + "] }");
  for (const char* instances : {"1", "log", "\"log\""})
    samples.push_back("log on once kernel.all.load [" + std::string(instances) + "]");
  for (const char* rule : {"",
                           "allow * : all;",
                           "allow localhost : all;",
                           "allow localhost, 10.1.*:enquire,advisory;",
                           "allow localhost ::1 : all;",
                           "allow * : all all;",
                           "allow * : all except enquire;",
                           "allow *: all except enquire, mandatory;",
                           "allow * : all except all;",
                           "allow * : all, enquire;",
                           "allow * : enquire, all;",
                           "allow * : enquire",
                           "allow * : ;",
                           "allow : all;",
                           "allow * all;",
                           "allow all : all;",
                           "allow 10.1.2.3 : all;",
                           "allow 10.1.2.3.4 : all;",
                           "allow 999.1.2.3 : all;",
                           "allow fe80::* : all;",
                           "allow ::1 : all;",
                           "allow :* : all;",
                           "allow .* : all;",
                           "allow unix:/tmp/x : all;",
                           "allow unix: : all;",
                           "allow local:* : all;",
                           "allow \"a\" : all;",
                           "allow * : log;",
                           "disallow * : all;",
                           "allow * : all;;",
                           "allow * : all; log on once a",
                           "allow 10 : all;",
                           "allow 10.1 : all;",
                           "allow fe80:1 : all;",
                           "allow localhost:all;",
                           "allow * : enquire advisory;",
                           "allow 1:2:3:4:5:6:7:8 : all;",
                           "allow {a} : all;",
                           "allow *, : all;",
                           "user a : all;",
                           "allow user a : all;",
                           "allow 1*.2 : all;",
                           "allow **: all;",
                           "allow -a:all;",
                           "allow 3com.com:all;",
                           "allow localhost : all; allow 10.* : mandatory;"})
    samples.push_back("log on once { hinv.ncpu }\n[access]\n" + std::string(rule));
  for (std::string& sample : samples) sample += "\n";
  return samples;
}

std::string ConfigSamples::MacroLine() {
  static const std::vector<std::string> pieces = {
      "%m", "%{m}", "%n",  "%{n}", "%long_1", "%{long_1}", "%",    "%%", "{",
      "}",  " ",    "x",   "m",    ".",       "%{ m}",     "%x",   "%1", "#",
      "\"", "'",    "%{}", "-",    "/* c */", "%mm",       "%m.n", "\t"};
  std::string line = Pick({"x", " ", "", "#", "log "});
  for (std::size_t i = Below(8); i > 0; --i) line += Pick(pieces);
  return line == "" || line[0] != '%' ? line : "." + line;
}

std::string ConfigSamples::ControlLine() {
  static const std::vector<std::string> values = {"",      " 1",    " 'a b'",   " \"x'y\"", " \"\"",
                                                  " x\"y", " %m",   " '%{n}' ", "\tz \t",   " a b",
                                                  " 'a",   " 'a'b", " #",       " \"#\""};
  switch (Below(16)) {
    case 0:
    case 1:
      return "%undef " + Macro();
    case 2:
    case 3:
      return "%include " + Pick({"\"a\"", "<b>", "\"b\" ", "\"nope\"", "a", "<a\"", "\"a\" x"});
    case 4:
      return "%shell " + Pick({"'echo %m'", "\"echo %undef m; echo %define m 7\"", "'true'", "echo",
                               "'echo", "'echo'x"});
    case 5:
      return Pick({"%bogus", "%else x", "%endif x", "%define", "%undef", "%ifdef", "%undef m n",
                   "%define 1 2", "%define m-n 2", "%elsewhere", "%ifdef %m", "%definem 1",
                   " %else", "% define m 1"});
    case 6:
      return "%define " + Macro() + Pick(values);
    case 7:
    case 8: {
      const std::string name = Macro();
      return "%undef " + name + "\n%define " + name + Pick(values);
    }
    default: {
      std::string lines = Pick({"%ifdef ", "%ifndef "}) + Macro() + "\n" + MacroLine() + "\n";
      if (Below(2) == 0) lines += "%define " + Macro() + " 5\n";
      if (std::exchange(may_have_else_, false)) {
        lines += "%else\n" + MacroLine() + "\n";
        if (Below(10) == 0) lines += "%else\n" + MacroLine() + "\n";
      }
      return Below(20) == 0 ? lines : lines + "%endif";
    }
  }
}

std::string ConfigSamples::MacroText(bool is_first) {
  may_have_else_ = is_first;
  std::string text;
  for (std::size_t i = Below(6); i > 0; --i)
    text += (Below(3) == 0 ? ControlLine() : MacroLine()) + "\n";
  return text;
}

void ConfigSamples::AddMetric(std::vector<std::string>& words) {
  words.push_back(Pick({"hinv.ncpu", "kernel.all.load", "nosuch", "hinv.map", "log", "a1._b"}));
  if (Below(3) != 0) return;
  words.push_back("[");
  for (std::size_t i = 1 + Below(3); i > 0; --i) {
    words.push_back(Pick({"1", "\"5 minute\"", "15", "sda", "on", "\"x # y\""}));
    if (i > 1 && Below(2) == 0) words.push_back(",");
  }
  words.push_back("]");
}

void ConfigSamples::AddStatement(std::vector<std::string>& words) {
  if (Below(2) == 0) words.push_back("log");
  if (Below(2) == 0) words.push_back(Pick({"mandatory", "advisory"}));
  words.push_back(Pick(
      {"on", "on", "on", "off", words.empty() || words.back() != "mandatory" ? "on" : "maybe"}));
  if (words.back() == "on") {
    const std::string frequency = Pick({"once", "default", "every", ""});
    if (!frequency.empty()) words.push_back(frequency);
    if (frequency == "every" || frequency.empty()) {
      words.push_back(Pick({"1", "10", "0", "268435"}));
      words.push_back(Pick({"msec", "seconds", "sec"}));
    }
  }
  if (Below(4) == 0) {
    words.push_back(Pick({"hinv.ncpu", "nosuch"}));
    return;
  }
  words.push_back("{");
  for (std::size_t i = 1 + Below(3); i > 0; --i) {
    AddMetric(words);
    if (i > 1 && Below(2) == 0) words.push_back(",");
  }
  words.push_back("}");
}

void ConfigSamples::AddAccess(std::vector<std::string>& words) {
  for (const char* word : {"[", "access", "]"}) words.emplace_back(word);
  for (const char* action : {"allow", "disallow"}) {
    words.emplace_back(action);
    // No host occurs twice, since the peer compares the rules.
    words.emplace_back(action == std::string("allow") ? "10.1.*" : "11.1.2.3");
    words.emplace_back(":");
    words.push_back(Pick({"all", "enquire", "mandatory"}));
    if (words.back() == "all" && Below(2) == 0) {
      words.emplace_back("except");
      words.emplace_back("advisory");
    }
    words.emplace_back(";");
  }
}

std::string ConfigSamples::Config() {
  std::vector<std::string> words;
  for (std::size_t i = 1 + Below(3); i > 0; --i) AddStatement(words);
  if (Below(4) == 0) AddAccess(words);
  const std::size_t at = Below(words.size());
  switch (Below(6)) {
    case 0:
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      words[at] =
          Pick({"log", "on", "{", "}", "[", "]", ",", ";", "5", "\"x\"", "sec", "all", "a"});
      break;
    case 2:
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), words[Below(words.size())]);
      break;
    case 3:
      std::swap(words[at], words[Below(words.size())]);
      break;
    default:
      break;
  }
  std::string text;
  for (const std::string& word : words) text += word + Pick({" ", " ", "\n", " # c }\n", "\t"});
  return text + "\n";
}

std::string ConfigSamples::Instances() {
  std::string text;
  std::set<std::string> mandatory;
  for (std::size_t i = 1 + Below(5); i > 0; --i) {
    const std::string instance = Pick({"1", "5", "15"});
    std::string action = Pick({"on 1 sec", "on 2 sec", "off", "mandatory on 1 sec",
                               "mandatory on 3 sec", "mandatory off"});
    if (mandatory.contains(instance) && Below(2) == 0) {
      mandatory.erase(instance);
      action = "mandatory maybe";
    } else if (action.starts_with("mandatory")) {
      mandatory.insert(instance);
    }
    text.append(action).append(" { kernel.all.load [").append(instance).append("] }\n");
  }
  return text;
}

}  // namespace fdr::test
