// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a text is expected to be.  The expectation says what may stay, and which kinds of
// pseudonyms the rest gets.  A text of another form is replaced as a whole.

#pragma once

namespace fdr {

enum class TextForm {
  kUnknown,  ///< addresses, paths, URLs, JSON or others: the text itself decides
  kWord,     ///< words of WordList::kSystem
  kVersion,  ///< "5.10.0-8-amd64": short numbers, and words of that list
  kModel,    ///< "Xeon(R) CPU E5-2620 v3 @ 2.40GHz": the same
  kNumbers,  ///< "0-3,8"
  kZone,     ///< "CET-1CEST"
  kHost,
  kUser,
  kGroup,
  kAddress,  ///< "192.0.2.1", "fe80::1/64", "192.0.2.1:22"
  kPath,     ///< "/var/log/x", "server:/export", "tmpfs"
  kProgram,
  kCommand,       ///< a program and its arguments
  kControlGroup,  ///< "/system.slice/ssh.service", and what lies behind "::"
  kDisc,
  kInterface,
  kProcessor,    ///< "cpu3"
  kNode,         ///< "node0", "DMA::node0"
  kLoadAverage,  ///< "5 minute"
  kProcess,      ///< "001234 program arguments"
  kCollector,    ///< agents, and programs of PCP
  kMetricName,   ///< the name of a metric
};

}  // namespace fdr
