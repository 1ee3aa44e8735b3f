/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Hash tables with random additions, deletions and walks.  The order of the nodes is a part of what
 * tools print.
 */

#include "hidden_calls.h"

static unsigned int seed;
static unsigned int random_below(unsigned int n) {
  seed = seed * 1103515245u + 12345u;
  return (seed >> 8) % n;
}

static void show(const hash_ctl *table) {
  printf("%d nodes in %d:", table->nodes, table->hsize);
  for (int i = 0; i < table->hsize; i++)
    for (hash_node *node = table->hash[i]; node != NULL; node = node->next)
      printf(" %d:%u/%ld", i, node->key, (long)node->data);
  putchar('\n');
}

static int decide(const hash_node *node, void *arg) {
  int answer = 1 + (int)(node->key % (unsigned int)(*(int *)arg));
  printf(" %u>%d", node->key, answer);
  return answer;
}

static void *datum(long n) { return (void *)n; }

int main(void) {
  hash_ctl table;
  for (seed = 1; seed < 40; seed++) {
    unsigned int start = seed, keys = 1 + random_below(3000);
    memset(&table, 0, sizeof table);
    if (random_below(3) == 0) __pmHashInit(&table);
    if (random_below(3) == 0)
      printf("room %d\n", __pmHashPreAlloc((int)random_below(50) + 1, &table));
    printf("search %d, delete %d\n", __pmHashSearch(3, &table) != NULL,
           __pmHashDel(3, datum(3), &table));
    for (int step = 0; step < 600; step++) {
      unsigned int key = random_below(keys);
      switch (random_below(12)) {
        case 0: {
          hash_node *node = __pmHashSearch(key, &table);
          printf("%u is %ld\n", key, node != NULL ? (long)node->data : -1L);
          if (node != NULL) printf("deleted %d\n", __pmHashDel(key, node->data, &table));
          break;
        }
        case 1:
          printf("other %d\n", __pmHashDel(key, datum(-1), &table));
          break;
        default:
          if (__pmHashAdd(key, datum(step), &table) != 1) printf("refused\n");
      }
      if (step % 40 == 0) show(&table);
    }
    for (int kinds = 1; kinds <= 4; kinds++) {
      printf("walk");
      __pmHashWalkCB(decide, &kinds, &table);
      putchar('\n');
      show(&table);
    }
    __pmHashClear(&table);
    printf("%d %d %d\n", table.nodes, table.hsize, table.hash != NULL);
    for (unsigned int i = 0; i < 20; i++) __pmHashAdd(i, strdup("own"), &table);
    __pmHashFree(&table);
    printf("%d %d %d\n", table.nodes, table.hsize, table.hash != NULL);
    seed = start;
  }
  return 0;
}
