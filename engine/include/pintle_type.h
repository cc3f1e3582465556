/* pintle_type.h: what every type says about itself: parameters, documentation, reasons. Part of
 * pintle_extend.h. */
#ifndef PINTLE_TYPE_H
#define PINTLE_TYPE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ parameters */

/* How a parameter is written in the model and how many doubles hold it. */
typedef enum ptl_param_kind {
  PTL_NUMBER = 0, /* one double */
  PTL_CHOICE,     /* one double: index of the word given among `choices` */
  PTL_POINT,      /* two doubles: x, y in the frame of the part that carries it */
  PTL_POINTS      /* a list of points: two doubles, read by ptl_points() */
} ptl_param_kind;

enum {
  PTL_REQUIRED = 1, /* the model must give it */
  PTL_OPTIONAL = 2, /* absent is legal and is seen as NAN */
  PTL_OPEN_MIN = 4, /* `min` itself is not allowed */
  PTL_OPEN_MAX = 8  /* `max` itself is not allowed */
};

/* One row of a parameter table; a table ends with a row whose name is NULL.
 *
 * A dotted name is a key inside a mapping: "slot.arc.radius" is read from
 * `slot: {arc: {radius: ...}}`. A unit may have the value of another parameter as exponent,
 * as in "N/m^exponent", where `exponent` is a row of the same table. A list of points may have
 * two units, "m|N", of x and of y; its range holds for both. It is required or optional, and
 * absent it has no points. */
typedef struct ptl_param {
  const char *name; /* key in the model file, snake_case */
  const char *unit; /* "m", "N/m^exponent", "1"; never NULL */
  double fallback;  /* default, unless PTL_REQUIRED or PTL_OPTIONAL */
  double min, max;  /* closed range unless opened by a flag; may be infinite */
  const char *doc;  /* one sentence */
  unsigned flags;   /* PTL_REQUIRED ... */
  ptl_param_kind kind;
  const char *choices; /* PTL_CHOICE: "first|second|third", else NULL */
} ptl_param;

/* The n points x0, y0, x1, y1, ... of a list whose row begins at c[index]. Behind them stand n
 * times the type's n_derived_per_point doubles for prepare() to fill. */
static inline const double *ptl_points(const double *c, int index, int *n) {
  *n = (int)c[index];
  return c + (size_t)c[index + 1];
}

/* The `user` of the type whose function has been given the instance `c`: the pointer's bytes stand
 * before its numbers. For functions that the library calls only. */
static inline void *ptl_user(const double *c) {
  void *user;
  memcpy(&user, c - 1, sizeof user);
  return user;
}

/* What a type says about itself, printed by `pintle list` and in the manuals. */
typedef struct ptl_doc {
  const char *title;    /* "Hunt-Crossley damping" */
  const char *formula;  /* one line of plain text, in the symbols of the source */
  const char *source;   /* author, year, where */
  const char *validity; /* domain, what it cannot do, known errors in print */
  const char *family;   /* "dashpot": types of one kind are listed by it; NULL: by none */
} ptl_doc;

/* prepare() of a type is called once for an instance: it checks the parameters and writes what it
 * derives of them behind them. The parameters themselves stay as they are; the model file and the
 * summary show them. Returns 0, or non-zero with the reason. */

/* Where a type puts the reason when it refuses its parameters. */
typedef struct ptl_reason {
  char text[256];
} ptl_reason;

/* Writes the reason and returns 1: `return ptl_refuse(why, "...", ...)`. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static inline int
ptl_refuse(ptl_reason *why, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(why->text, sizeof why->text, format, arguments);
  va_end(arguments);
  return 1;
}

#ifdef __cplusplus
}
#endif
#endif
