// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/cgroups/container_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "fdr/replay/sources/local/account_names.h"
#include "fdr/replay/sources/local/directory_entries.h"
#include "fdr/replay/sources/net/unique_fd.h"
#include "fdr/replay/text/json_syntax.h"
#include "fdr/replay/text/json_text.h"
#include "fdr/replay/text/text_file.h"

namespace fdr::local {
namespace {

// A file about one container has some kilobytes; one about all may have megabytes.
constexpr std::size_t kMostOfOne = 1 << 20, kMostOfAll = 2 << 20;

// "" if it cannot be read, is too large, or is not a file of its owner.  A user may put a link
// there.  To open a device does something, so its kind is found out without that.
std::string ReadPlain(const std::string& path, std::size_t limit,
                      std::optional<std::uint32_t> owner = std::nullopt) {
  const UniqueFd place(::open(path.c_str(), O_PATH | O_CLOEXEC | O_NOFOLLOW));
  struct stat status = {};
  if (!place.IsOpen() || ::fstat(place.get(), &status) != 0) return {};
  if (!S_ISREG(status.st_mode) || (owner && status.st_uid != *owner)) return {};
  Result<std::string> text = ReadTextFile("/proc/self/fd/" + std::to_string(place.get()), limit);
  return text && text->size() <= limit ? std::move(*text) : std::string();
}

std::string TextMember(std::string_view object, std::string_view name) {
  const auto value = JsonMember(object, name);
  return value && value->starts_with('"') ? UnquotedJson(*value) : std::string();
}

// The first name of a container, in a list of all: [{"id":"5f3c...","names":["web"]}].
std::string FirstName(std::string_view all, std::string_view id) {
  for (const std::string_view container : JsonElements(all)) {
    if (!IsJsonObject(container) || TextMember(container, "id") != id) continue;
    const auto names = JsonElements(JsonMember(container, "names").value_or(""));
    if (!names.empty() && names.front().starts_with('"')) return UnquotedJson(names.front());
  }
  return {};
}

}  // namespace

std::string ContainerFiles::NameOf(const ContainerGroup& group) const {
  if (std::string name = PodName(group); !name.empty()) return name;
  if (std::string name = DockerName(group.id); !name.empty()) return "docker/" + name;
  if (std::string name = PodmanName(group); !name.empty()) return "podman/" + name;
  return {};
}

// Links POD_NAMESPACE_CONTAINER-ID.log, and folders NAMESPACE_POD_UID.  No name of Kubernetes has
// a "_".  A container without a log holds the others' name spaces.
std::string ContainerFiles::PodName(const ContainerGroup& group) const {
  if (group.pod.empty()) return {};
  const auto split = [](std::string_view name) {
    const std::size_t first = std::min(name.find('_'), name.size());
    const std::size_t second = std::min(name.find('_', first + 1), name.size());
    return std::pair(std::string(name.substr(0, first)),
                     second > first ? std::string(name.substr(first + 1, second - first - 1)) : "");
  };
  const std::string ending = '-' + std::string(group.id) + ".log";
  for (const std::string& log : EntriesOf(root_ + "/var/log/containers")) {
    if (!log.ends_with(ending)) continue;
    const auto [pod, space] = split(log);
    const std::string container = log.substr(0, log.size() - ending.size());
    return "pod/" + space + '/' + pod + '/' + container.substr(container.rfind('_') + 1);
  }
  for (const std::string& folder : EntriesOf(root_ + "/var/log/pods")) {
    if (!folder.ends_with('_' + group.pod)) continue;
    const auto [space, pod] = split(folder);
    return "pod/" + space + '/' + pod;
  }
  return {};
}

std::string ContainerFiles::DockerName(std::string_view id) const {
  const std::string text = ReadPlain(
      root_ + "/var/lib/docker/containers/" + std::string(id) + "/config.v2.json", kMostOfOne);
  if (!IsJsonObject(text)) return {};
  const std::string name = TextMember(text, "Name");
  return name.starts_with('/') ? name.substr(1) : name;
}

// Other users' homes are not entered: they may be on a server that does not answer, or hold any
// number of files that are hard to read.
std::string ContainerFiles::PodmanName(const ContainerGroup& group) const {
  if (group.user && *group.user != ::geteuid()) return {};
  const std::string home = group.user ? AccountNames::HomeOf(*group.user) : std::string();
  if (group.user && home.empty()) return {};
  const std::string storage =
      root_ + (group.user ? home + "/.local/share" : "/var/lib") + "/containers/storage/";
  for (const char* file :
       {"overlay-containers/containers.json", "overlay-containers/volatile-containers.json",
        "vfs-containers/containers.json", "vfs-containers/volatile-containers.json"}) {
    const std::string text = ReadPlain(storage + file, kMostOfAll, group.user);
    if (std::string name = FirstName(text, group.id); !name.empty()) return name;
  }
  return {};
}

}  // namespace fdr::local
