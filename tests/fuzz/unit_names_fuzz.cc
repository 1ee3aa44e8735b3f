// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What names the group of a process.  The first byte chooses one of the places, and the other bytes
// are what stands there: a file, or the names of the files in a directory, a line each.  All other
// places are as on a machine with containers.

#include <algorithm>
#include <fstream>

#include "fdr/replay/sources/local/cgroups/unit_name.h"
#include "fdr/replay/sources/local/usage/unit_names.h"
#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/fuzz/fuzz_directory.h"

namespace fdr::fuzz {
namespace {

constexpr const char* kLists[] = {"/var/log/containers", "/var/log/pods"};
constexpr std::size_t kMostFiles = 16;

std::string Identifier() { return std::string(64, 'a'); }

std::string GroupOfAPod() {
  return "0::/kubepods/pod" + std::string(32, 'c') + '/' + Identifier() + '\n';
}

void WriteFile(const std::string& name, std::string_view content) {
  const std::filesystem::path path = Directory() + name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary)
      .write(content.data(), static_cast<std::streamsize>(content.size()));
}

// What no file can be called is left out.
void WriteList(const std::string& directory, std::string_view names) {
  std::filesystem::remove_all(Directory() + directory);
  std::filesystem::create_directories(Directory() + directory);
  for (std::size_t files = 0; files < kMostFiles && !names.empty(); ++files) {
    const std::string name(names.substr(0, names.find('\n')));
    names.remove_prefix(std::min(name.size() + 1, names.size()));
    constexpr std::size_t kLongest = 255;
    const bool is_none = name.empty() || name == "." || name == ".." || name.size() > kLongest;
    if (!is_none && name.find_first_of(std::string_view("/\0", 2)) == name.npos)
      WriteFile(directory + '/' + name, "");
  }
}

void RequireOneWord(std::string_view name) {
  constexpr std::size_t kLongest = 120;
  Require(!name.empty() && name.size() <= kLongest, "a name has a length that fits");
  Require(std::ranges::none_of(name, [](char c) { return c == ' ' || (c >= 0 && c < 32); }),
          "a name is one word");
}

void Name(const std::string& cgroups) {
  const std::string_view group = local::GroupOf(cgroups);
  Require(group.starts_with('/') || cgroups.find(group) != cgroups.npos, "a group is in the file");
  Require(!local::UnitOf(group).empty(), "a group has a name");
  if (const auto container = local::ContainerGroupOf(group))
    Require(container->id.size() == Identifier().size(), "an identifier is whole");
  local::UnitNames names(Directory());
  for (int sample = 0; sample < 2; ++sample) {
    names.BeginSample();
    RequireOneWord(names.Name(cgroups));
  }
}

void Run(std::uint8_t place, std::string_view content) {
  const std::string of_docker = "/var/lib/docker/containers/" + Identifier() + "/config.v2.json";
  const std::string of_podman = "/var/lib/containers/storage/overlay-containers/containers.json";
  constexpr unsigned kPlaces = 5;
  WriteFile(of_docker, place % kPlaces == 1 ? content : "");
  WriteFile(of_podman, place % kPlaces == 2 ? content : "");
  for (unsigned list = 0; list < std::size(kLists); ++list)
    WriteList(kLists[list], place % kPlaces == 3 + list ? content : "");
  Name(place % kPlaces == 0 ? std::string(content) : GroupOfAPod());
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 0) fdr::fuzz::Run(data[0], fdr::AsText(fdr::fuzz::Input(data, size)).substr(1));
  return 0;
}
