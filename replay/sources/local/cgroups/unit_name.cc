// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/cgroups/unit_name.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "fdr/replay/sources/local/cgroups/container_name.h"
#include "fdr/replay/sources/local/field_scanner.h"

namespace fdr::local {
namespace {

constexpr std::string_view kDecimal = "0123456789", kHexadecimal = "0123456789abcdef";

bool HasOnly(std::string_view text, std::string_view characters) {
  return !text.empty() && text.find_first_not_of(characters) == text.npos;
}

// Calls `visit` with each part of a path, until it returns true.
template <class Visit>
void VisitParts(std::string_view path, Visit visit) {
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(slash == path.npos ? path.size() : slash + 1);
    if (!part.empty() && part != ".." && visit(part)) return;
  }
}

// A pod of podman has such a name, too: "machine-libpod_pod_5f3c....slice".
std::string_view ContainerIn(std::string_view part) {
  return part.find("libpod_pod_") == part.npos ? ContainerOf(part) : std::string_view();
}

std::string_view EngineOf(std::string_view part, std::string_view parent) {
  struct Engine {
    std::string_view beginning, name;
  };
  constexpr std::array kEngines = {Engine{"docker", "docker"}, Engine{"libpod", "podman"},
                                   Engine{"crio", "crio"}, Engine{"cri-containerd", "containerd"},
                                   Engine{"nerdctl", "containerd"}};
  // "docker-5f3c....scope"; "kubepods-pod0a1b_....slice:cri-containerd:5f3c..."
  part.remove_prefix(std::min(part.find(':') + 1, part.size()));
  for (const Engine& engine : kEngines) {
    const std::string_view rest = part.substr(std::min(engine.beginning.size(), part.size()));
    if (part.starts_with(engine.beginning) && (rest.starts_with('-') || rest.starts_with(':')))
      return engine.name;
  }
  return parent == "docker" ? "docker" : "container";
}

// "kubepods-burstable-pod0a1b_....slice", "pod0a1b-..."; "" for anything else.
std::string PodOf(std::string_view part) {
  part = part.substr(0, part.find(':'));
  if (part.ends_with(".slice")) part.remove_suffix(6);
  if (const std::size_t at = part.rfind("-pod"); at != part.npos) part.remove_prefix(at + 1);
  constexpr std::size_t kLeast = 32;  // without dashes, for a pod that is in a file of the node
  if (!part.starts_with("pod") || part.size() < 3 + kLeast) return {};
  std::string pod(part.substr(3));
  std::ranges::replace(pod, '_', '-');
  return HasOnly(pod, "0123456789abcdef-") ? pod : std::string();
}

// "user@1000.service" is 1000.
std::optional<std::uint32_t> ManagedUser(std::string_view unit) {
  constexpr std::string_view kBefore = "user@", kBehind = ".service";
  if (!unit.starts_with(kBefore) || !unit.ends_with(kBehind)) return std::nullopt;
  unit.remove_prefix(kBefore.size());
  unit.remove_suffix(kBehind.size());
  std::uint32_t user = 0;
  const char* const end = unit.data() + unit.size();
  const auto [stop, failed] = std::from_chars(unit.data(), end, user);
  if (failed != std::errc() || stop != end) return std::nullopt;
  return user;
}

bool IsUnit(std::string_view part) {
  constexpr std::string_view kKinds[] = {".service", ".scope", ".socket", ".mount", ".swap"};
  return std::ranges::any_of(kKinds, [&](std::string_view kind) { return part.ends_with(kind); });
}

// A long number in hexadecimal digits.
bool IsIdentifier(std::string_view word) {
  constexpr std::size_t kLong = 8;
  return word.size() >= kLong && HasOnly(word, kHexadecimal);
}

// A number, or an identifier, with the letter that `systemd-run` or the manager of logins writes
// before it.
bool IsSerial(std::string_view word) {
  constexpr std::string_view kLetters = "rupic";
  if (!word.empty() && kLetters.find(word.front()) != word.npos)
    if (HasOnly(word.substr(1), kDecimal) || IsIdentifier(word.substr(1))) return true;
  return HasOnly(word, kDecimal) || IsIdentifier(word);
}

// "0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f"
bool IsUuid(std::string_view word) {
  constexpr std::size_t kSize = 36;
  if (word.size() != kSize) return false;
  for (std::size_t i = 0; i < kSize; ++i) {
    const bool has_dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (has_dash ? word[i] != '-' : kHexadecimal.find(word[i]) == kHexadecimal.npos) return false;
  }
  return true;
}

// "session-7" becomes "session-*".
std::string WithoutSerials(std::string_view name) {
  constexpr std::size_t kUuid = 36;
  const std::size_t size = name.size();
  if (size > kUuid && name[size - kUuid - 1] == '-' && IsUuid(name.substr(size - kUuid)))
    name.remove_suffix(kUuid + 1);
  for (std::size_t dash; (dash = name.rfind('-')) != name.npos && dash > 0;
       name = name.substr(0, dash))
    if (!IsSerial(name.substr(dash + 1))) break;
  return std::string(name) + (name.size() < size ? "-*" : "");
}

// The instance of a service that is started for each connection, or for each event: "7-10.0.0.1:22-
// 10.0.0.2:5000", "3-812-0".
bool IsOfOneEvent(std::string_view instance) {
  const std::size_t digits = instance.find_first_not_of(kDecimal);
  if (digits == 0 || digits == instance.npos || instance[digits] != '-') return false;
  return instance.find(':') != instance.npos || HasOnly(instance, "0123456789-_");
}

// "qemu\x2d3\x2dweb" is "qemu-3-web".
std::string Unescaped(std::string_view name) {
  std::string text;
  while (!name.empty()) {
    constexpr std::size_t kEscape = 4;
    unsigned byte = 0;
    const char* const end = name.data() + std::min(kEscape, name.size());
    const bool is_escape = name.starts_with("\\x") && name.size() >= kEscape &&
                           std::from_chars(name.data() + 2, end, byte, 16).ptr == end;
    text += is_escape ? static_cast<char>(byte) : name.front();
    name.remove_prefix(is_escape ? kEscape : 1);
  }
  return text;
}

// A virtual machine has a number for each start: "machine-qemu-3-web".
std::string MachineName(std::string_view escaped) {
  std::string name = Unescaped(escaped);
  constexpr std::string_view kQemu = "machine-qemu-";
  const std::size_t dash = name.find('-', kQemu.size());
  if (!name.starts_with(kQemu) || dash == name.npos) return name;
  if (HasOnly(std::string_view(name).substr(kQemu.size(), dash - kQemu.size()), kDecimal))
    name.replace(kQemu.size(), dash - kQemu.size(), "*");
  return name;
}

// What stays the same when it is started again.
std::string Lasting(std::string_view unit) {
  const std::size_t dot = unit.rfind('.');
  const std::string_view name = unit.substr(0, dot), kind = unit.substr(dot);
  if (name.starts_with("machine-")) return MachineName(name) + std::string(kind);
  if (kind == ".scope" || name.starts_with("run-")) return WithoutSerials(name) + std::string(kind);
  const std::size_t at = name.find('@');
  if (at == name.npos) return std::string(unit);
  const std::string_view instance = name.substr(at + 1);
  // A service that the message bus starts has the address of the one that asked.
  constexpr std::string_view kAsked = "dbus-:";
  if (name.starts_with(kAsked)) {
    const std::size_t behind = std::min(name.find('-', kAsked.size()), at);
    return "dbus-*" + std::string(name.substr(behind, at - behind)) + "@*" + std::string(kind);
  }
  const bool is_application = name.starts_with("app-") && IsSerial(instance);
  if (!is_application && !IsOfOneEvent(instance)) return std::string(unit);
  return std::string(name.substr(0, at + 1)) + '*' + std::string(kind);
}

// The path without "..", and without identifiers, which differ with each start.
std::string PathOf(std::string_view group) {
  std::string path;
  VisitParts(group, [&](std::string_view part) {
    path += '/';
    path += IsIdentifier(part) || IsUuid(part) ? "*" : part;
    return false;
  });
  return path.empty() ? "/" : path;
}

}  // namespace

