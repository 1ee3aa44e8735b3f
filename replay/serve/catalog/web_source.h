// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Something that the web server has values of: an archive, or the archives of a host; this machine;
// another host; an archive that is played as if it were live.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/base/problem.h"
#include "fdr/replay/context.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/http/http_service.h"

namespace fdr {

/// Any thread may use the source itself.
class WebSource {
 public:
  enum class Kind : std::uint8_t { kArchive, kMachine, kHost, kTape };

  virtual ~WebSource() = default;

  Kind kind() const { return kind_; }
  /// As clients call it: the name of a host, or that of an archive.
  const std::string& id() const { return id_; }

  /// Where questions to its contexts are asked: anywhere for archives, in its lane for others.
  virtual HttpService::Place place() = 0;

 protected:
  WebSource(Kind kind, std::string id) : kind_(kind), id_(std::move(id)) {}

 private:
  Kind kind_;
  std::string id_;
};

/// Archives are opened when they are first needed.  They are looked at for growth once a second at
/// most.
class ArchiveSource : public WebSource, public std::enable_shared_from_this<ArchiveSource> {
 public:
  /// A context that no one else uses until the lease ends, in the mode kForward.  It does not grow:
  /// all its answers are of one generation.
  class Lease {
   public:
    Lease(std::shared_ptr<ArchiveSource> source, std::unique_ptr<ArchiveContext> context,
          std::uint64_t generation)
        : source_(std::move(source)), context_(std::move(context)), generation_(generation) {}
    Lease(Lease&&) = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (context_) source_->GiveBack(std::move(context_));
    }
    ArchiveContext& operator*() const { return *context_; }
    ArchiveContext* operator->() const { return context_.get(); }
    std::uint64_t generation() const { return generation_; }

   private:
    std::shared_ptr<ArchiveSource> source_;
    std::unique_ptr<ArchiveContext> context_;
    std::uint64_t generation_;
  };

  /// Waits for the disk.  Contexts that were given back are lent again, with what they remember of
  /// records.
  virtual Result<Lease> Borrow() = 0;
  /// Changes with every growth: answers of one generation stay true, also for a later server.
  /// Looks for growth, as Borrow() does.
  virtual Result<std::uint64_t> Generation() = 0;
  /// The problems that were found when its archives were opened, each once; the first hundred.
  virtual std::vector<Problem> Problems() const { return {}; }

 protected:
  explicit ArchiveSource(std::string id) : WebSource(Kind::kArchive, std::move(id)) {}
  virtual void GiveBack(std::unique_ptr<ArchiveContext> context) = 0;
};

/// This machine, a host that is asked through the network, or a tape.
class LiveSource : public WebSource {
 public:
  /// In its lane alone, before each request: a tape moves on to the present.  Connects, if there is
  /// no connection, and waits for that.  The context is valid until the source ends.
  virtual Result<Context*> Connected() = 0;
  /// In its lane, once connected.  Changes when names, labels or texts may have changed.
  virtual std::uint64_t Generation() { return 0; }
  /// In its lane.  Changes the values of metrics; an error has PCP's number and text.
  virtual Result<void> Store(const FetchResult& values);

 protected:
  using WebSource::WebSource;
};

}  // namespace fdr
