#!/bin/sh
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Checks the types in the modules of the viewer's page, with types/shapes.d.ts.
set -eu
exec tsc --project "$(dirname "$0")/types/jsconfig.json"
