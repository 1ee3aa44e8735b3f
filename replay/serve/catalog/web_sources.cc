// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/catalog/web_sources.h"

#include <algorithm>
#include <set>

#include "fdr/replay/serve/catalog/archive_shelf.h"
#include "fdr/replay/serve/catalog/host_names.h"
#include "fdr/replay/serve/catalog/host_source.h"
#include "fdr/replay/serve/catalog/machine_source.h"
#include "fdr/replay/serve/catalog/named_sources.h"
#include "fdr/replay/serve/catalog/played_archive.h"
#include "fdr/replay/sources/pdu/collector_error.h"

namespace fdr {
namespace {

constexpr std::string_view kMachineId = "localhost";
constexpr std::size_t kMostNamed = 64, kLongestName = 1024;

// The same for what does not exist and for what is not allowed.
tl::unexpected<Error> Unknown() { return Fail(Errc::kNotFound, "Unknown source"); }

class AllSources final : public WebSources {
 public:
  AllSources(WorkerPool& pool, WebSourcesOptions options)
      : pool_(pool), options_(std::move(options)), named_(kMostNamed) {}

  Result<void> Open();

  std::vector<std::shared_ptr<WebSource>> List() override;
  std::vector<RefusedArchive> Refused() override { return archives_->Refused(); }
  std::shared_ptr<WebSource> Find(std::string_view id) override;
  Result<std::shared_ptr<WebSource>> FindHost(std::string_view hostspec) override;
  std::shared_ptr<WebSource> Default() override;
  void FreeMemory() override { archives_->FreeMemory(); }

 private:
  Result<void> AddMachine();
  Result<void> AddHosts();
  std::shared_ptr<LentArchive> FindArchive(std::string_view id);
  Result<std::shared_ptr<WebSource>> FindTape(std::string_view hostspec,
                                              std::shared_ptr<LentArchive> archive,
                                              std::string_view attributes);
  Result<std::shared_ptr<WebSource>> FindOther(const ClientHost& host, std::string_view hostspec);
  Result<std::shared_ptr<WebSource>> Host(std::string id, std::string_view text);

