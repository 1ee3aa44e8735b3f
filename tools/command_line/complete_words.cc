// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/command_line/complete_words.h"

#include <span>
#include <string_view>

#include "fdr/tools/command_line/help_topics.h"
#include "fdr/tools/command_line/usage_error.h"
#include "fdr/tools/command_line/words_of_verb.h"
#include "fdr/tools/complete/candidates.h"
#include "fdr/tools/options/report_by.h"

namespace fdr::tools {
namespace {

constexpr const char* kFiles = ":files";
constexpr const char* kDirectories = ":directories";

// Keeps the lines that begin with the incomplete word.
class Completions {
 public:
  explicit Completions(std::string_view word) : word_(word) {}

  void Add(const std::string& completion, const std::string& what = {}) {
    if (!completion.starts_with(word_)) return;
    text_ += completion;
    if (!what.empty()) text_ += '\t' + what;
    text_ += '\n';
  }
  void Add(const std::vector<std::string>& completions, const std::string& before = {}) {
    for (const std::string& completion : completions) Add(before + completion);
  }
  void Ask(const char* request) { text_ += std::string(request) + '\n'; }

  const std::string& text() const { return text_; }

 private:
  std::string_view word_;
  std::string text_;
};

void AddVerbs(const CLI::App& app, Completions& found) {
  for (const CLI::App* verb : app.get_subcommands({}))
    found.Add(verb->get_name(), verb->get_description());
}

void AddOptions(const CLI::App& app, Completions& found) {
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_snames())
      found.Add("-" + name, option->get_description());
    for (const std::string& name : option->get_lnames())
      found.Add("--" + name, option->get_description());
  }
}

// The metrics of the source that the words before name: an archive, a host, or this machine.
std::vector<std::string> Metrics(const CLI::App& verb, const WordsOfVerb& words) {
  const std::vector<std::string>& arguments = words.arguments();
  if (const auto from = words.ValueOf("--from")) return MetricsOfArchive(*from);
  const auto host = words.ValueOf("--host");
  const CLI::Option* const archive = verb.get_option_no_throw("ARCHIVE");
  if (host || archive == nullptr || words.given().contains(verb.get_option_no_throw("--local")))
    return MetricsOfSource(host);
  return arguments.empty() ? std::vector<std::string>() : MetricsOfArchive(arguments[0]);
}

void AddFiles(Completions& found, const std::string& prefix) {
  found.Add(ArchiveCandidates(prefix));
  found.Ask(kFiles);
}

void AddArgument(const CLI::App& verb, const WordsOfVerb& words, const std::string& prefix,
                 Completions& found) {
  const CLI::Option* const argument = words.NextArgument();
  if (argument == nullptr) return;
  const std::string name = argument->get_name();
  const bool has_source = words.given().contains(verb.get_option_no_throw("--host")) ||
                          words.given().contains(verb.get_option_no_throw("--local"));
  if (name == "RECORDER") {
    found.Add(RecorderCandidates());
    found.Ask(kFiles);
  } else if (name == "METRIC" || name == "GLOB" || (verb.get_name() == "names" && has_source)) {
    found.Add(Metrics(verb, words));
    if (prefix.starts_with(':') && verb.get_option_no_throw("--reports") != nullptr)
      found.Add(ReportCandidates());
  } else if (name == "OTHER") {
    found.Add(Metrics(verb, words));
    AddFiles(found, prefix);
  } else {
    AddFiles(found, prefix);
  }
}

// `before` is the part of the word before the value: "--tz=".
void AddValue(const CLI::App& verb, const WordsOfVerb& words, const CLI::Option& option,
              const std::string& value, const std::string& before, Completions& found) {
  found.Add(WordsOf(option), before);
  const std::string type = TypeOf(option);
  if (type == "ZONE" || type == "TZ") found.Add(ZoneCandidates(value), before);
  if (type == "ARCHIVE") found.Add(ArchiveCandidates(value), before);
  if (type == "ARCHIVE" || type == "FILE") found.Ask(kFiles);
  if (type == "DIR") found.Ask(kDirectories);
  if (option.get_name() == "--by") found.Add(WordsOfBy(), before);
  if (type == "EXPRESSION") found.Add(Metrics(verb, words), before);
}

void AddForVerb(const CLI::App& verb, std::span<const std::string> before, const std::string& word,
                Completions& found) {
  const WordsOfVerb words(verb, before);
  const std::size_t equals = word.find('=');
  if (words.open() != nullptr) {
    AddValue(verb, words, *words.open(), word, "", found);
  } else if (word.starts_with("--") && equals != std::string::npos) {
    if (const CLI::Option* const option = verb.get_option_no_throw(word.substr(0, equals)))
      AddValue(verb, words, *option, word.substr(equals + 1), word.substr(0, equals + 1), found);
  } else if (word.starts_with('-')) {
    AddOptions(verb, found);
  } else {
    AddArgument(verb, words, word, found);
  }
}

}  // namespace

std::string CompleteWords(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty()) return "";
  const std::string& word = words.back();
  Completions found(word);
  const bool asks_for_verb = words.size() == 1 || (words.size() == 2 && words[0] == "help");
  if (asks_for_verb) {
    word.starts_with('-') ? AddOptions(app, found) : AddVerbs(app, found);
    if (words.size() == 1 && !word.starts_with('-')) found.Add("help", "Explain a verb");
    if (words.size() == 2)
      for (const HelpTopic& topic : HelpTopics())
        found.Add(std::string(topic.name), std::string(topic.what));
  } else {
    for (const CLI::App* verb : app.get_subcommands({}))
      if (verb->get_name() == words[0])
        AddForVerb(*verb, std::span(words).subspan(1, words.size() - 2), word, found);
  }
  return found.text();
}

}  // namespace fdr::tools