std::string_view GroupOf(std::string_view cgroups) {
  std::string_view best = "/";
  int best_rank = 0;
  for (FieldScanner in(cgroups); !in.AtEnd();) {
    FieldScanner line(in.Line());
    std::string_view hierarchy, controllers;
    if (!line.UpTo(':', hierarchy) || !line.UpTo(':', controllers)) continue;
    std::string_view group = line.rest();
    constexpr std::string_view kGone = " (deleted)";
    if (group.ends_with(kGone)) group.remove_suffix(kGone.size());
    if (group.empty() || group == "/") continue;
    const int rank = ContainerGroupOf(group)         ? 4
                     : controllers.empty()           ? 3
                     : controllers == "name=systemd" ? 2
                                                     : 1;
    if (rank > best_rank) best = group;
    best_rank = std::max(rank, best_rank);
  }
  return best;
}

std::optional<ContainerGroup> ContainerGroupOf(std::string_view group) {
  ContainerGroup found;
  const bool is_kubernetes = group.find("kubepods") != group.npos;
  std::string_view parent;
  VisitParts(group, [&](std::string_view part) {
    if (is_kubernetes && found.pod.empty()) found.pod = PodOf(part);
    if (!found.user) found.user = ManagedUser(part);
    found.id = ContainerIn(part);
    if (!found.id.empty()) found.engine = EngineOf(part, parent);
    parent = part;
    return !found.id.empty();
  });
  if (found.id.empty()) return std::nullopt;
  return found;
}

std::string UnitOf(std::string_view group) {
  std::string name;
  std::string_view slice;
  bool has_unit = false, is_last_slice = false;
  VisitParts(group, [&](std::string_view part) {
    constexpr std::string_view kLxc[] = {"lxc.payload.", "lxc.monitor."};
    for (const std::string_view lxc : kLxc)
      if (!has_unit && part.starts_with(lxc)) {
        name = "lxc/" + std::string(part.substr(lxc.size()));
        return has_unit = true;
      }
    is_last_slice = part.ends_with(".slice");
    if (is_last_slice && !has_unit) slice = part;
    if (!IsUnit(part)) return false;
    const bool is_manager = !has_unit && ManagedUser(part).has_value();
    const bool is_session = !has_unit && part.starts_with("session-");
    if (is_session && !slice.empty()) name = std::string(slice) + '/';
    name += (has_unit ? "/" : "") + Lasting(part);
    has_unit = true;
    return !is_manager;
  });
  if (has_unit) return name;
  if (is_last_slice) return std::string(slice);
  return PathOf(group);
}

}  // namespace fdr::local
