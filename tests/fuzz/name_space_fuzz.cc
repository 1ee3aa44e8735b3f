// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Name spaces, with and without the preprocessor, and their answers.  A zero byte separates the
// name space from the file "a", which it may include.

#include <string>
#include <vector>

#include "fdr/replay/name_space/load_name_space.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

constexpr std::size_t kMaxBytes = 64 << 10;

bool Has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// The names of all leaves at and below `path`, by way of their parents.
void Collect(const NameSpace& names, const std::string& path, std::vector<std::string>& leaves) {
  const auto children = names.Children(path);
  Require(children.has_value(), "what is listed is there");
  for (const NameChild& child : *children) {
    const std::string name = path.empty() ? child.name : path + '.' + child.name;
    if (child.is_leaf || names.DynamicRootOf(name))
      leaves.push_back(name);
    else
      Collect(names, name, leaves);  // no deeper than the square root of the input's size
  }
}

void Check(const NameSpace& names) {
  const std::vector<std::string> all = names.Traverse("").value();
  std::vector<std::string> collected;
  Collect(names, "", collected);
  Require(all == collected, "a walk goes from parents to children");
  std::size_t bytes = 0;
  for (const std::string& name : all) {
    bytes += name.size();
    const auto id = names.Find(name);
    Require(id.has_value(), "every name has a metric");
    const auto others = names.NamesOf(*id);
    Require(IsDynamicRoot(*id) != (others && Has(*others, name)), "a metric has its names");
    Require(IsDynamicRoot(*id) == names.Find(name + ".x").has_value(), "no name is below a metric");
  }
  Require(bytes <= kMaxBytes, "the limit is kept");
  Require(names.Trimmed([](MetricId) { return true; }).Traverse("").value() == all,
          "all that is wanted stays");
}

void Read(std::string_view input, bool preprocess, bool allow_duplicates) {
  const std::size_t length = std::min(input.find('\0'), input.size());
  const std::string included(input.substr(std::min(length + 1, input.size())));
  const auto names =
      ParseNameSpace(input.substr(0, length), "n",
                     {.read_file = [&](const std::string& path) -> Result<std::string> {
                        if (path != "a") return Fail(Errc::kNotFound, "no such file", path);
                        return included;
                      },
                      .preprocess = preprocess,
                      .allow_duplicates = allow_duplicates,
                      .max_bytes = kMaxBytes});
  if (names)
    Check(*names);
  else
    Require(!names.error().what.empty() && !names.error().file.empty(), "an error has a place");
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input = fdr::AsText(fdr::fuzz::Input(data, size));
  fdr::fuzz::Read(input, false, true);
  fdr::fuzz::Read(input, true, true);
  fdr::fuzz::Read(input, true, false);
  return 0;
}
