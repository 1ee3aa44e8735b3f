// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/host_names.h"

#include <algorithm>

#include "fdr/replay/copy/scrub/address_names.h"
#include "fdr/replay/labels/label_json.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/replay/text/json_text.h"

namespace fdr {

std::vector<std::string> HostsInLabels(const Metadata& metadata) {
  std::vector<std::string> hosts;
  const LabelHistory* const context = metadata.FindLabels(LabelLevel::kContext, kContextId);
  if (context == nullptr) return hosts;
  for (std::size_t i = 0; i < context->size(); ++i)
    for (const LabelSet& set : context->Record(i).sets)
      for (const JsonLabel& label :
           ParseLabels(UpToNul(set.json)).value_or(std::vector<JsonLabel>()))
        if (label.name == "hostname" || label.name == "domainname")
          hosts.push_back(UnquotedJson(label.value));
  return hosts;
}

// The last label, such as "com", is that of many.
std::vector<std::string_view> TellingPartsOf(std::string_view host) {
  if (host.empty() || host == "localhost") return {};
  std::vector<std::string_view> parts{host};
  if (AddressOf(host)) return parts;
  for (std::size_t dot = host.find('.'); dot != host.npos; dot = host.find('.')) {
    const std::string_view label = host.substr(0, dot);
    if (std::any_of(label.begin(), label.end(), [](char c) { return !IsDigit(c); }) &&
        label != "localhost")
      parts.push_back(label);
    host.remove_prefix(dot + 1);
  }
  return parts;
}

}  // namespace fdr
