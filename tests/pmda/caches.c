/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Instance caches: every operation, their files, and files that are damaged.  PCP_VAR_DIR is a
 * directory of the test.
 */

#include <sys/stat.h>

#include "tell.h"

static char *name;
static void *data;
static int instance;

/* Prints a call that looks for an instance, and what it found. */
#define FIND(call)                                                                 \
  do {                                                                             \
    name = NULL;                                                                   \
    data = NULL;                                                                   \
    instance = -7;                                                                 \
    TELL(call);                                                                    \
    printf("  %d %s %ld\n", instance, name != NULL ? name : "(none)", (long)data); \
  } while (0)

#define STORE(indom, how, name, data) \
  TELL(pmdaCacheStore(indom, PMDA_CACHE_##how, name, (void *)data))
#define OPERATE(indom, what) TELL(pmdaCacheOp(indom, PMDA_CACHE_##what))

static pmInDom indom_of(int serial) { return pmInDom_build(77, (unsigned)serial); }

static void path_of(pmInDom indom, char *path, size_t size) {
  pmsprintf(path, size, "%s/config/pmda/%s", pmGetConfig("PCP_VAR_DIR"), pmInDomStr(indom));
}

/* Without the times. */
static void show_file(pmInDom indom) {
  char path[MAXPATHLEN], line[200];
  path_of(indom, path, sizeof path);
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    printf("no file\n");
    return;
  }
  if (fgets(line, sizeof line, file) != NULL) printf("%s", line);
  while (fgets(line, sizeof line, file) != NULL) {
    char *time = strchr(line, ' '), *rest = time != NULL ? strchr(time + 1, ' ') : NULL;
    if (rest != NULL) *time = '\0';
    printf("%s%s", line, rest != NULL ? rest : "");
  }
  fclose(file);
}

static void write_file(pmInDom indom, const char *text) {
  char path[MAXPATHLEN];
  path_of(indom, path, sizeof path);
  FILE *file = fopen(path, "w");
  if (file == NULL) exit(2);
  fputs(text, file);
  fclose(file);
}

static void show_entries(pmInDom indom) {
  for (int number = 0; number < 12; number++) FIND(pmdaCacheLookup(indom, number, &name, &data));
}

static void show_sizes(pmInDom indom) {
  OPERATE(indom, SIZE);
  OPERATE(indom, SIZE_ACTIVE);
  OPERATE(indom, SIZE_INACTIVE);
}

static void empty_caches(void) {
  const pmInDom indom = indom_of(1);
  OPERATE(indom, CHECK);
  FIND(pmdaCacheLookup(indom, 3, &name, &data));
  OPERATE(indom, CHECK);
  FIND(pmdaCacheLookupName(indom, "x", &instance, &data));
  show_sizes(indom);
  OPERATE(indom, LOAD);
  OPERATE(indom, WALK_REWIND);
  OPERATE(indom, WALK_NEXT);
  OPERATE(indom, CULL);
  OPERATE(indom, SAVE);
  OPERATE(indom, EMPTY);
  TELL(pmdaCacheOp(indom, 99));
  TELL(pmdaCachePurge(indom, 0));
  OPERATE(PM_INDOM_NULL, SIZE);
  STORE(PM_INDOM_NULL, ADD, "x", 1);
}

static void names(void) {
  const pmInDom indom = indom_of(3);
  STORE(indom, ADD, "foo bar", 1);
  STORE(indom, ADD, "foo", 2);
  STORE(indom, ADD, "foo blah", 3);
  STORE(indom, ADD, "foodle", 4);
  STORE(indom, ADD, "x", 5);
  STORE(indom, ADD, "x y", 6);
  STORE(indom, HIDE, "nothing", 1);
  STORE(indom, CULL, "nothing", 1);
  TELL(pmdaCacheStore(indom, 99, "nothing", NULL));
  TELL(pmdaCacheStore(indom, 99, "x", NULL));
  STORE(indom, ADD, NULL, 1);
  STORE(indom, ADD, "", 1);
  STORE(indom, HIDE, "x", 7);
  STORE(indom, HIDE, "foo zz", 7);
  const char *const asked[] = {"x", "foo", "foo bar", "foo blah", "x y", "fo", "foodle z"};
  for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
    FIND(pmdaCacheLookupName(indom, asked[i], &instance, &data));
  show_entries(indom);
  show_sizes(indom);
  tell_messages();
}

static void walks(void) {
  const pmInDom indom = indom_of(3);
  OPERATE(indom, WALK_REWIND);
  for (int i = 0; i < 4; i++) OPERATE(indom, WALK_NEXT);
  OPERATE(indom, INACTIVE);
  OPERATE(indom, WALK_REWIND);
  OPERATE(indom, WALK_NEXT);
  OPERATE(indom, ACTIVE);
}

static void files(void) {
  const pmInDom indom = indom_of(3);
  OPERATE(indom, SAVE);
  OPERATE(indom, SAVE);
  OPERATE(indom, SYNC);
  STORE(indom, ADD, "x", 8);
  OPERATE(indom, SAVE);
  OPERATE(indom, SYNC);
  STORE(indom, ADD, "x", 8);
  OPERATE(indom, SYNC);
  show_file(indom);
  STORE(indom, CULL, "foodle", 4);
  FIND(pmdaCacheLookupName(indom, "foodle", &instance, &data));
  show_sizes(indom);
  OPERATE(indom, SAVE);
  STORE(indom, ADD, "foodle", 4);
  OPERATE(indom, REUSE);
  STORE(indom, ADD, "new", 5);
  OPERATE(indom, REORG);
  STORE(indom, ADD, "newest", 6);
  OPERATE(indom, SAVE);
  show_file(indom);
}

static void keys(void) {
  const pmInDom indom = indom_of(4);
  int key[3] = {1, 2, 3};
  TELL(pmdaCacheStoreKey(indom, PMDA_CACHE_ADD, "abc", 0, NULL, (void *)1));
  TELL(pmdaCacheStoreKey(indom, PMDA_CACHE_ADD, "abcd", sizeof key, key, (void *)2));
  TELL(pmdaCacheStoreKey(indom, PMDA_CACHE_ADD, "abcde", sizeof key, key, (void *)3));
  key[0] = 7;
  TELL(pmdaCacheStoreKey(indom, PMDA_CACHE_ADD, "abcd", sizeof key, key, (void *)4));
  TELL(pmdaCacheStoreKey(indom, PMDA_CACHE_ADD, "w x", sizeof key, key, (void *)5));
  TELL(pmdaCacheStoreKey(indom, PMDA_CACHE_ADD, "", 1, "a", (void *)6));
  TELL(pmdaCacheStoreKey(indom, PMDA_CACHE_ADD, "zz", 4, "\1\"\\ ", (void *)7));
  TELL(pmdaCacheStoreKey(indom, PMDA_CACHE_HIDE, "zz", 4, "\1\"\\ ", (void *)8));
  TELL(pmdaCacheStoreKey(indom, PMDA_CACHE_HIDE, "qq", 1, "q", (void *)8));
  for (int length = 1; length < 60; length++) {
    char text[61];
    memset(text, 'a' + length % 26, sizeof text);
    text[length] = '\0';
    printf("%d\n", pmdaCacheStoreKey(indom, PMDA_CACHE_ADD, text, 0, NULL, NULL));
  }
  FIND(pmdaCacheLookupKey(indom, "abcd", sizeof key, key, &name, &instance, &data));
  FIND(pmdaCacheLookupKey(indom, "abc", 0, NULL, &name, &instance, &data));
  FIND(pmdaCacheLookupKey(indom, NULL, 4, "\1\"\\ ", &name, &instance, &data));
  FIND(pmdaCacheLookupKey(indom, "z", 1, "q", &name, &instance, &data));
  STORE(indom, ADD, "plain", 9);
  OPERATE(indom, SAVE);
  show_file(indom);
  tell_messages();
}

/* Bytes of keys have signs: each place of a block of 12, and of the rest, with bytes from 128 on.
 */
static void keys_of_large_bytes(void) {
  const pmInDom indom = indom_of(9);
  for (int length = 1; length < 27; length++) {
    unsigned char key[27];
    char text[20];
    for (int at = 0; at < length; at++) {
      memset(key, 'm', sizeof key);
      key[at] = (unsigned char)(128 + 5 * at);
      pmsprintf(text, sizeof text, "large-%d-%d", length, at);
      printf("%d\n", pmdaCacheStoreKey(indom, PMDA_CACHE_ADD, text, length, key, NULL));
    }
    memset(key, 0x80 + length, sizeof key);
    pmsprintf(text, sizeof text, "all-%d", length);
    printf("%d\n", pmdaCacheStoreKey(indom, PMDA_CACHE_ADD, text, length, key, NULL));
  }
}

static void limits(void) {
  const pmInDom indom = indom_of(5);
  char text[8];
  TELL(pmdaCacheResize(indom, 3));
  for (int i = 0; i < 5; i++) {
    pmsprintf(text, sizeof text, "%c", 'a' + i);
    STORE(indom, ADD, text, 1);
  }
  TELL(pmdaCacheResize(indom, 2));
  TELL(pmdaCacheResize(indom, 10));
  STORE(indom, CULL, "b", 1);
  STORE(indom, ADD, "e", 1);
  TELL(pmdaCacheResize(indom, -10));
  OPERATE(indom, SAVE);
  show_file(indom);
  tell_messages();
}

static void strings(void) {
  const pmInDom indom = indom_of(6);
  OPERATE(indom, STRINGS);
  STORE(indom, ADD, "a b", 1);
  STORE(indom, ADD, "a", 2);
  STORE(indom, ADD, "a c", 3);
  OPERATE(indom, STRINGS);
  show_entries(indom);
}

static void loaded_files(void) {
  pmInDom indom = indom_of(20);
  write_file(indom,
             "2 0 2147483647\n226621497 1000 other\n5 1001 five\n7 1002 [6b31] seven eight\n");
  OPERATE(indom, LOAD);
  show_entries(indom);
  OPERATE(indom, SAVE);
  OPERATE(indom, SYNC);
  STORE(indom, ADD, "n", 1);
  TELL(pmdaCacheStoreKey(indom, PMDA_CACHE_ADD, "k0", 0, NULL,
                         NULL)); /* its first number is taken */
  TELL(pmdaCacheStoreKey(indom, PMDA_CACHE_ADD, "seven", 2, "k1", NULL));
  TELL(pmdaCacheStoreKey(indom, PMDA_CACHE_ADD, "five", 0, "k1", NULL));
  TELL(pmdaCacheStoreKey(indom, PMDA_CACHE_ADD, "five", 3, "zzz", NULL));
  OPERATE(indom, LOAD);
  show_sizes(indom);
  indom = indom_of(21);
  write_file(indom, "1 1\n5 1001 five\n6 1001 six\n");
  OPERATE(indom, LOAD);
  STORE(indom, ADD, "n", 1);
  OPERATE(indom, SAVE);
  show_file(indom);
  const char *const damaged[] = {"3 1\n5 1001 five\n", "", "rubbish\n"};
  for (int i = 0; i < 3; i++) {
    write_file(indom_of(22 + i), damaged[i]);
    OPERATE(indom_of(22 + i), LOAD);
    show_sizes(indom_of(22 + i));
  }
  indom = indom_of(25);
  write_file(indom, "2 0 100\n5 1001 five\n6 1001 five\n5 1001 six\n7 1001 five x\n9 1002 nine\n");
  OPERATE(indom, LOAD);
  show_entries(indom);
}

static void end_of(void *ended) { printf("  end of %ld\n", (long)ended); }

static void purges(void) {
  const pmInDom indom = indom_of(7);
  STORE(indom, ADD, "a", 1);
  STORE(indom, ADD, "b", 2);
  STORE(indom, ADD, "c", 0);
  TELL(pmdaCachePurge(indom, 0));
  TELL(pmdaCachePurge(indom, -5));
  OPERATE(indom, SYNC);
  STORE(indom, HIDE, "a", 1);
  OPERATE(indom, SYNC);
  STORE(indom, ADD, "b", 2);
  TELL(pmdaCachePurgeCallback(indom, 100, end_of));
  TELL(pmdaCachePurgeCallback(indom, -5, end_of));
  OPERATE(indom, SIZE_ACTIVE);
}

int main(void) {
  keep_messages("caches");
  empty_caches();
  names();
  walks();
  files();
  keys();
  keys_of_large_bytes();
  limits();
  strings();
  loaded_files();
  purges();
  return 0;
}
