// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Something that the web server has values of: an archive, or the archives of a host; this machine;
// another host.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/http/http_service.h"

namespace fdr {

/// Any thread may use the source itself.
class WebSource {
 public:
  enum class Kind : std::uint8_t { kArchive, kMachine, kHost };

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
class ArchiveSource : public WebSource {
 public:
  /// A context that no one else uses until the lease ends.  Its position is anywhere.
  class Lease {
   public:
    Lease(ArchiveSource& source, std::unique_ptr<ArchiveContext> context)
        : source_(&source), context_(std::move(context)) {}
    Lease(Lease&&) = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (context_) source_->GiveBack(std::move(context_));
    }
    ArchiveContext& operator*() const { return *context_; }
    ArchiveContext* operator->() const { return context_.get(); }

   private:
    ArchiveSource* source_;
    std::unique_ptr<ArchiveContext> context_;
  };

  /// Waits for the disk.  Contexts that were given back are lent again, with what they remember.
  virtual Result<Lease> Borrow() = 0;
  /// Changes with every growth: answers of one generation stay true.
  virtual std::uint64_t generation() = 0;
  /// The name of the archive or the directory, as FindArchives() takes it.
  virtual const std::string& files() const = 0;

 protected:
  explicit ArchiveSource(std::string id) : WebSource(Kind::kArchive, std::move(id)) {}
  virtual void GiveBack(std::unique_ptr<ArchiveContext> context) = 0;
};

/// This machine, or a host that is asked through the network.
class LiveSource : public WebSource {
 public:
  /// In its lane alone.  Connects, if there is no connection, and waits for that.
  virtual Result<Context*> Connected() = 0;

 protected:
  using WebSource::WebSource;
};

}  // namespace fdr
