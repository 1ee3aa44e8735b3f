// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmSpecLocalPMDA(3)

#include "fdr/replay/pcp/pmapi/contexts/local_agents.h"

#include <pcp/pmapi.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fdr/archive/base/domains.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/contexts/collector_agents.h"

namespace {

constexpr int kDeleted = -1;

struct LocalAgent {
  int domain = kDeleted;
  std::string path;
  std::string init;
};

struct Agents {
  Agents() {
    if (!fdr::pmapi::LocalContextsHaveAgents()) return;
    for (fdr::AgentSpec& spec : fdr::pmapi::SharedObjectsOfCollector()) {
      auto& object = std::get<fdr::DsoAgent>(spec.kind);
      table.push_back(
          {static_cast<int>(spec.domain), std::move(object.path), std::move(object.init_function)});
    }
  }

  std::mutex mutex;
  std::vector<LocalAgent> table;

  static Agents& Get() {
    static Agents agents;
    return agents;
  }
};

// Takes the fields of a specification, one after the other.
class Fields {
 public:
  explicit Fields(std::string_view text) : rest_(text) {}

  std::optional<std::string> Next() {
    if (at_end_) return std::nullopt;
    const std::size_t comma = rest_.find(',');
    std::string field(rest_.substr(0, comma));
    at_end_ = comma == rest_.npos;
    if (!at_end_) rest_.remove_prefix(comma + 1);
    return field;
  }

 private:
  std::string_view rest_;
  bool at_end_ = false;
};

// Reads a number that must take up the whole text.
bool ReadDomain(const std::string& text, int& domain) {
  char* end = nullptr;
  const long number = strtol(text.c_str(), &end, 10);
  if (end == text.c_str() || *end != '\0' || number < 0 || number > long{fdr::kLastAgentDomain})
    return false;
  domain = static_cast<int>(number);
  return true;
}

const char* Add(Fields fields) {
  LocalAgent agent;
  const std::string domain = fields.Next().value_or("");
  if (domain.empty()) return "missing domain in spec";
  if (!ReadDomain(domain, agent.domain)) return "bad domain in spec";
  const std::optional<std::string> path = fields.Next();
  const std::optional<std::string> init = fields.Next();
  if (!path || (path->empty() && !init)) return "missing dso-path in spec";
  if (!init || init->empty()) return "missing init-routine in spec";
  agent.path = *path;
  agent.init = *init;
  Agents& agents = Agents::Get();
  const std::lock_guard lock(agents.mutex);
  agents.table.push_back(std::move(agent));
  return nullptr;
}

const char* Delete(Fields fields) {
  const std::string domain_text = fields.Next().value_or("");
  const std::optional<std::string> path = fields.Next();
  int domain = kDeleted;
  if (domain_text.empty()) {
    if (!path) return "missing domain in spec";
    if (path->empty()) return "missing domain and dso-path in spec";
  } else if (!ReadDomain(domain_text, domain)) {
    return "bad domain in spec";
  }
  Agents& agents = Agents::Get();
  const std::lock_guard lock(agents.mutex);
  bool found = false;
  for (LocalAgent& agent : agents.table) {
    const bool same_domain = domain != kDeleted && agent.domain == domain;
    if (!same_domain && !(path && agent.path == *path)) continue;
    agent.domain = kDeleted;  // its path can be deleted again and again
    found = true;
  }
  return found ? nullptr : "__pmLocalPMDA: Unknown or illegal instance domain identifier";
}

const char* Change(std::string_view spec) {
  if (spec.starts_with("clear")) {
    if (spec != "clear") return "unexpected text after clear op in spec";
    Agents& agents = Agents::Get();
    const std::lock_guard lock(agents.mutex);
    agents.table.clear();
    return nullptr;
  }
  const bool adds = spec.starts_with("add");
  if (!adds && !spec.starts_with("del")) return "bad op in spec";
  spec.remove_prefix(3);
  if (!spec.starts_with(',')) return "expected , after op in spec";
  return adds ? Add(Fields(spec.substr(1))) : Delete(Fields(spec.substr(1)));
}

// PCP looks in this order.  The directory and the suffix of the path may be missing.
std::string FindObject(const std::string& path) {
  constexpr char kSuffix[] = ".so";
  std::vector<std::string> places = {path};
  if (const char* const agents = pmGetOptionalConfig("PCP_PMDAS_DIR"); agents != nullptr)
    for (const char* const suffix : {"", kSuffix})
      places.push_back(std::string(agents) + "/" + path + suffix);
  places.push_back(path + kSuffix);
  for (const std::string& place : places)
    if (access(place.c_str(), F_OK) == 0) return place;
  return path;
}

}  // namespace

// The first agent of a domain counts.
std::vector<fdr::AgentSpec> fdr::pmapi::LocalAgents() {
  Agents& agents = Agents::Get();
  const std::lock_guard lock(agents.mutex);
  std::vector<AgentSpec> specs;
  for (const LocalAgent& agent : agents.table) {
    const auto domain = static_cast<std::uint32_t>(agent.domain);
    const auto is_same = [domain](const AgentSpec& spec) { return spec.domain == domain; };
    if (agent.domain <= 0 || std::any_of(specs.begin(), specs.end(), is_same)) continue;
    specs.push_back({std::to_string(domain), domain, DsoAgent{FindObject(agent.path), agent.init}});
  }
  return specs;
}

char* pmSpecLocalPMDA(const char* spec) {
  const char* complaint = "out of memory";
  fdr::pmapi::Guarded([&] {
    complaint = Change(spec);
    return 0;
  });
  return const_cast<char*>(complaint);
}
