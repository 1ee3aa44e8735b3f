// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What flows through a copy: the content of an archive, from the reader through the stages to the
// writer.  Each stage is a sink that passes on to the next one.

#pragma once

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

/// A data record or a mark, as stored.  Borrows; valid during the call that passes it.
struct CopiedRecord {
  const ResultRecord& values;  ///< borrows from `body`
  Version version;             ///< of the layout of `body`
  Bytes body;                  ///< the writer copies these bytes if it writes the same version
};

/// One call of Begin(), then of Add() for each record, then of End().  Metadata come before the
/// first data record that needs them: those with a stamp in the order of their stamps, before all
/// data records with that stamp or a later one.  Data records and marks come in the order of time.
/// Metadata may come again with each archive, and domains come as full records (CopyFeed); the
/// writer leaves out what says nothing new.  After an error, nothing else is called.
class CopySink {
 public:
  virtual ~CopySink() = default;

  /// The label of the archive to be written; `start` and `volume` are the writer's.
  virtual Result<void> Begin(const LabelRecord& label) = 0;
  virtual Result<void> Add(const MetadataRecord& record) = 0;
  virtual Result<void> Add(const CopiedRecord& record) = 0;
  virtual Result<void> End() = 0;
};

}  // namespace fdr
