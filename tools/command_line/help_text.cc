// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/command_line/help_text.h"

#include <unistd.h>

#include <algorithm>
#include <sstream>
#include <string_view>

#include "fdr/tools/terminal/terminal.h"

namespace fdr::tools {
namespace {

constexpr std::string_view kExamples = "\nExamples:\n";
constexpr std::size_t kColumn = 30;        // of the texts beside options
constexpr std::size_t kNarrowest = 30;     // a text beside options is not squeezed further
constexpr std::size_t kNarrowColumn = 10;  // of the texts on a narrow terminal

// Breaks lines at spaces, so that they have at most `width` characters.
std::string Wrapped(std::string_view text, std::size_t width) {
  std::string wrapped;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find_first_of(" \n", 1), text.size());
    std::string_view word = text.substr(0, length);
    text.remove_prefix(length);
    if (word[0] == '\n') {
      column = 0;
    } else if (word[0] == ' ' && column + length > width && column > 0) {
      wrapped += '\n';
      word.remove_prefix(1);
      column = 0;
    }
    wrapped += word;
    column += word.size() - static_cast<std::size_t>(word.starts_with('\n'));
  }
  return wrapped;
}

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() {
    if (::isatty(STDOUT_FILENO) == 0) return;
    width_ = static_cast<std::size_t>(SizeOfTerminal(STDOUT_FILENO).width);
    column_width(width_ < kColumn + kNarrowest ? kNarrowColumn : kColumn);
  }

 private:
  // Leaves out which options exclude or need each other: the error message says it when it matters.
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string text = CLI::Formatter::make_option_opts(option);
    const std::size_t end = std::min(text.find(" Excludes:"), text.find(" Needs:"));
    return text.substr(0, end);
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    const std::string text = CLI::Formatter::make_option_desc(option);
    return width_ == 0 ? text : Wrapped(text, WidthOfTexts());
  }

  std::string make_subcommand(const CLI::App* verb) const override {
    std::ostringstream out;
    const std::string text = verb->get_description();
    CLI::detail::format_help(out, verb->get_name(),
                             width_ == 0 ? text : Wrapped(text, WidthOfTexts()), column_width_);
    return out.str();
  }

  std::string make_usage(const CLI::App* app, std::string name) const override {
    const std::string footer = app->get_footer();
    const std::size_t examples = footer.find(kExamples);
    const std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    return examples == std::string::npos ? usage : footer.substr(examples) + "\n\n" + usage;
  }

  std::string make_footer(const CLI::App* app) const override {
    const std::string footer = app->get_footer();
    const std::string rest = footer.substr(0, footer.find(kExamples));
    if (rest.empty()) return "";
    return (width_ == 0 ? rest : Wrapped(rest, width_)) + '\n';
  }

  std::size_t WidthOfTexts() const { return std::max(width_ - column_width_, kNarrowest); }

  std::size_t width_ = 0;  // of the terminal; 0: not a terminal
};

// How many of the words of an example are options that were given, each as often as it was given.
std::size_t SharedOptions(const CLI::App& verb, const std::string& example) {
  std::size_t common = 0;
  for (const CLI::Option* option : verb.get_options()) {
    std::size_t count = 0;
    std::istringstream words(example);
    for (std::string word; words >> word;)
      if (word.starts_with('-') && option->check_name(word)) ++count;
    common += std::min(count, option->count());
  }
  return common;
}

}  // namespace

std::shared_ptr<CLI::FormatterBase> MakeHelpFormatter() {
  return std::make_shared<HelpFormatter>();
}

std::string NearestExample(const CLI::App& verb) {
  const std::string footer = verb.get_footer();
  const std::size_t examples = footer.find(kExamples);
  if (examples == std::string::npos) return "";
  std::istringstream lines(footer.substr(examples + kExamples.size()));
  std::string nearest;
  std::size_t most = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t count = SharedOptions(verb, line);
    if (!nearest.empty() && count <= most) continue;
    nearest = line.substr(line.find_first_not_of(' '));
    most = count;
  }
  return nearest;
}

}  // namespace fdr::tools
