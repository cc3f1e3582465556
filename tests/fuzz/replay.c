/* replay.c: a main for builds without libFuzzer: gives a target every file of the folders that it
 * is told, and every file cut off at half its length. */
#include <dirent.h>
#include <sys/stat.h>

#include "fuzz.h"

static int n_inputs;

static void give(const char *path) {
  FILE *file = fopen(path, "rb");
  struct stat info;
  if (file == NULL || fstat(fileno(file), &info) != 0 || !S_ISREG(info.st_mode)) {
    if (file != NULL) fclose(file);
    return;
  }
  uint8_t *bytes = malloc((size_t)info.st_size + 1);
  if (bytes == NULL) abort();
  const size_t n = fread(bytes, 1, (size_t)info.st_size, file);
  fclose(file);
  LLVMFuzzerTestOneInput(bytes, n);
  LLVMFuzzerTestOneInput(bytes, n / 2);
  free(bytes);
  n_inputs++;
}

static void give_all(const char *folder) {
  char path[4096];
  DIR *list = opendir(folder);
  if (list == NULL) return;
  for (const struct dirent *entry; (entry = readdir(list)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    give(path);
  }
  closedir(list);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) give_all(argv[i]);
  printf("%d inputs\n", n_inputs);
  return n_inputs > 0 ? 0 : 1;
}
