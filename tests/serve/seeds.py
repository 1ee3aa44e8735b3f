# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""The seed of a random test."""
import os
import random


def chosen_seed():
    """FDR_SEED, or the same each day; in the soak, another one each time.  It is printed."""
    seed = int(os.environ.get('FDR_SEED', random.randrange(1 << 32) if 'FDR_SOAK' in os.environ else 1))
    print(f'seed {seed}', flush=True)
    return seed
