// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/command_line/default_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "fdr/tools/command_line/words_of_verb.h"
#include "fdr/tools/text/nearest_names.h"

namespace fdr::tools {
namespace {

// Options that say what to do, not how.  --allow-shell runs commands: only a person who sees the
// whole command line may ask for that.
constexpr std::string_view kNeverDefault[] = {"help",    "allow-shell", "check",
                                              "dry-run", "snapshot",    "from"};

tl::unexpected<Error> Refuse(const Setting& setting, const std::string& what) {
  return Fail(Errc::kInvalidArgument, fmt::format("{}: {}", setting.place, what));
}

// The settings that count for one verb, by option: the last file that has an option decides.
using Wanted = std::vector<std::pair<const CLI::Option*, std::vector<Setting>>>;

Result<const CLI::Option*> OptionOf(const CLI::App& verb, const Setting& setting,
                                    const IsOption& is_option) {
  for (const std::string_view name : kNeverDefault)
    if (setting.option == name)
      return Refuse(setting, fmt::format("--{} has no default: it works only on a command line",
                                         setting.option));
  const CLI::Option* const option = verb.get_option_no_throw("--" + setting.option);
  if (option != nullptr || (setting.verb.empty() && is_option(setting.option))) return option;
  std::vector<std::string> names;
  for (const CLI::Option* other : verb.get_options())
    names.insert(names.end(), other->get_lnames().begin(), other->get_lnames().end());
  return Refuse(setting, fmt::format("fdr {}has no option --{}{}",
                                     setting.verb.empty() ? "" : verb.get_name() + " ",
                                     setting.option, DidYouMean(setting.option, names)));
}

Result<void> Choose(const CLI::App& verb, const Settings& settings, const IsOption& is_option,
                    Wanted& wanted) {
  Wanted of_this_file;
  for (const Setting& setting : settings) {
    if (!setting.verb.empty() && setting.verb != verb.get_name()) continue;
    const Result<const CLI::Option*> option = OptionOf(verb, setting, is_option);
    if (!option) return Fail(option.error());
    if (*option == nullptr) continue;  // of another verb
    const auto same = std::ranges::find(of_this_file, *option, &Wanted::value_type::first);
    if (same == of_this_file.end()) {
      of_this_file.push_back({*option, {setting}});
    } else if (same->second.front().verb != setting.verb) {
      same->second = {setting};  // the section of a verb counts more than settings for all
    } else if (IsRepeated(**option)) {
      same->second.push_back(setting);
    } else {
      return Refuse(setting, fmt::format("{} is there twice: before at {}", setting.option,
                                         same->second.front().place));
    }
  }
  for (auto& of_option : of_this_file) {
    std::erase_if(wanted, [&](const auto& earlier) { return earlier.first == of_option.first; });
    wanted.push_back(std::move(of_option));
  }
  return {};
}

bool Excludes(const CLI::Option& option, const Options& others) {
  const auto has = [](const CLI::Option& one, const CLI::Option& other) {
    const auto excluded = one.get_excludes();
    return excluded.contains(const_cast<CLI::Option*>(&other));
  };
  return std::ranges::any_of(
      others, [&](const CLI::Option* other) { return has(option, *other) || has(*other, option); });
}

bool HasNeeds(const CLI::Option& option, const Options& others) {
  const auto needs = option.get_needs();
  return std::ranges::all_of(needs, [&](const CLI::Option* one) { return others.contains(one); });
}

Result<bool> IsYes(const Setting& setting) {
  for (const char* word : {"yes", "true", "on", "1"})
    if (setting.value == word) return true;
  for (const char* word : {"no", "false", "off", "0"})
    if (setting.value == word) return false;
  return Refuse(setting,
                fmt::format("{}: expected yes or no, not \"{}\"", setting.option, setting.value));
}

// The words for one option; none for a flag that is off.
Result<std::vector<std::string>> WordsFor(const CLI::Option& option,
                                          const std::vector<Setting>& settings) {
  std::vector<std::string> words;
  for (const Setting& setting : settings) {
    if (!IsFlag(option)) {
      words.push_back(fmt::format("--{}={}", setting.option, setting.value));
      continue;
    }
    const Result<bool> is_on = IsYes(setting);
    if (!is_on) return Fail(is_on.error());
    if (*is_on) words.push_back("--" + setting.option);
  }
  return words;
}

// Adds the settings that count, and removes them from `wanted`; those whose needs are missing stay.
Result<void> AddPossible(Wanted& wanted, Options& given, std::vector<std::string>& words,
                         DefaultPlaces& places) {
  Wanted rest;
  for (auto& [option, settings] : wanted) {
    if (given.contains(option) || Excludes(*option, given)) continue;
    if (!HasNeeds(*option, given)) {
      rest.emplace_back(option, std::move(settings));
      continue;
    }
    const auto added = WordsFor(*option, settings);
    if (!added) return Fail(added.error());
    if (added->empty()) continue;
    words.insert(words.end(), added->begin(), added->end());
    given.insert(option);
    places.emplace(option, settings.front());
  }
  wanted = std::move(rest);
  return {};
}

}  // namespace

Result<DefaultPlaces> AddDefaultWords(const CLI::App& verb, const std::vector<Settings>& settings,
                                      const IsOption& is_option, std::vector<std::string>& words) {
  Options given = WordsOfVerb(verb, std::span(words).subspan(1)).given();
  if (given.contains(verb.get_help_ptr())) return DefaultPlaces();
  Wanted wanted;
  for (const Settings& source : settings)
    if (const Result<void> read = Choose(verb, source, is_option, wanted); !read)
      return Fail(read.error());
  std::ranges::reverse(wanted);  // those that count more come first
  DefaultPlaces places;
  std::vector<std::string> defaults;
  for (std::size_t before = wanted.size() + 1; wanted.size() < before;) {
    before = wanted.size();
    if (const Result<void> added = AddPossible(wanted, given, defaults, places); !added)
      return Fail(added.error());
  }
  words.insert(words.begin() + 1, defaults.begin(), defaults.end());
  return places;
}

}  // namespace fdr::tools
