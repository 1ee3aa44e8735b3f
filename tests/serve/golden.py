# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Archives in testdata/golden, which tests copy where they may be changed."""
import os
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / 'testdata/golden'


def copy_golden(name, directory, new_name=None):
    """Returns the base name of the copy."""
    os.makedirs(directory, exist_ok=True)
    for path in GOLDEN.glob(f'{name}.*'):
        shutil.copy(path, Path(directory, (new_name or name) + path.name.removeprefix(name)))
    return os.path.join(directory, new_name or name)
