// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/parameters.h"

#include <algorithm>
#include <charconv>

#include "fdr/replay/values/number.h"

namespace fdr {
namespace {

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Result<std::string> Decode(std::string_view text, bool plus_is_blank) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      const int high = i + 2 < text.size() ? HexDigit(text[i + 1]) : -1;
      const int low = high >= 0 ? HexDigit(text[i + 2]) : -1;
      if (low < 0)
        return Fail(Errc::kInvalidArgument, "a \"%\" must be followed by two hexadecimal digits");
      decoded += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      decoded += plus_is_blank && text[i] == '+' ? ' ' : text[i];
    }
  }
  return decoded;
}

tl::unexpected<Error> FailNumber(std::string_view name, const std::string& expected) {
  return Fail(Errc::kInvalidArgument,
              "the parameter \"" + std::string(name) + "\" must be " + expected);
}

std::string TextOf(double bound) {
  char text[32];
  return {text, std::to_chars(std::begin(text), std::end(text), bound).ptr};
}

}  // namespace

Result<void> Parameters::AddEncoded(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view one = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (one.empty()) continue;
    if (all_.size() == kMost)
      return Fail(Errc::kInvalidArgument,
                  "a request has at most " + std::to_string(kMost) + " parameters");
    const std::size_t equals = std::min(one.find('='), one.size());
    Result<std::string> name = Decode(one.substr(0, equals), true);
    if (!name) return Fail(name.error());
    Result<std::string> value = Decode(one.substr(std::min(equals + 1, one.size())), true);
    if (!value) return Fail(value.error());
    Add(std::move(*name), std::move(*value));
  }
  return {};
}

const std::string* Parameters::Find(std::string_view name) const {
  const auto found = std::ranges::find(all_, name, &std::pair<std::string, std::string>::first);
  return found == all_.end() ? nullptr : &found->second;
}

std::string_view Parameters::Get(std::string_view name) const {
  const std::string* value = Find(name);
  return value ? std::string_view(*value) : std::string_view();
}

Result<void> Parameters::CheckEchoed(std::string_view name) const {
  if (Get(name).size() <= kLongestEchoed) return {};
  return Fail(Errc::kInvalidArgument,
              std::string(name) + " has more than " + std::to_string(kLongestEchoed) + " bytes");
}

std::vector<std::string> Parameters::List(std::string_view name) const {
  std::vector<std::string> parts;
  for (const auto& [one, value] : all_) {
    if (one != name) continue;
    for (std::string_view rest = value; !rest.empty();) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      if (end > 0) parts.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return parts;
}

Result<std::optional<double>> Parameters::Number(std::string_view name, double least,
                                                 double most) const {
  const std::string* text = Find(name);
  if (!text) return std::nullopt;
  const ParsedNumber number = ParseNumber(*text);
  const bool is_number = number.length > 0 && number.length == text->size();
  if (!is_number || !(number.value >= least && number.value <= most))
    return FailNumber(name, "a number from " + TextOf(least) + " to " + TextOf(most));
  return number.value;
}

Result<std::optional<std::uint64_t>> Parameters::Count(std::string_view name,
                                                       std::uint64_t most) const {
  const std::string* text = Find(name);
  if (!text) return std::nullopt;
  std::uint64_t count = 0;
  const char* const end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, count);
  if (error != std::errc() || stop != end || count > most)
    return FailNumber(name, "a whole number from 0 to " + std::to_string(most));
  return count;
}

Result<std::string> DecodePath(std::string_view path) {
  Result<std::string> decoded = Decode(path, false);
  if (decoded && decoded->find('\0') != std::string::npos)
    return Fail(Errc::kInvalidArgument, "a path has no zero byte");
  return decoded;
}

}  // namespace fdr
