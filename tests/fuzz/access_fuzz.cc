// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Statements about access.  What they say of an operation is never both yes and no; and whatever
// they say, a client that they do not let in has no rights.

#include <string>

#include "fdr/replay/serve/access/access_control.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

AccessNames ToyNames() {
  const auto number = [](const std::string& name) -> std::optional<std::uint32_t> {
    if (name.size() % 2 == 0) return std::nullopt;
    return static_cast<std::uint32_t>(name[0] % 4);
  };
  return {[](const std::string&) { return std::vector{*HostAddress::Parse("10.0.0.1")}; }, number,
          number,
          [](std::uint32_t user) {
            return std::vector{user, user + 1};
          }};
}

void Check(const std::string& text) {
  const auto statements = ParseAccess(text, "file");
  if (!statements) return Require(!statements.error().what.empty(), "a mistake has a message");
  Require(!statements->empty(), "a file has statements");
  for (const AccessStatement& statement : *statements) {
    Require(!statement.names.empty(), "a statement has names");
    Require((statement.allowed & statement.denied) == 0, "a statement does not contradict itself");
  }
  auto access = AccessControl::Make(*statements, ToyNames());
  if (!access) return Require(!access.error().file.empty(), "a mistake has a place");
  for (const char* address : {"10.0.0.1", "127.0.0.1", "::1"}) {
    const Admission admission = access->Look({*HostAddress::Parse(address), {}});
    Require(!access->needs_user() || admission.rights == 0, "a user must be known");
    access->Enter(admission);
    access->Leave(admission);
  }
  for (std::uint32_t user = 0; user < 4; ++user) {
    const Admission admission = access->Look({HostAddress{}, user});
    Require(!access->IsFull(admission), "nobody is here");
  }
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fdr::fuzz::Check(std::string(fdr::AsText(fdr::fuzz::Input(data, size))));
  return 0;
}
