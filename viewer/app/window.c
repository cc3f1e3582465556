/* window.c: the viewer's window, with SDL2; ptl_view_window of viewer.h. Everything that can be
 * tested without a display is behind app.h; here events come in and pixels go out. */
#include <SDL.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "app.h"
#include "viewer.h"

typedef struct window {
  SDL_Window *handle;
  ptl_app *app;
  ptl_compose compose;
  double scale;       /* pixels to a point */
  double mouse_scale; /* points to a unit of SDL's mouse */
  int changed;
} window;

ptl_view_options ptl_view_options_default(void) {
  return (ptl_view_options){.width = 1360, .height = 860};
}

/* ------------------------------------------------------------------ events */

static int special_key(SDL_Keycode code) {
  switch (code) {
    case SDLK_BACKSPACE:
      return PTL_KEY_BACKSPACE;
    case SDLK_TAB:
      return PTL_KEY_TAB;
    case SDLK_RETURN:
      return PTL_KEY_ENTER;
    case SDLK_ESCAPE:
      return PTL_KEY_ESCAPE;
    case SDLK_LEFT:
      return PTL_KEY_LEFT;
    case SDLK_RIGHT:
      return PTL_KEY_RIGHT;
    case SDLK_UP:
      return PTL_KEY_UP;
    case SDLK_DOWN:
      return PTL_KEY_DOWN;
    case SDLK_HOME:
      return PTL_KEY_HOME;
    case SDLK_END:
      return PTL_KEY_END;
    case SDLK_PAGEUP:
      return PTL_KEY_PAGE_UP;
    case SDLK_PAGEDOWN:
      return PTL_KEY_PAGE_DOWN;
    case SDLK_F5:
      return PTL_KEY_F5;
    default:
      return PTL_KEY_NONE;
  }
}

static void take_size(window *w) {
  SDL_Surface *surface = SDL_GetWindowSurface(w->handle);
  int width, height;
  if (surface == NULL) return;
  SDL_GetWindowSize(w->handle, &width, &height);
  ptl_input input = {
      .kind = PTL_INPUT_RESIZE, .x = surface->w / w->scale, .y = surface->h / w->scale};
  w->mouse_scale = width > 0 ? input.x / width : 1;
  ptl_app_input(w->app, &input);
}

static void take_mouse(window *w, ptl_input_kind kind, int x, int y, int button, int clicks) {
  ptl_input input = {.kind = kind,
                     .x = x * w->mouse_scale,
                     .y = y * w->mouse_scale,
                     .button = button,
                     .clicks = clicks};
  ptl_app_input(w->app, &input);
}

static void take_wheel(window *w, double amount) {
  int x, y;
  SDL_GetMouseState(&x, &y);
  ptl_input input = {.kind = PTL_INPUT_WHEEL,
                     .x = x * w->mouse_scale,
                     .y = y * w->mouse_scale,
                     .amount = amount,
                     .shift = (SDL_GetModState() & KMOD_SHIFT) != 0};
  ptl_app_input(w->app, &input);
}

static int button_of(int sdl) {
  return sdl == SDL_BUTTON_RIGHT ? 3 : sdl == SDL_BUTTON_MIDDLE ? 2 : 1;
}

/* Returns 1 when the window is to be closed. */
static int take_event(window *w, const SDL_Event *event) {
  ptl_input key = {.kind = PTL_INPUT_KEY};
  w->changed = 1;
  switch (event->type) {
    case SDL_QUIT:
      return 1;
    case SDL_KEYDOWN:
      key.key = special_key(event->key.keysym.sym);
      key.shift = (event->key.keysym.mod & KMOD_SHIFT) != 0;
      if (key.key != PTL_KEY_NONE) ptl_app_input(w->app, &key);
      break;
    case SDL_TEXTINPUT: /* what the keyboard's layout makes of the keys */
      key.key = (unsigned char)event->text.text[0];
      if (key.key < 128) ptl_app_input(w->app, &key);
      break;
    case SDL_MOUSEBUTTONDOWN:
      take_mouse(w, PTL_INPUT_DOWN, event->button.x, event->button.y,
                 button_of(event->button.button), event->button.clicks);
      break;
    case SDL_MOUSEBUTTONUP:
      take_mouse(w, PTL_INPUT_UP, event->button.x, event->button.y, button_of(event->button.button),
                 event->button.clicks);
      break;
    case SDL_MOUSEMOTION:
      take_mouse(w, PTL_INPUT_MOVE, event->motion.x, event->motion.y, 0, 0);
      break;
    case SDL_MOUSEWHEEL:
      take_wheel(w, event->wheel.preciseY);
      break;
    case SDL_WINDOWEVENT:
      if (event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED) take_size(w);
      break;
    case SDL_DROPFILE: {
      ptl_input drop = {.kind = PTL_INPUT_DROP, .path = event->drop.file};
      ptl_app_input(w->app, &drop);
      SDL_free(event->drop.file);
      break;
    }
    default:
      break;
  }
  return ptl_app_done(w->app);
}

/* ------------------------------------------------------------------ clipboard */

