// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The target of a request, and forms.  Decoding never makes text longer, and reads back what an
// encoder writes.

#include <string>

#include "fdr/replay/serve/http/parameters.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

void AppendEncoded(std::string_view text, std::string& out) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
}

void Check(std::string_view text) {
  if (const Result<std::string> path = DecodePath(text)) {
    Require(path->size() <= text.size(), "a path does not grow");
    Require(path->find('\0') == std::string::npos, "a path has no zero byte");
  }
  Parameters parameters;
  if (!parameters.AddEncoded(text)) return;
  Require(parameters.all().size() <= Parameters::kMost, "there is a limit");
  std::string encoded;
  std::size_t size = 0;
  for (const auto& [name, value] : parameters.all()) {
    size += name.size() + value.size();
    AppendEncoded(name, encoded);
    encoded += '=';
    AppendEncoded(value, encoded);
    encoded += '&';
    Require(parameters.Has(name), "a parameter is found");
    for (const std::string& part : parameters.List(name))
      Require(!part.empty() && part.find(',') == std::string::npos, "parts have no comma");
    const auto number = parameters.Number(name, 0, 1e6);
    Require(!number || (**number >= 0 && **number <= 1e6), "a number keeps its bounds");
    const auto count = parameters.Count(name, 1000);
    Require(!count || **count <= 1000, "a count keeps its bound");
  }
  Require(size <= text.size(), "parameters do not grow");
  Parameters again;
  Require(again.AddEncoded(encoded) && again.all() == parameters.all(), "decode(encode(x)) == x");
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fdr::fuzz::Check(fdr::AsText(fdr::fuzz::Input(data, size)));
  return 0;
}
