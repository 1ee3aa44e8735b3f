// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/live/host_spec.h"

#include <algorithm>

#include "fdr/replay/text/ascii.h"
#include "fdr/replay/text/caret.h"

namespace fdr {
namespace {

constexpr std::string_view kNoHost = "unexpected terminal character";
constexpr std::string_view kNoBracket = "missing closing ']' for host spec";
constexpr std::string_view kTooMuch = "extra characters after host spec";
constexpr std::string_view kNoPort = "missing port";
constexpr std::string_view kNoNumber = "non-numeric port";
constexpr std::string_view kNoSuchPort = "port out of range";
constexpr std::string_view kEndOfHost = ":@/?";
constexpr std::uint32_t kLargestPort = 65535;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<HostSpec> Parse() {
    spec_.text = text_;
    const Result<void> place = Take("unix:")    ? Path(HostSpec::Transport::kUnix)
                               : Take("local:") ? Path(HostSpec::Transport::kLocal)
                                                : Network();
    if (!place) return Fail(place.error());
    // Any text may stand in place of a path.
    at_ = std::min(text_.find('?', at_), text_.size());
    Attributes();
    return std::move(spec_);
  }

 private:
  bool AtEnd() const { return at_ == text_.size(); }
  bool IsAt(char c) const { return !AtEnd() && text_[at_] == c; }
  bool Take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  tl::unexpected<Error> Complain(std::string_view what) const {
    return Fail(CaretError(text_, at_, what));
  }

  Result<void> Path(HostSpec::Transport transport) {
    spec_.transport = transport;
    const std::size_t end = std::min(text_.find_first_of(":?", at_), text_.size());
    const std::string_view path = text_.substr(at_, end - at_);
    at_ = end;
    if (IsAt(':')) return Complain(kNoHost);
    if (path.empty()) return {};
    const std::size_t slashes = std::min(path.find_first_not_of('/'), path.size());
    spec_.socket_path.assign(1, '/').append(path.substr(slashes));
    return {};
  }

  Result<void> Network() {
    spec_.transport = HostSpec::Transport::kTcp;
    spec_.secure = Take("pcps://");
    if (!spec_.secure) Take("pcp://");
    if (Result<void> host = Host(spec_.host); !host) return host;
    if (spec_.host.empty() && !AtEnd() && text_[at_] != '?' && text_[at_ - (at_ > 0)] != ']')
      return Complain(kNoHost);
    if (Result<void> ports = Ports(spec_.ports); !ports) return ports;
    while (Take("@")) {
      HostSpec::Proxy proxy;
      if (Result<void> host = Host(proxy.host); !host) return host;
      if (!proxy.host.empty())
        if (Result<void> ports = Ports(proxy.ports); !ports) return ports;
      spec_.proxies.push_back(std::move(proxy));
    }
    return {};
  }

  Result<void> Host(std::string& host) {
    if (!Take("[")) {
      const std::size_t end = std::min(text_.find_first_of(kEndOfHost, at_), text_.size());
      host = text_.substr(at_, end - at_);
      at_ = end;
      return {};
    }
    const std::size_t end = text_.find(']', at_);
    const std::size_t start = std::exchange(at_, std::min(end, text_.size()));
    if (AtEnd()) return Complain(kNoBracket);
    host = text_.substr(start, end - start);
    ++at_;
    if (!AtEnd() && kEndOfHost.find(text_[at_]) == std::string_view::npos)
      return Complain(kTooMuch);
    return {};
  }

  Result<void> Ports(std::vector<std::uint16_t>& ports) {
    if (!Take(":")) return {};
    do {
      const std::size_t start = at_;
      std::uint32_t port = 0;
      for (; !AtEnd() && IsDigit(text_[at_]); ++at_)
        port = std::min(port * 10 + static_cast<std::uint32_t>(text_[at_] - '0'), kLargestPort + 1);
      if (!AtEnd() && std::string_view(",@/?").find(text_[at_]) == std::string_view::npos)
        return Complain(kNoNumber);
      if (at_ == start) return Complain(kNoPort);
      if (port > kLargestPort) {
        at_ = start;
        return Complain(kNoSuchPort);
      }
      ports.push_back(static_cast<std::uint16_t>(port));
    } while (Take(","));
    return {};
  }

  void Attributes() {
    while (!AtEnd()) {
      ++at_;
      const std::size_t end = std::min(text_.find('&', at_), text_.size());
      const std::string_view attribute = text_.substr(at_, end - at_);
      at_ = end;
      const std::size_t equals = std::min(attribute.find('='), attribute.size());
      if (equals == 0) continue;
      spec_.attributes.emplace_back(attribute.substr(0, equals),
                                    attribute.substr(std::min(equals + 1, attribute.size())));
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  HostSpec spec_;
};

}  // namespace

Result<HostSpec> HostSpec::Parse(std::string_view text) { return Parser(text).Parse(); }

std::optional<std::string> HostSpec::Attribute(
    std::initializer_list<std::string_view> names) const {
  for (const auto& [name, value] : attributes)
    if (std::ranges::find(names, name) != names.end()) return value;
  return std::nullopt;
}

}  // namespace fdr
