// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/path_names.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "fdr/replay/copy/scrub/plain_forms.h"

namespace fdr {
namespace {

// Beyond, a name would become too long for programs that read it.
constexpr std::size_t kMostParts = 24;
constexpr std::size_t kMostLabels = 3;  // of a host: with a NUL, they fit into a label of version 2

std::size_t CountOf(char c, std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), c));
}

bool HasBlanksOrControls(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 127; });
}

// What stands before the next `mark`, which is taken, too.
std::string_view TakeUpTo(char mark, std::string_view& rest, bool& is_last) {
  const std::size_t end = rest.find(mark);
  is_last = end == rest.npos;
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(is_last ? rest.size() : end + 1);
  return part;
}

// Calls `part` for each part between slashes, and puts the results together.
template <class Part>
std::string ByComponents(std::string_view path, Part part) {
  std::string scrubbed;
  for (bool is_last = false; !is_last;) {
    const std::string_view component = TakeUpTo('/', path, is_last);
    if (!component.empty()) scrubbed += part(component);
    if (!is_last) scrubbed += '/';
  }
  return scrubbed;
}

// "user-1000.slice", "user@1000.service": the number is that of a user.
std::optional<std::string> ScrubbedUserUnit(std::string_view unit, NameKeeper& keeper) {
  for (const std::string_view beginning : {"user-", "user@", "user-runtime-dir@", "run-user-"})
    for (const std::string_view end : {".slice", ".service", ".mount"}) {
      if (!unit.starts_with(beginning) || !unit.ends_with(end)) continue;
      const std::string_view digits =
          unit.substr(beginning.size(), unit.size() - beginning.size() - end.size());
      std::uint32_t user = 0;
      const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), user);
      if (digits.empty() || read.ec != std::errc() || read.ptr != digits.data() + digits.size())
        continue;
      return std::string(beginning) + std::to_string(keeper.names().Of(user)) + std::string(end);
    }
  return std::nullopt;
}

std::string ScrubbedUnit(std::string_view unit, NameKeeper& keeper) {
  if (keeper.Stays(WordList::kUnits, unit)) return std::string(unit);
  if (auto user = ScrubbedUserUnit(unit, keeper)) return *user;
  for (const std::string_view end :
       {".service", ".slice", ".scope", ".mount", ".socket", ".swap", ".timer"})
    if (unit.ends_with(end) && unit.size() > end.size())
      return keeper.names().Of(NameKind::kUnit, unit.substr(0, unit.size() - end.size())) +
             std::string(end);
  return keeper.names().Of(NameKind::kUnit, unit);
}

// ":22", "/64"
bool IsSuffix(std::string_view suffix) {
  return suffix.empty() ||
         ((suffix.front() == ':' || suffix.front() == '/') && IsShortNumber(suffix.substr(1), 5));
}

bool IsScheme(std::string_view word) {
  constexpr std::array<std::string_view, 13> kSchemes = {
      "http", "https", "ftp",      "file",       "nfs",   "tcp", "udp",
      "unix", "redis", "postgres", "postgresql", "mysql", "pcp"};
  return std::find(kSchemes.begin(), kSchemes.end(), word) != kSchemes.end();
}

// "alice:password".  A password never stays.
std::string ScrubbedAccount(std::string_view account, NameKeeper& keeper) {
  const std::size_t colon = account.find(':');
  std::string scrubbed = keeper.names().Of(NameKind::kUser, account.substr(0, colon));
  if (colon != account.npos)
    scrubbed += ':' + keeper.names().Always(NameKind::kText, account.substr(colon + 1));
  return scrubbed;
}

// Letters, digits and a few marks; labels of up to 63 bytes, with a letter somewhere.
bool IsHostForm(std::string_view host) {
  constexpr std::size_t kLongest = 253;
  constexpr std::size_t kLongestLabel = 63;
  if (host.size() > kLongest || std::none_of(host.begin(), host.end(), IsAlpha)) return false;
  for (bool is_last = false; !is_last;) {
    const std::string_view label = TakeUpTo('.', host, is_last);
    if (label.empty() || label.size() > kLongestLabel || label.front() == '-') return false;
    if (!std::all_of(label.begin(), label.end(),
                     [](char c) { return IsAlpha(c) || IsDigit(c) || c == '-' || c == '_'; }))
      return false;
  }
  return true;
}

// "user@host:80" of a URL.
std::string ScrubbedPlace(std::string_view place, NameKeeper& keeper) {
  std::string scrubbed;
  const std::size_t at = place.rfind('@');
  if (at != place.npos) scrubbed = ScrubbedAccount(place.substr(0, at), keeper) + "@";
  std::string_view host = place.substr(at == place.npos ? 0 : at + 1);
  const std::size_t colon = host.rfind(':');
  const bool has_port = colon != host.npos && IsSuffix(host.substr(colon)) &&
                        (host.starts_with('[') || CountOf(':', host) == 1);
  const std::string_view port = has_port ? host.substr(colon) : std::string_view();
  host.remove_suffix(port.size());
  return scrubbed + ScrubbedHost(host, keeper) + std::string(port);
}

}  // namespace

