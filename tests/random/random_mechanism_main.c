/* random_mechanism_main.c: `random_mechanism SEED > model.yaml`. The same seed gives the same
 * text. */
#include <stdio.h>
#include <stdlib.h>

#include "random_mechanism.h"

int main(int argc, char **argv) {
  static random_mechanism m;
  char *end = NULL;
  unsigned long long seed = argc == 2 ? strtoull(argv[1], &end, 10) : 0;
  if (argc != 2 || *argv[1] == '\0' || *end != '\0') {
    fprintf(stderr, "usage: random_mechanism SEED\n");
    return 2;
  }
  if (random_mechanism_make(seed, &m) != 0) return 3;
  fputs(m.text, stdout);
  return 0;
}