/* Runs a program that reads the file from its standard input; 1 when it ends well. */
static int feed_program(const char *const *arguments, const char *path) {
  posix_spawn_file_actions_t actions;
  pid_t child;
  int status = 0;
  if (posix_spawn_file_actions_init(&actions) != 0) return 0;
  int failed =
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDONLY, 0) != 0 ||
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) != 0 ||
      posix_spawnp(&child, arguments[0], &actions, NULL, (char *const *)arguments, environ) != 0;
  posix_spawn_file_actions_destroy(&actions);
  while (!failed && waitpid(child, &status, 0) < 0) failed = errno != EINTR;
  return !failed && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* SDL2 has a clipboard for text alone: a picture gets there by the program of the display, where
 * that is installed; without it the file's name does. */
static void copy_picture(window *w) {
  static const char *const wayland[] = {"wl-copy", "--type", "image/png", NULL};
  static const char *const x11[] = {"xclip", "-selection", "clipboard", "-t", "image/png", NULL};
  char path[256], said[700];
  if (!ptl_app_take_picture(w->app, path, sizeof path)) return;
  const char *driver = SDL_GetCurrentVideoDriver();
  const int is_wayland = driver != NULL && strcmp(driver, "wayland") == 0;
  const int copied = feed_program(is_wayland ? wayland : x11, path);
  if (!copied) SDL_SetClipboardText(path);
  snprintf(said, sizeof said,
           copied ? "the picture is in %s and on the clipboard"
                  : "the picture is in %s, whose name is on the clipboard (the picture itself "
                    "would be there with the program %s)",
           path, is_wayland ? wayland[0] : x11[0]);
  ptl_app_say(w->app, said);
}

/* ------------------------------------------------------------------ frames */

static int draw(window *w, char *why, size_t size) {
  SDL_Surface *surface = SDL_GetWindowSurface(w->handle);
  if (surface == NULL) {
    snprintf(why, size, "the window cannot be drawn: %s", SDL_GetError());
    return 1;
  }
  ptl_pixels pixels = {surface->pixels, surface->w, surface->h, surface->pitch};
  if (SDL_MUSTLOCK(surface)) SDL_LockSurface(surface);
  ptl_layer layers[PTL_N_LAYERS];
  ptl_app_draw(w->app, layers);
  int failed = ptl_compose_draw(&w->compose, layers, ptl_app_theme(w->app), &pixels, w->scale);
  if (SDL_MUSTLOCK(surface)) SDL_UnlockSurface(surface);
  if (failed) {
    snprintf(why, size, "out of memory");
    return 1;
  }
  SDL_UpdateWindowSurface(w->handle);
  w->changed = 0;
  return 0;
}

static double seconds_since(Uint64 *last) {
  Uint64 now = SDL_GetPerformanceCounter();
  double seconds = (double)(now - *last) / (double)SDL_GetPerformanceFrequency();
  *last = now;
  return seconds;
}

static int loop(window *w, char *why, size_t size) {
  const double frame = 1.0 / 60, longest = 0.1;
  Uint64 last = SDL_GetPerformanceCounter();
  char title[256] = "";
  for (;;) {
    SDL_Event event;
    Uint64 begin = SDL_GetPerformanceCounter();
    int moves = ptl_app_moves(w->app), done = 0;
    int waited = !moves && !w->changed && SDL_WaitEventTimeout(&event, 250);
    if (waited) done = take_event(w, &event);
    while (!done && SDL_PollEvent(&event)) done = take_event(w, &event);
    if (done) return 0;
    copy_picture(w);
    ptl_app_tick(w->app, fmin(seconds_since(&last), longest));
    if (SDL_strcmp(title, ptl_app_title(w->app)) != 0) {
      SDL_strlcpy(title, ptl_app_title(w->app), sizeof title);
      SDL_SetWindowTitle(w->handle, title);
    }
    if (!moves && !w->changed && !ptl_app_moves(w->app) && !ptl_app_changed(w->app)) continue;
    if (draw(w, why, size)) return 1;
    double left = frame - seconds_since(&begin);
    if (left > 0.001) SDL_Delay((Uint32)(1e3 * left));
  }
}

/* Draws frames one after the other and prints what they cost. */
static int measure(window *w, int frames, char *why, size_t size) {
  ptl_app_wait(w->app);
  Uint64 last = SDL_GetPerformanceCounter();
  double total = 0, worst = 0;
  clock_t cpu = clock(); /* does not grow while other programs run */
  for (int i = 0; i < frames; i++) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) take_event(w, &event);
    ptl_app_tick(w->app, 1.0 / 60);
    seconds_since(&last);
    if (draw(w, why, size)) return 1;
    double seconds = seconds_since(&last);
    total += seconds;
    worst = fmax(worst, seconds);
  }
  double busy = (double)(clock() - cpu) / CLOCKS_PER_SEC;
  SDL_Surface *surface = SDL_GetWindowSurface(w->handle);
  printf(
      "%d frames of %d x %d: %.2f ms each, %.2f ms the longest, %.0f a second; "
      "%.2f ms of processor time each\n",
      frames, surface != NULL ? surface->w : 0, surface != NULL ? surface->h : 0,
      1e3 * total / frames, 1e3 * worst, frames / total, 1e3 * busy / frames);
  return 0;
}

