// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/command_line/usage_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "fdr/tools/command_line/help_text.h"
#include "fdr/tools/command_line/words_of_verb.h"
#include "fdr/tools/text/nearest_names.h"

namespace fdr::tools {
namespace {

struct Kind {
  std::string_view type;  // the word for the argument in the help
  const char* what;
  const char* example;
};

constexpr Kind kKinds[] = {
    {"N", "a number", "3"},
    {"SIZE", "a size", "64MiB"},
    {"TIME", "a time", "10m"},
    {"INTERVAL", "an interval", "10s"},
    {"LIMIT", "an amount", "20MB"},
    {"ZONE", "a time zone", "Europe/Berlin"},
    {"TZ", "a time zone", "Europe/Berlin"},
    {"HOST", "a host", "db1"},
    {"FILE", "the name of a file", "some.file"},
    {"DIR", "the name of a directory", "/var/tmp"},
    {"ARCHIVE", "the name of an archive", "20240131"},
    {"MODE", "the name of a mode", "interpolated"},
    {"KIND", "the kind of a chart", "area"},
    {"PIXELS", "a size in pixels", "1600x900"},
    {"FORMAT", "the name of a format", "xz"},
    {"WHEN", "none, interval, record or a time", "30s"},
    {"WORDS", "words", "fork"},
    {"METRIC", "the name of a metric", "disk.dev.read"},
    {"DIRECTORY", "the name of a directory", "/var/tmp"},
    {"EXPRESSION", "an expression", "'kernel.all.load > 4'"},
    {"REGEX", "a regular expression", "'^(sd[a-z])[0-9]+$'"},
    {"PAGE", "the name of a page", "disks"},
    {"NAME=EXPRESSION", "a definition", "'disk.busy=rate(disk.all.avactive)'"},
};

// The option that a message of CLI11 begins with; the longest name, if several fit.
const CLI::Option* OptionIn(const CLI::App& verb, std::string_view message) {
  const CLI::Option* found = nullptr;
  for (const CLI::Option* option : verb.get_options()) {
    const std::string name = option->get_name();
    const bool is_named =
        message.starts_with(name) && (message.size() == name.size() ||
                                      message[name.size()] == ' ' || message[name.size()] == ':');
    if (is_named && (found == nullptr || name.size() > found->get_name().size())) found = option;
  }
  return found;
}

// The text behind the last occurrence of `before`; empty if there is none.
std::string Behind(std::string_view text, std::string_view before) {
  const std::size_t at = text.rfind(before);
  return at == std::string_view::npos ? "" : std::string(text.substr(at + before.size()));
}

// "--samples abc: expected a number, as in --samples 3".  The example is the least number that is
// allowed, if the text names it; a list of words is example enough.
std::string WrongValue(const CLI::Option& option, std::string expected) {
  const std::string word = option.results().empty() ? "" : option.results().back();
  auto [what, example] = ExpectationOf(option);
  if (expected.empty()) expected = std::move(what);
  const std::string least = Behind(expected, "from ");
  if (!least.empty()) example = least.substr(0, least.find(' '));
  std::string text =
      fmt::format("{} {}: expected {}", option.get_name(), word.empty() ? "''" : word, expected);
  if (expected.find(" or ") == std::string::npos)
    text += fmt::format(", as in {} {}", option.get_name(), example);
  return text;
}

std::string MissingWord(const CLI::Option& option) {
  const auto [what, example] = ExpectationOf(option);
  return fmt::format("{0} needs {1}, as in {0} {2}", option.get_name(), what, example);
}

// The message of a check of CLI11 or of verb_parts.h.
std::string FailedCheck(const CLI::Option& option, const std::string& message) {
  const std::string name = option.get_name();
  const std::string complaint =
      message.substr(std::min(message.size(), message.find(name) + name.size() + 2));
  constexpr std::string_view kExpected = "expected ";
  if (complaint.starts_with(kExpected))
    return WrongValue(option, complaint.substr(kExpected.size()));
  return name + ": " + complaint;
}

std::string TwoOptions(const std::string& message, std::string_view between, const char* form) {
  const std::size_t at = message.find(between);
  if (at == std::string::npos) return message;
  return fmt::format(fmt::runtime(form), message.substr(0, at),
                     message.substr(at + between.size()));
}

std::string Missing(const CLI::App& verb, const std::string& message) {
  const std::string example = NearestExample(verb);
  return example.empty() ? message : message + ", as in " + example;
}

// Adds the nearest example if it has the option that is missing.
std::string WithExample(const CLI::App& verb, const std::string& message,
                        const std::string& needed) {
  const CLI::Option* const option = verb.get_option_no_throw(needed);
  std::istringstream words(NearestExample(verb));
  for (std::string word; option != nullptr && words >> word;)
    if (word.starts_with('-') && option->check_name(word)) return Missing(verb, message);
  return message;
}

std::vector<std::string> NamesOfOptions(const CLI::App& app, bool are_long) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : are_long ? option->get_lnames() : option->get_snames())
      names.push_back((are_long ? "--" : "-") + name);
  return names;
}

std::string NoSuchOption(const CLI::App& app, const std::string& word) {
  const bool is_long = word.starts_with("--");
  const std::string name = word.substr(0, word.find('='));
  std::string text = "There is no option " + name;
  if (is_long) return text + DidYouMean(name, NamesOfOptions(app, true));
  // All short names are near each other: only another case of the letter is a likely meaning.
  for (const std::string& other : NamesOfOptions(app, false))
    if (name.size() == 2 && other != name && (other[1] | 0x20) == (name[1] | 0x20))
      text += "; did you mean " + other + "?";
  return text;
}

