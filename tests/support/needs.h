/* needs.h: cases that need what not every machine has. They form groups of their own, which
 * `test_NAME GROUP` runs; where what they need is lacking, the program exits with SKIPPED, and
 * CTest shows the group as skipped. A case that skipped itself would hide among those that pass. */
#ifndef PTL_TEST_NEEDS_H
#define PTL_TEST_NEEDS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SKIPPED = 77, NO_SUCH_GROUP = 2 };

static inline int asked_for(int argc, char **argv, const char *group) {
  return argc == 2 && strcmp(argv[1], group) == 0;
}

/* Exit status of a group that cannot run here. */
static inline int skipped(const char *why) {
  printf("skipped: %s\n", why);
  return SKIPPED;
}

static inline int no_such_group(const char *group) {
  fprintf(stderr, "there is no group '%s'\n", group);
  return NO_SUCH_GROUP;
}

/* Is there a program of that name? */
static inline int have_program(const char *name) {
  char command[128];
  snprintf(command, sizeof command, "command -v %s >/dev/null", name);
  return system(command) == 0;
}

static inline int have_dev_full(void) {
  return access("/dev/full", W_OK) == 0;
}

/* May this user mount a file system? */
static inline int can_mount(void) {
  char place[] = "/tmp/pintle-mount-XXXXXX";
  if (mkdtemp(place) == NULL) return 0;
  int mounted = mount("pintle-test", place, "tmpfs", 0, "size=16k") == 0;
  if (mounted) mounted = umount2(place, MNT_DETACH) == 0;
  rmdir(place);
  return mounted;
}

/* A file system of `size` at "small". */
static inline void mount_small(const char *size) {
  mkdir("small", 0777);
  assert_int_equal(mount("pintle-test", "small", "tmpfs", 0, size), 0);
}

static inline void unmount_small(void) {
  assert_int_equal(umount2("small", MNT_DETACH), 0);
}

#endif
