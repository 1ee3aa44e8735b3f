#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Expects that the table of docs/errors.md has all codes of archive/base/error.h, in the same order.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
declared=$(sed -n '/^enum class Errc {/,/^};/s/^  \(k[A-Za-z]*\),.*/\1/p' archive/base/error.h)
[ -n "$declared" ]
# shellcheck disable=SC2016  # the backquotes are Markdown
diff <(echo "$declared") <(sed -n 's/^| `\(k[A-Za-z]*\)` |.*/\1/p' docs/errors.md)
