#include "film.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "file_write.h"

struct ptl_film {
  pid_t child;
  int pipe, said; /* what the child reads; what it writes to stderr */
  ptl_new_file file;
};

static int ends_with(const char *path, const char *ending) {
  size_t n = strlen(path), m = strlen(ending);
  return n > m && strcmp(path + n - m, ending) == 0;
}

int ptl_film_knows(const char *path) {
  return ends_with(path, ".mp4") || ends_with(path, ".gif");
}

/* In the child: becomes ffmpeg; exit status 127 says that there is none. It writes to a descriptor
 * that is open, so that the file's name, which it would take for an option, a URL or a pattern,
 * does not reach it. */
static void become_ffmpeg(int output, int gif, const char *size, const char *rate) {
  const char *input[] = {"ffmpeg", "-y",   "-loglevel", "error", "-f", "rawvideo", "-pix_fmt",
                         "bgr0",   "-s:v", size,        "-r",    rate, "-i",       "-"};
  const char *mp4[] = {"-c:v",     "libx264", "-preset",   "medium",     "-crf", "18",
                       "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f",   "mp4"};
  const char *animated[] = {
      "-filter_complex", "split[a][b];[a]palettegen=max_colors=128[p];[b][p]paletteuse=dither=none",
      "-f", "gif"};
  const char *arguments[64];
  char name[48];
  int n = 0;
  snprintf(name, sizeof name, "file:/dev/fd/%d", output);
  fcntl(output, F_SETFD, 0);
  for (size_t i = 0; i < sizeof input / sizeof *input; i++) arguments[n++] = input[i];
  for (size_t i = 0; !gif && i < sizeof mp4 / sizeof *mp4; i++) arguments[n++] = mp4[i];
  for (size_t i = 0; gif && i < sizeof animated / sizeof *animated; i++)
    arguments[n++] = animated[i];
  arguments[n++] = name;
  arguments[n] = NULL;
  execvp("ffmpeg", (char *const *)arguments);
  _exit(127);
}

static void start_ffmpeg(ptl_film *film, const int ends[2], int gif, const char *size,
                         const char *rate) {
  signal(SIGPIPE, SIG_IGN);
  film->child = fork();
  if (film->child == 0) {
    dup2(ends[0], STDIN_FILENO);
    if (film->said >= 0) dup2(film->said, STDERR_FILENO);
    become_ffmpeg(fileno(film->file.stream), gif, size, rate);
  }
  const int error = errno;
  close(ends[0]);
  film->pipe = ends[1];
  errno = error;
}

ptl_film *ptl_film_open(const char *path, int width, int height, double fps, char *why,
                        size_t size) {
  ptl_film *film = calloc(1, sizeof *film);
  int ends[2] = {-1, -1};
  char frame[32], rate[32];
  if (film == NULL || ptl_new_file_open(&film->file, path) != 0) {
    snprintf(why, size, "cannot create %s: %s", path, strerror(errno));
    free(film);
    return NULL;
  }
  snprintf(frame, sizeof frame, "%dx%d", width, height);
  snprintf(rate, sizeof rate, "%g", fps);
  film->said = memfd_create("ffmpeg", MFD_CLOEXEC);
  if (film->said >= 0 && pipe2(ends, O_CLOEXEC) == 0)
    start_ffmpeg(film, ends, ends_with(path, ".gif"), frame, rate);
  if (film->child > 0) return film;
  snprintf(why, size, "%s: cannot start ffmpeg: %s", path, strerror(errno));
  if (ends[1] >= 0) close(ends[1]);
  if (film->said >= 0) close(film->said);
  ptl_new_file_close(&film->file, 0);
  free(film);
  return NULL;
}

static int write_all(int file, const unsigned char *data, size_t n) {
  while (n > 0) {
    ssize_t written = write(file, data, n);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return 1;
    data += written;
    n -= (size_t)written;
  }
  return 0;
}

int ptl_film_add(ptl_film *film, const ptl_pixels *frame) {
  for (int y = 0; y < frame->height; y++) {
    const unsigned char *row = frame->data + (size_t)y * (size_t)frame->stride;
    if (write_all(film->pipe, row, 4 * (size_t)frame->width)) return 1;
  }
  return 0;
}

/* Why there is no whole film, or 0. ffmpeg tells errors alone (-loglevel error), but ends with 0
 * after some of them, such as a full disk behind the last frame. */
static int tell_failure(const ptl_film *film, int status, int whole, char *why, size_t size) {
  const char *path = film->file.path;
  char text[512];
  const ssize_t n = pread(film->said, text, sizeof text - 1, 0);
  text[n > 0 ? n : 0] = '\0';
  for (char *end = strchr(text, '\0'); end > text && end[-1] == '\n';) *--end = '\0';
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    snprintf(why, size, "films are made by the program ffmpeg, which is not installed");
  else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || *text != '\0')
    snprintf(why, size, "%s: ffmpeg could not make the film: %s", path,
             *text != '\0' ? text : "it does not say why");
  else if (!whole)
    snprintf(why, size, "%s: the film was not finished", path);
  else
    return 0;
  return 1;
}

int ptl_film_close(ptl_film *film, int whole, char *why, size_t size) {
  int status = 0;
  close(film->pipe);
  while (waitpid(film->child, &status, 0) < 0 && errno == EINTR) continue;
  int failed = tell_failure(film, status, whole, why, size);
  close(film->said);
  char *path = strdup(film->file.path);
  const int lost = ptl_new_file_close(&film->file, !failed) != 0;
  if (!failed && lost)
    snprintf(why, size, "cannot write %s: %s", path != NULL ? path : "the film", strerror(errno));
  free(path);
  free(film);
  return failed || lost;
}

/* Draws every frame; non-zero when ffmpeg takes no more, or memory is out. */
static int add_pictures(ptl_film *film, const ptl_picture_film *source, const ptl_pixels *pixels) {
  int failed = 0;
  for (int i = 0; i < source->n && !failed; i++) {
    const ptl_picture *picture = source->frame(source->user, i);
    for (int k = 0; k < picture->n && !failed; k++)
      failed = ptl_draw_pixels(pixels, picture->lists[k], picture->theme, picture->scale);
    failed = failed || ptl_film_add(film, pixels);
  }
  return failed;
}

int ptl_film_write(const char *path, const ptl_picture_film *source, char *why, size_t size) {
  const ptl_picture *first = source->frame(source->user, 0);
  const int width = (int)lround(first->width * first->scale) & ~1;
  const int height = (int)lround(first->height * first->scale) & ~1;
  ptl_pixels pixels;
  if (ptl_pixels_create(&pixels, width, height)) {
    snprintf(why, size, "%s: out of memory", path);
    return 1;
  }
  ptl_film *film = ptl_film_open(path, width, height, source->fps, why, size);
  int failed = film == NULL;
  if (film != NULL) {
    const int stopped = add_pictures(film, source, &pixels);
    failed = ptl_film_close(film, !stopped, why, size);
  }
  free(pixels.data);
  return failed;
}
