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
  kIo,                  ///< The operating system refused; `what` has its message.
  kNotFound,            ///< Nothing has this name.
  kNotAMetric,          ///< A name in the middle of the name space.
  kMissingFile,         ///< A part of the archive (.meta, or every data volume) is not there.
  kExists,              ///< A writer would have to overwrite something.
  kBusy,                ///< Another process is writing the archive, or controls the logger.
  kEmpty,               ///< A file holds no record, or only its label.
  kBadLabel,            ///< The label record is damaged, or the labels of the files disagree.
  kUnsupportedVersion,  ///< A PCP archive, but of a version that is not 2 or 3.
  kUnsupportedFeature,  ///< The label announces a feature that fdr does not know.
  kCorruptRecord,       ///< The bytes do not follow the format.
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
  kOutOfOrder,          ///< Records are not in the order of time.
  kHostMismatch,        ///< Archives of one timeline come from different hosts.
  kCancelled,           ///< The caller asked to stop.
  kRefused,             ///< A collector answered with an error: see `pcp_error`.
  kTimeout,             ///< The other side of a connection did not answer in time.
  kDisconnected,        ///< There is no connection, or it was lost.
  kProtocol,            ///< Data received over a connection make no sense.
};

/// Whether bytes are at fault: wrong, or missing.
constexpr bool IsDamage(Errc code) {
  return code == Errc::kCorruptRecord || code == Errc::kTruncatedRecord;
}

/// Whether sound records may follow what is damaged, or cannot be decompressed.
constexpr bool CanBePassed(Errc code) { return IsDamage(code) || code == Errc::kCompression; }

/// Whether records are sound, but not where they should be in the order of time.
constexpr bool IsOfOrder(Errc code) { return code == Errc::kOverlap || code == Errc::kOutOfOrder; }

/// The reason and the place.  `file` is a file, a host or empty; `offset` is 0 if no file is
/// involved.
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

/// Converts the errno of a system call: to kNotFound, to kExists, and all others to kIo.
tl::unexpected<Error> FailSystem(int error_number, std::string_view file, std::uint64_t offset = 0);

/// The same for a library that could not allocate memory.
tl::unexpected<Error> FailForMemory(std::string_view file = {});

/// Passes on the error of another Result.
inline tl::unexpected<Error> Fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

}  // namespace fdr