// The option is in the message alone, behind one of two phrases or at its beginning.
const CLI::Option* CulpritOf(const CLI::App& verb, const std::string& message) {
  for (const char* phrase : {"Could not convert: ", " is not an allowed value for "})
    if (const std::string rest = Behind(message, phrase); !rest.empty())
      return OptionIn(verb, rest);
  return OptionIn(verb, message);
}

std::string ExplainOption(const CLI::Option& option, CLI::ExitCodes kind,
                          const std::string& message) {
  const bool is_flag = option.get_items_expected_max() == 0;
  switch (kind) {
    case CLI::ExitCodes::ValidationError:
      return FailedCheck(option, message);
    case CLI::ExitCodes::ConversionError:
      return is_flag ? option.get_name() + " takes no value" : WrongValue(option, "");
    case CLI::ExitCodes::ArgumentMismatch:
      if (message.find("At Most") == std::string::npos) return MissingWord(option);
      return fmt::format("{} is there twice: {}", option.get_name(),
                         fmt::join(option.results(), " and "));
    default:
      return message;
  }
}

// Looks at the words that belong nowhere first: an argument may be missing because of such a word.
std::string ExplainVerb(const CLI::App& verb, const CLI::ParseError& error,
                        const std::vector<std::string>& unknown, const DefaultPlaces& places) {
  if (!unknown.empty() && unknown[0].starts_with('-')) return NoSuchOption(verb, unknown[0]);
  const std::string message = error.what();
  const auto kind = static_cast<CLI::ExitCodes>(error.get_exit_code());
  switch (kind) {
    case CLI::ExitCodes::ExtrasError:
      return fmt::format("\"{}\" is one word too many",
                         unknown.empty() ? Behind(message, ": ") : unknown[0]);
    case CLI::ExitCodes::RequiredError:
      return Missing(verb, message);
    case CLI::ExitCodes::RequiresError:
      return WithExample(verb, TwoOptions(message, " requires ", "{} works only with {}"),
                         Behind(message, " requires "));
    case CLI::ExitCodes::ExcludesError:
      return TwoOptions(message, " excludes ", "{} and {} exclude each other");
    default:
      const CLI::Option* const option = CulpritOf(verb, message);
      if (option == nullptr) return message;
      const auto place = places.find(option);
      const std::string what = ExplainOption(*option, kind, message);
      return place == places.end() ? what : place->second.place + ": " + what;
  }
}

bool IsArchive(const std::string& word) {
  std::error_code ignored;
  return std::filesystem::exists(word, ignored) || std::filesystem::exists(word + ".meta", ignored);
}

}  // namespace

std::string TypeOf(const CLI::Option& option) {
  const std::string& text = option.get_option_text();
  return text.empty() ? option.get_type_name() : text.substr(0, text.find('='));
}

std::vector<std::string> WordsOf(const CLI::Option& option) {
  const std::string type = TypeOf(option);
  if (type == "MODE") return {"interpolated", "recorded"};
  if (type == "WHEN") return {"interval", "none", "record"};
  if (IsFlag(option) || option.get_positional()) return {};
  // OneOf() lists its words in its complaint.
  constexpr std::string_view kExpected = "expected ";
  std::string list;
  try {
    std::string probe = "\x01";
    // Looks without changing anything, though CLI11 does not say so.
    list = (*const_cast<CLI::Option&>(option).get_validator(0))(probe);
  } catch (const CLI::OptionNotFound&) {
    return {};
  }
  const std::size_t last = list.rfind(" or ");
  if (!list.starts_with(kExpected) || last == std::string::npos) return {};
  list.replace(last, 4, ", ");
  std::vector<std::string> words;
  for (std::size_t at = kExpected.size(); at < list.size();) {
    const std::size_t end = std::min(list.find(", ", at), list.size());
    words.push_back(list.substr(at, end - at));
    at = end + 2;
  }
  return words;
}

Expectation ExpectationOf(const CLI::Option& option) {
  const std::string type = TypeOf(option);
  for (const Kind& kind : kKinds)
    if (type == kind.type) return {kind.what, kind.example};
  return {type.empty() ? "a value" : type, type.empty() ? "VALUE" : type};
}

std::string NoSuchVerb(const std::string& word, const std::vector<std::string>& verbs) {
  const std::string text = "There is no verb " + word;
  if (IsArchive(word)) return fmt::format("{}; to see that archive: fdr info {}", text, word);
  return text + DidYouMean(word, verbs);
}

std::string ExplainUsage(const CLI::App& app, const CLI::ParseError& error,
                         const std::vector<std::string>& verbs, const DefaultPlaces& places) {
  const std::vector<std::string> unknown = app.remaining(true);
  const std::vector<const CLI::App*> chosen =
      app.get_subcommands([](const CLI::App* verb) { return verb->parsed(); });
  if (!chosen.empty()) return ExplainVerb(*chosen[0], error, unknown, places);
  if (unknown.empty()) return Missing(app, "A verb is required");
  return unknown[0].starts_with('-') ? NoSuchOption(app, unknown[0])
                                     : NoSuchVerb(unknown[0], verbs);
}

}  // namespace fdr::tools
