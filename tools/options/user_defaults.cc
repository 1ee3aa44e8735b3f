// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/user_defaults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "fdr/replay/text/text_file.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;
constexpr const char* kOfTheSystem = "/etc/fdr/config";

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r";
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) + 1 - begin);
}

// Up to a "#" at the beginning of a word that is in no quotes.
std::string_view WithoutComment(std::string_view line) {
  char quote = '\0';
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != '\0')
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t'))
      return line.substr(0, i);
  }
  return line;
}

std::string_view WithoutQuotes(std::string_view value) {
  const bool has_quotes =
      value.size() >= 2 && (value[0] == '"' || value[0] == '\'') && value.back() == value[0];
  return has_quotes ? value.substr(1, value.size() - 2) : value;
}

bool IsName(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

tl::unexpected<Error> Refuse(const std::string& place, std::string_view what) {
  return Fail(Errc::kInvalidArgument, fmt::format("{}: {}", place, what));
}

// "[replay]" or "interval = 10s".
Result<void> ParseLine(std::string_view line, const std::string& place, std::string& verb,
                       Settings& settings) {
  if (line.front() == '[') {
    const std::string_view name = line.substr(1, line.size() - 2);
    if (line.back() != ']' || !IsName(name))
      return Refuse(place, "Not the name of a verb in brackets, as in [replay]");
    verb = name;
    return {};
  }
  const std::size_t equals = line.find('=');
  std::string_view option = Trimmed(line.substr(0, equals));
  if (option.starts_with("--")) option.remove_prefix(2);
  if (equals == std::string_view::npos || !IsName(option))
    return Refuse(place, "Not an option and its value, as in interval = 10s");
  settings.push_back({verb, std::string(option),
                      std::string(WithoutQuotes(Trimmed(line.substr(equals + 1)))), place});
  return {};
}

Result<Settings> ReadSettingsFile(const std::string& file, bool must_exist) {
  const Result<std::string> text = ReadTextFile(file, kMostBytes);
  if (!text) {
    const int error = text.error().system_error;
    const bool is_none = error == ENOENT || error == ENOTDIR || error == EACCES;
    if (is_none && !must_exist) return Settings();
    return Fail(text.error());
  }
  if (text->size() > kMostBytes) return Refuse(file, "The file is larger than 1 MiB");
  return ParseSettings(*text, file);
}

std::string FileOfUser(const GetVariable& get_variable) {
  const std::string directory = ConfigDirectory(get_variable);
  return directory.empty() ? "" : directory + "/config";
}

// For the C library; not an option of fdr pcp.
constexpr std::string_view kPeerVersion = "FDR_PCP_VERSION";

// "FDR_REPLAY_CSV_SAFE=yes" for replay.
Settings SettingsOfEnvironment(std::string_view verb,
                               std::span<const std::string_view> environment) {
  std::string prefix = fmt::format("FDR_{}_", verb);
  for (char& c : prefix) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  Settings settings;
  for (const std::string_view entry : environment) {
    const std::string_view name = entry.substr(0, entry.find('='));
    if (!name.starts_with(prefix) || name.size() == entry.size()) continue;
    if (name == kPeerVersion) continue;
    std::string option(name.substr(prefix.size()));
    for (char& c : option)
      c = c == '_' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    settings.push_back({std::string(verb), std::move(option),
                        std::string(entry.substr(name.size() + 1)), std::string(name)});
  }
  return settings;
}

}  // namespace

std::string ConfigDirectory(const GetVariable& get_variable) {
  const auto directory = [&](const char* variable) {
    const char* const value = get_variable(variable);
    return value == nullptr || *value != '/' ? std::string() : std::string(value);
  };
  const std::string config = directory("XDG_CONFIG_HOME"), home = directory("HOME");
  if (!config.empty()) return config + "/fdr";
  return home.empty() ? "" : home + "/.config/fdr";
}

Result<Settings> ParseSettings(std::string_view text, const std::string& file) {
  Settings settings;
  std::string verb;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = Trimmed(WithoutComment(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    const std::string place = fmt::format("{}:{}", file, number);
    if (const Result<void> parsed = ParseLine(line, place, verb, settings); !parsed)
      return Fail(parsed.error());
  }
  return settings;
}

Result<std::vector<Settings>> ReadSettings(std::string_view verb,
                                           std::span<const std::string_view> environment,
                                           const GetVariable& get_variable) {
  std::vector<std::pair<std::string, bool>> files;  // and whether they must exist
  if (const char* const only = get_variable("FDR_CONFIG"))
    files.emplace_back(only, true);
  else
    files = {{kOfTheSystem, false}, {FileOfUser(get_variable), false}};
  std::vector<Settings> all;
  for (const auto& [file, must_exist] : files) {
    if (file.empty()) continue;
    Result<Settings> settings = ReadSettingsFile(file, must_exist);
    if (!settings) return Fail(settings.error());
    all.push_back(std::move(*settings));
  }
  all.push_back(SettingsOfEnvironment(verb, environment));
  return all;
}

}  // namespace fdr::tools
