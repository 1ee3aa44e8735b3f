// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An agent with a metric of each type, and conversations with it.

#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/sources/agent_kit/agent.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr::test {

inline constexpr std::uint32_t kToyDomain = 77;

constexpr MetricId ToyMetric(std::uint32_t item, std::uint32_t cluster = 0) {
  return MetricId::Build(kToyDomain, cluster, item);
}
constexpr InDomId ToyTable(std::uint32_t serial) { return InDomId::Build(kToyDomain, serial); }

/// The metrics toy.*, with what their functions return.
struct Toy {
  Toy();

  agent::Agent agent{"toy", kToyDomain};
  std::uint32_t first = 1;
  std::string text = "some text";
  std::vector<std::uint64_t> cells = {10, 20, 30};
  std::vector<std::string> rows = {"a", "b", "c and d"};
  std::uint64_t read = 0;    // of the cluster
  std::uint64_t listed = 0;  // of the domain of rows
};

inline Toy::Toy() {
  agent.AddLabel({"who", "the \"toy\""});
  agent.AddLabel({"a", "1"});
  const agent::Domain fixed = agent.AddDomain({"red", "green"}, {.help = "colours"});
  const agent::Domain table = agent.AddDomain(
      [this](agent::Members& members) {
        ++listed;
        for (const std::string& row : rows) members.Add(row);
      },
      {.help = "rows", .more_help = "Rows of a table.", .labels = {{"kind", "row"}}});
  agent.Add("first", {.help = "a word", .labels = {{"unit", "none"}}}, [this] { return first; })
      .OnStore([this](std::uint32_t value) {
        if (value == 0) return agent::Stored::kBadValue;
        first = value;
        return agent::Stored::kDone;
      });
  agent
      .Add("cells", {.semantics = Semantics::kCounter, .domain = table},
           [this](const agent::Member& member) { return cells[member.index]; })
      .OnStore([this](const agent::Member& member, std::uint64_t value) {
        cells[member.index] = value;
        return agent::Stored::kDone;
      });
  agent.Add("more.signed", {}, [] { return std::int64_t{-5}; });
  agent.Add("more.word", {}, [] { return -6; });
  agent.Add("more.real", {}, [] { return 1.5; });
  agent.Add("more.single", {}, [] { return 2.5F; });
  agent.Add("text", {}, [this]() -> const std::string& { return text; })
      .OnStore([this](std::string_view value) {
        text = value;
        return agent::Stored::kDone;
      });
  agent.Add("rare", {.domain = fixed}, [](const agent::Member& member) {
    return member.name == "green" ? std::optional(member.id) : std::nullopt;
  });
  const agent::Cluster cluster = agent.AddCluster([this] { ++read; });
  agent.Add("read", {.cluster = cluster}, [this] { return read; });
  agent.Add("listed", {.cluster = cluster}, [this] { return listed; });
}

/// A file in memory.
class MemoryFile {
 public:
  explicit MemoryFile(Bytes content = {}) : fd_(::memfd_create("messages", 0)) {
    [[maybe_unused]] const ssize_t written = ::write(fd_, content.data(), content.size());
    ::lseek(fd_, 0, SEEK_SET);
  }
  ~MemoryFile() { ::close(fd_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int fd() const { return fd_; }
  ByteBuffer Content() const {
    ByteBuffer content(static_cast<std::size_t>(::lseek(fd_, 0, SEEK_END)));
    const ssize_t got = ::pread(fd_, content.data(), content.size(), 0);
    content.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return content;
  }

 private:
  int fd_;
};

/// What an agent has said to these requests, behind its greeting.
struct Conversation {
  Conversation(agent::Agent& agent, Bytes requests) {
    const MemoryFile in(requests), out;
    result = agent.Serve(in.fd(), out.fd());
    bytes = out.Content();
    Bytes rest = bytes;
    while (rest.size() >= kPduHeaderSize) {
      const std::size_t length = LoadU32(rest.data());
      if (length < kPduHeaderSize || length > rest.size()) break;
      messages.push_back({static_cast<PduType>(LoadU32(rest.data() + 4)),
                          rest.subspan(kPduHeaderSize, length - kPduHeaderSize)});
      rest = rest.subspan(length);
    }
    is_whole = rest.empty();
    if (!messages.empty()) messages.erase(messages.begin());
  }

  Result<void> result;
  ByteBuffer bytes;
  std::vector<Pdu> messages;  // borrow the bytes
  bool is_whole = false;      // all bytes are messages
};

}  // namespace fdr::test
