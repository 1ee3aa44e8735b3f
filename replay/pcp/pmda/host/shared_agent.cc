// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmda/host/shared_agent.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

namespace fdr::pmda {
namespace {

constexpr unsigned kNewestInterface = 255, kNewestPmapi = 253;  // what the agent may choose from
constexpr unsigned kPmapiVersion = 2;
constexpr std::uint16_t kPossibleWishes = PMDA_FLAG_AUTHORIZE | PMDA_FLAG_CONTAINER;

std::string FindObject(const std::string& path) {
  if (path.find('/') != std::string::npos) return path;
  const char* const variable = std::getenv("PMCD_PATH");
  std::string_view rest = variable != nullptr ? variable : "/usr/share/pcp/lib:/usr/pcp/lib";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string candidate = std::string(rest.substr(0, end)) + '/' + path;
    if (::access(candidate.c_str(), R_OK) == 0) return candidate;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return path;
}

Result<void> CheckInterface(const pmdaInterface& interface, const std::string& path) {
  const auto fail = [&](const std::string& what) { return Fail(Errc::kProtocol, what, path); };
  if (interface.status < 0)
    return fail("the agent cannot begin: error " + std::to_string(interface.status));
  const unsigned version = interface.comm.pmda_interface;
  if (version < PMDA_INTERFACE_2 || version > PMDA_INTERFACE_LATEST)
    return fail("the agent has an interface of unknown version " + std::to_string(version));
  if (interface.comm.pmapi_version != kPmapiVersion)
    return fail("the agent is for another version of the library");
  if (interface.version.any.ext == nullptr) return fail("the agent did not fill in its interface");
  return {};
}

pmdaInterface* NewInterface() {
  static auto& all = *new std::vector<std::unique_ptr<pmdaInterface>>;  // never freed
  return all.emplace_back(std::make_unique<pmdaInterface>()).get();
}

}  // namespace

Result<SharedAgent> SharedAgent::Load(const std::string& path, const std::string& function,
                                      int domain) {
  const std::string found = FindObject(path);
  void* const object = ::dlopen(found.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) return Fail(Errc::kNotFound, ::dlerror());
  using Begin = void (*)(pmdaInterface*);
  const auto begin = reinterpret_cast<Begin>(::dlsym(object, function.c_str()));
  if (begin == nullptr) return Fail(Errc::kNotFound, "there is no function " + function, found);
  pmdaInterface* const interface = NewInterface();
  interface->domain = domain;
  interface->comm.pmda_interface = kNewestInterface;
  interface->comm.pmapi_version = kNewestPmapi;
  begin(interface);
  if (Result<void> fine = CheckInterface(*interface, found); !fine) return Fail(fine.error());
  return SharedAgent(interface);
}

std::uint16_t SharedAgent::wishes() const { return interface_->comm.flags & kPossibleWishes; }

void SharedAgent::SetClient(std::uint32_t client) {
  if (interface_->comm.pmda_interface >= PMDA_INTERFACE_5)
    interface_->version.any.ext->e_context = static_cast<int>(client);
}

void SharedAgent::OnDone() {
  const pmdaExt& ext = *interface_->version.any.ext;
  if (ext.e_doneCallBack != nullptr) ext.e_doneCallBack();
}

}  // namespace fdr::pmda