/* ------------------------------------------------------------------ opening */

/* Sets a pointer to a function, NULL where the library has none of that name. */
static void find_function(void *library, const char *name, void *pointer) {
  void *found = SDL_LoadFunction(library, name);
  memcpy(pointer, &found, sizeof found);
}

/* What the desktop of an X server asks programs for, the resource Xft.dpi; 0 where it says nothing.
 * SDL does not read it. libX11 is there already, loaded by SDL. */
static double resource_dpi(void) {
  const char *driver = SDL_GetCurrentVideoDriver();
  void *library =
      driver != NULL && strcmp(driver, "x11") == 0 ? SDL_LoadObject("libX11.so.6") : NULL;
  if (library == NULL) return 0;
  void *(*open)(const char *);
  char *(*get)(void *, const char *, const char *);
  int (*close)(void *);
  find_function(library, "XOpenDisplay", &open);
  find_function(library, "XGetDefault", &get);
  find_function(library, "XCloseDisplay", &close);
  void *display = open != NULL && get != NULL && close != NULL ? open(NULL) : NULL;
  double dpi = 0;
  if (display != NULL) {
    const char *text = get(display, "Xft", "dpi");
    if (text != NULL) dpi = SDL_atof(text);
    close(display);
  }
  SDL_UnloadObject(library);
  return dpi;
}

/* Of the desktop, else of the screen as it says how large it is. */
static double display_scale(void) {
  float screen;
  double dpi = resource_dpi();
  if (!(dpi > 0) && SDL_GetDisplayDPI(0, NULL, &screen, NULL) == 0) dpi = screen;
  if (!(dpi > 0)) return 1;
  double scale = round(dpi / 96.0 * 4) / 4; /* in quarters */
  return fmin(fmax(scale, 1), 4);
}

/* Drivers that SDL takes on its own where nothing is shown: a window that nobody sees would run for
 * ever. */
static int is_seen(void) {
  static const char *const unseen[] = {"offscreen", "dummy", "evdev"};
  const char *driver = SDL_GetCurrentVideoDriver(), *asked = SDL_getenv("SDL_VIDEODRIVER");
  for (size_t i = 0; i < sizeof unseen / sizeof *unseen && driver != NULL; i++)
    if (strcmp(driver, unseen[i]) == 0) return asked != NULL && strcmp(asked, driver) == 0;
  return 1;
}

static int open_window(window *w, const ptl_view_options *options, char *why, size_t size) {
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
  SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0"); /* pixels go straight to the window */
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    snprintf(why, size, "there is no display (%s); `pintle render` makes pictures without one",
             SDL_GetError());
    return 1;
  }
  if (!is_seen()) {
    snprintf(why, size,
             "there is no display (neither DISPLAY nor WAYLAND_DISPLAY leads to one); "
             "`pintle render` makes pictures without one");
    return 1;
  }
  w->scale = options->scale > 0 ? options->scale : display_scale();
  w->mouse_scale = 1;
  w->handle = SDL_CreateWindow("Pintle", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
                               (int)(options->width * w->scale), (int)(options->height * w->scale),
                               SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  if (w->handle == NULL) {
    snprintf(why, size, "the window cannot be opened: %s", SDL_GetError());
    return 1;
  }
  SDL_SetWindowMinimumSize(w->handle, 320, 240);
  SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
  SDL_StartTextInput();
  take_size(w);
  return 0;
}

/* A lens needs the run; one that failed says so in the window. */
static int open_lens(window *w, const char *joint, char *why, size_t size) {
  if (ptl_app_wait(w->app) || ptl_app_set_lens(w->app, joint)) return 0;
  snprintf(why, size,
           joint[0] != 0 ? "there is no joint '%s' with clearance" : "no joint%s has clearance",
           joint);
  return 1;
}

int ptl_view_window(const ptl_source *source, const ptl_source *reference,
                    const ptl_view_options *options, char *why, size_t size) {
  window w = {.changed = 1};
  w.app = ptl_app_create(options->width, options->height,
                         options->dark ? PTL_THEME_DARK : PTL_THEME_LIGHT);
  int failed = w.app == NULL;
  if (failed) snprintf(why, size, "out of memory");
  if (!failed && source != NULL) ptl_app_open(w.app, source);
  if (!failed && reference != NULL) ptl_app_open_reference(w.app, reference);
  if (!failed) ptl_app_set_beside(w.app, options->beside);
  if (!failed && options->lens != NULL) failed = open_lens(&w, options->lens, why, size);
  if (!failed) failed = open_window(&w, options, why, size);
  if (!failed && !ptl_draw_has_font()) ptl_app_say(w.app, PTL_NO_FONT);
  if (!failed) {
    failed = options->measure > 0 ? measure(&w, options->measure, why, size) : loop(&w, why, size);
  }
  if (w.handle != NULL) SDL_DestroyWindow(w.handle);
  SDL_Quit();
  ptl_compose_release(&w.compose);
  ptl_app_destroy(w.app);
  return failed;
}
