// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/host_names.h"

#include <algorithm>
#include <array>

#include "fdr/replay/copy/scrub/address_names.h"
#include "fdr/replay/labels/label_json.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/replay/text/json_text.h"

namespace fdr {
namespace {

// Domains with the machines of many.  Their words are common, such as "compute".
constexpr std::array<std::string_view, 24> kSharedDomains = {"compute.internal",
                                                             "ec2.internal",
                                                             "compute.amazonaws.com",
                                                             "compute-1.amazonaws.com",
                                                             "internal.cloudapp.net",
                                                             "cloudapp.net",
                                                             "cloudapp.azure.com",
                                                             "google.internal",
                                                             "c.googlers.com",
                                                             "cluster.local",
                                                             "svc.cluster.local",
                                                             "pod.cluster.local",
                                                             "home.arpa",
                                                             "vm.internal",
                                                             "oraclevcn.com",
                                                             "co.uk",
                                                             "ac.uk",
                                                             "com.au",
                                                             "net.au",
                                                             "edu.au",
                                                             "co.jp",
                                                             "co.nz",
                                                             "com.br",
                                                             "co.in"};

// The last label, such as "com", is that of many, too.
std::string_view WithoutSharedDomain(std::string_view host) {
  const std::size_t last = host.rfind('.');
  std::size_t end = last == host.npos ? 0 : last;
  for (const std::string_view domain : kSharedDomains)
    if (host.ends_with(domain) && host.size() > domain.size() &&
        host[host.size() - domain.size() - 1] == '.')
      end = std::min(end, host.size() - domain.size() - 1);
  return host.substr(0, end);
}

}  // namespace

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

std::vector<std::string_view> TellingPartsOf(std::string_view host) {
  if (host.empty() || host == "localhost") return {};
  std::vector<std::string_view> parts{host};
  if (AddressOf(host)) return parts;
  std::string_view rest = WithoutSharedDomain(host);
  while (!rest.empty()) {
    const std::string_view label = rest.substr(0, rest.find('.'));
    if (std::any_of(label.begin(), label.end(), [](char c) { return !IsDigit(c); }) &&
        label != "localhost" && label != host)
      parts.push_back(label);
    rest.remove_prefix(std::min(label.size() + 1, rest.size()));
  }
  return parts;
}

}  // namespace fdr
