// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How the libraries report that they cannot go on.  The codes are listed in docs/errors.md.

#pragma once

#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace fdr {

enum class Errc {
  kIo,                  ///< The operating system refused; `what` has its words.
  kNotFound,            ///< Nothing of that name.
  kNotAMetric,          ///< A name in the middle of the name space.
  kMissingFile,         ///< A part of the archive (.meta, or every data volume) is not there.
  kExists,              ///< A writer would have to overwrite something.
  kBusy,                ///< Another process is writing the archive.
  kEmpty,               ///< A file holds no record, or only its label.
  kBadLabel,            ///< The label record is damaged, or the labels of the files disagree.
  kUnsupportedVersion,  ///< A PCP archive, but of a version that is not 2 or 3.
  kUnsupportedFeature,  ///< The label announces a feature that nobody here knows.
  kCorruptRecord,       ///< The bytes cannot be what they should be.
  kTruncatedRecord,     ///< A record runs past the end of the file: a torn, or a growing, tail.
  kBadRecordType,       ///< A metadata record of unknown type.
  kTypeChanged,         ///< A metric was described again with another type, ...
  kSemanticsChanged,    ///< ... other semantics, ...
  kInDomChanged,        ///< ... another instance domain, ...
  kUnitsChanged,        ///< ... or other units.
  kCompression,         ///< A compressed file cannot be decoded.
  kTooLarge,            ///< A stated limit would be exceeded.
  kInvalidArgument,     ///< The caller asked for something that makes no sense.
  kOverlap,             ///< Archives of one timeline overlap.
  kHostMismatch,        ///< Archives of one timeline come from different hosts.
  kCancelled,           ///< The caller asked to stop.
  kRefused,             ///< A collector answered with an error: see `pcp_error`.
  kTimeout,             ///< The other side of a connection did not answer in time.
  kDisconnected,        ///< There is no connection, or not any more.
  kProtocol,            ///< What came over a connection makes no sense.
};

/// Whether bytes are at fault: not what they should be, or not all there.
constexpr bool IsDamage(Errc code) {
  return code == Errc::kCorruptRecord || code == Errc::kTruncatedRecord;
}

/// Why, and where: `file` is that or a host, or empty, and `offset` 0 where no file is involved.
struct Error {
  Errc code = Errc::kIo;
  std::string what;
  std::string file;
  std::uint64_t offset = 0;
  int system_error = 0;        ///< errno, where the operating system refused
  std::int32_t pcp_error = 0;  ///< in PCP's numbers, where a collector answered with an error

  /// "FILE: WHAT at offset N", as far as there is a file and an offset.
  std::string Message() const;
};

/// Whether neither the caller nor the file is at fault, but memory or descriptors have run out.
inline bool IsShortage(int system_error) {
  return system_error == EMFILE || system_error == ENFILE || system_error == ENOMEM;
}

template <class T>
using Result = tl::expected<T, Error>;

/// `return Fail(...)` from any function that returns a Result.
inline tl::unexpected<Error> Fail(Errc code, std::string what, std::string_view file = {},
                                  std::uint64_t offset = 0) {
  return tl::unexpected<Error>(Error{code, std::move(what), std::string(file), offset, 0});
}

/// What a system call says with its errno number: kNotFound, kExists, else kIo.
tl::unexpected<Error> FailSystem(int error_number, std::string_view file, std::uint64_t offset = 0);

/// The same where a library could not have the memory that it asked for.
tl::unexpected<Error> FailForMemory(std::string_view file = {});

/// Hands on the error of another Result.
inline tl::unexpected<Error> Fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

}  // namespace fdr
