// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/live/host_spec.h"

#include "fdr/tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fdr::AsText(fdr::fuzz::Input(data, size));
  const auto spec = fdr::HostSpec::Parse(text);
  if (!spec) {
    fdr::fuzz::Require(spec.error().what.starts_with(text), "a complaint shows the text");
    return 0;
  }
  std::size_t parts = spec->host.size() + spec->socket_path.size() + spec->ports.size();
  for (const auto& proxy : spec->proxies) parts += proxy.host.size() + proxy.ports.size();
  for (const auto& [name, value] : spec->attributes) parts += name.size() + value.size();
  fdr::fuzz::Require(parts <= size + sizeof "localhost", "nothing comes from nowhere");
  return 0;
}