std::string ScrubbedPath(std::string_view path, bool well_known, NameKeeper& keeper) {
  const std::size_t remote = path.find(":/");
  if (remote != path.npos && remote > 0 && path.find('/') > remote &&
      !HasBlanksOrControls(path.substr(0, remote)))
    return ScrubbedHost(path.substr(0, remote), keeper) + ":" +
           ScrubbedPath(path.substr(remote + 1), false, keeper);
  if (path == "/" && well_known) return std::string(path);
  if (CountOf('/', path) > kMostParts) return '/' + keeper.names().Of(NameKind::kPath, path);
  std::string before;  // the path so far, as long as it is well-known
  bool is_known = well_known && path.starts_with('/');
  return ByComponents(path, [&](std::string_view component) {
    const std::string here = before + '/' + std::string(component);
    const bool is_path = IsKnownWord(WordList::kPaths, here);
    const bool stays = is_known && (keeper.Stays(is_path, component, KeptFor::kKnownWord) ||
                                    keeper.Stays(before == "/dev" && IsDisc(component), component));
    is_known = stays;
    before = here;
    return stays ? std::string(component) : keeper.names().Of(NameKind::kPath, component);
  });
}

std::string ScrubbedControlGroup(std::string_view group, NameKeeper& keeper) {
  const std::size_t behind = group.rfind("::");
  std::string device;
  if (behind != group.npos) {
    const std::string_view name = group.substr(behind + 2);
    const bool stays = keeper.Stays(IsDisc(name) || IsNumbered(name, "cpu"), name);
    device = "::" + (stays ? std::string(name) : keeper.names().Of(NameKind::kDevice, name));
    group = group.substr(0, behind);
  }
  if (group == "/") return "/" + device;
  if (CountOf('/', group) > kMostParts)
    return '/' + keeper.names().Of(NameKind::kUnit, group) + device;
  return ByComponents(group, [&](std::string_view unit) { return ScrubbedUnit(unit, keeper); }) +
         device;
}

std::string ScrubbedHost(std::string_view host, NameKeeper& keeper) {
  if (const auto address = ScrubbedAddress(host, keeper)) return *address;
  if (keeper.Stays(host == "localhost" || host == "local:", host)) return std::string(host);
  if (keeper.names().IsKept(NameKind::kHost))
    return IsHostForm(host) ? keeper.names().Of(NameKind::kHost, host)
                            : keeper.names().Always(NameKind::kHost, host);
  const std::string lower = ToLower(host);
  const bool is_plain = std::all_of(lower.begin(), lower.end(), [](char c) {
    return IsAlpha(c) || IsDigit(c) || c == '-' || c == '.' || c == '_';
  });
  if (!is_plain) return keeper.names().Of(NameKind::kHost, lower);
  std::string scrubbed;
  std::string_view rest = lower;
  for (std::size_t n = 1; !rest.empty(); ++n) {
    const bool is_last = n == kMostLabels || rest.find('.') == rest.npos;
    const std::string_view label = is_last ? rest : rest.substr(0, rest.find('.'));
    scrubbed += keeper.names().Of(NameKind::kHost, label);
    rest.remove_prefix(is_last ? rest.size() : label.size() + 1);
    if (!is_last) scrubbed += '.';
  }
  return scrubbed;
}

std::optional<std::string> ScrubbedAddress(std::string_view text, NameKeeper& keeper) {
  if (const auto address = AddressOf(text)) return keeper.names().Of(*address);
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == text.npos || !IsSuffix(text.substr(end + 1))) return std::nullopt;
    const auto inner = AddressOf(text.substr(1, end - 1));
    if (!inner) return std::nullopt;
    return "[" + keeper.names().Of(*inner) + "]" + std::string(text.substr(end + 1));
  }
  const std::size_t mark = text.find_last_of(":/");
  if (mark == text.npos || !IsSuffix(text.substr(mark))) return std::nullopt;
  const auto address = AddressOf(text.substr(0, mark));
  if (!address || (text[mark] == ':' && !std::holds_alternative<Ip4Address>(*address)))
    return std::nullopt;
  return keeper.names().Of(*address) + std::string(text.substr(mark));
}

std::optional<std::string> ScrubbedUrl(std::string_view text, NameKeeper& keeper) {
  if (HasBlanksOrControls(text)) return std::nullopt;
  const std::size_t colon = text.find("://");
  if (colon == text.npos || !IsScheme(text.substr(0, colon))) return std::nullopt;
  std::string_view rest = text.substr(colon + 3);
  const std::string_view place = rest.substr(0, rest.find_first_of("/?#"));
  rest.remove_prefix(place.size());
  // A password may have these marks.
  if (rest.find('@') != rest.npos) return std::nullopt;
  const std::string_view path = rest.substr(0, rest.find_first_of("?#"));
  rest.remove_prefix(path.size());
  std::string scrubbed(text.substr(0, colon + 3));
  scrubbed += ScrubbedPlace(place, keeper) + ScrubbedPath(path, false, keeper);
  if (!rest.empty()) scrubbed += "?" + keeper.names().Of(NameKind::kText, rest);
  return scrubbed;
}

std::optional<std::string> ScrubbedMail(std::string_view text, NameKeeper& keeper) {
  const std::size_t at = text.find('@');
  if (HasBlanksOrControls(text) || at == text.npos || at == 0 || at + 1 == text.size() ||
      text.find('@', at + 1) != text.npos || text.find('/') != text.npos)
    return std::nullopt;
  return ScrubbedAccount(text.substr(0, at), keeper) + "@" +
         ScrubbedHost(text.substr(at + 1), keeper);
}

}  // namespace fdr