  WorkerPool& pool_;
  WebSourcesOptions options_;
  std::string own_name_;
  std::vector<std::shared_ptr<WebSource>> fixed_;  // this machine, then hosts
  std::shared_ptr<ArchiveShelf> archives_;
  NamedSources named_;
};

Result<void> AllSources::Open() {
  if (Result<void> added = options_.has_machine ? AddMachine() : Result<void>{}; !added)
    return added;
  if (Result<void> added = AddHosts(); !added) return added;
  const auto log = std::make_shared<OnceLog>(options_.log);
  options_.replay.open.on_problem = [log](const Problem& problem) { log->Add(problem); };
  options_.replay.on_damage = [log](const Problem& problem) {
    if (!IsOfOrder(problem.code)) log->Add(problem);
  };
  std::set<std::string> taken = {std::string(kMachineId)};
  for (const auto& source : fixed_) taken.insert(source->id());
  ArchiveFolders folders(options_.archives, std::move(taken), log);
  if (Result<void> checked = folders.CheckRoots(); !checked) return checked;
  archives_ = std::make_shared<ArchiveShelf>(
      std::move(folders), ArchiveShelf::Options{options_.replay, options_.clocks, log});
  archives_->Look();
  return {};
}

Result<void> AllSources::AddMachine() {
  Result<std::unique_ptr<LocalContext>> machine = LocalContext::Open(options_.machine);
  if (!machine) return Fail(machine.error());
  own_name_ = (*machine)->HostName();
  fixed_.push_back(std::make_shared<MachineSource>(std::string(kMachineId), std::move(*machine),
                                                   pool_.MakeLane()));
  return {};
}

Result<void> AllSources::AddHosts() {
  for (const auto& [name, address] : options_.hosts) {
    const auto same = [&name = name](const auto& source) { return source->id() == name; };
    if (name.empty() || std::ranges::any_of(fixed_, same))
      return Fail(Errc::kInvalidArgument, "The name of a host is empty, or taken: \"" + name + '"');
    Result<std::shared_ptr<WebSource>> host = Host(name, address);
    if (!host) return Fail(host.error());
    fixed_.push_back(std::move(*host));
  }
  return {};
}

Result<std::shared_ptr<WebSource>> AllSources::Host(std::string id, std::string_view text) {
  Result<HostSpec> spec = HostSpec::Parse(text);
  if (!spec) return Fail(spec.error());
  return std::make_shared<HostSource>(std::move(id), std::move(*spec), options_.live,
                                      pool_.MakeLane(), options_.clocks);
}

std::vector<std::shared_ptr<WebSource>> AllSources::List() {
  archives_->Look();
  std::vector<std::shared_ptr<WebSource>> all = fixed_;
  for (std::shared_ptr<LentArchive>& archive : archives_->List()) all.push_back(std::move(archive));
  return all;
}

// May run where nothing waits, so another thread looks for archives that have come or gone.
std::shared_ptr<LentArchive> AllSources::FindArchive(std::string_view id) {
  if (archives_->IsTimeToLook()) pool_.Post([archives = archives_] { archives->Look(); });
  return archives_->Find(id);
}

std::shared_ptr<WebSource> AllSources::Find(std::string_view id) {
  const auto fixed = std::ranges::find(fixed_, id, [](const auto& source) { return source->id(); });
  return fixed != fixed_.end() ? *fixed : FindArchive(id);
}

std::shared_ptr<WebSource> AllSources::Default() {
  if (!fixed_.empty()) return fixed_.front();
  const std::vector<std::shared_ptr<LentArchive>> archives = archives_->List();
  return archives.empty() ? nullptr : archives.front();
}

Result<std::shared_ptr<WebSource>> AllSources::FindHost(std::string_view hostspec) {
  if (hostspec.size() > kLongestName) return Unknown();
  const ClientHost host = ParseClientHost(hostspec, own_name_);
  switch (host.kind) {
    case ClientHost::Kind::kDefault: {
      std::shared_ptr<WebSource> source = Default();
      if (!source) return Unknown();
      return source;
    }
    case ClientHost::Kind::kArchive: {
      std::shared_ptr<LentArchive> archive = FindArchive(host.name);
      if (!archive) return Unknown();
      if (host.attributes.empty()) return archive;
      return FindTape(hostspec, std::move(archive), host.attributes);
    }
    case ClientHost::Kind::kOther:
      return FindOther(host, hostspec);
  }
  return Unknown();
}

Result<std::shared_ptr<WebSource>> AllSources::FindTape(std::string_view hostspec,
                                                        std::shared_ptr<LentArchive> archive,
                                                        std::string_view attributes) {
  Result<TapeWish> wish = ParseTapeWish(attributes);
  if (!wish) return Fail(wish.error());
  return named_.FindOrMake(hostspec, [&]() -> Result<std::shared_ptr<WebSource>> {
    return std::make_shared<PlayedArchive>(std::string(hostspec), std::move(archive),
                                           std::move(*wish), options_.replay, pool_.MakeLane(),
                                           options_.clocks);
  });
}

// A host that the server has a name for, or one that clients may name.
Result<std::shared_ptr<WebSource>> AllSources::FindOther(const ClientHost& host,
                                                         std::string_view hostspec) {
  std::string text(host.name);
  const auto named = std::ranges::find(
      options_.hosts, host.name, [](const auto& known) { return std::string_view(known.first); });
  if (named != options_.hosts.end()) {
    if (host.attributes.empty()) return Find(host.name);
    const char* const more = named->second.find('?') == std::string::npos ? "?" : "&";
    text = named->second + more + std::string(host.attributes);
  } else {
    const Result<HostSpec> spec = HostSpec::Parse(hostspec);
    if (!spec || !IsAllowedHost(*spec, options_.allowed_hosts)) return Unknown();
    text = hostspec;
  }
  return named_.FindOrMake(hostspec, [&] { return Host(std::string(hostspec), text); });
}

}  // namespace

Result<void> LiveSource::Store(const FetchResult&) { return Fail(CollectorError(kPcpPermission)); }

Result<std::unique_ptr<WebSources>> WebSources::Open(WorkerPool& pool, WebSourcesOptions options) {
  auto sources = std::make_unique<AllSources>(pool, std::move(options));
  if (const Result<void> opened = sources->Open(); !opened) return Fail(opened.error());
  return sources;
}

}  // namespace fdr
