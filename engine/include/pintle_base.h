/* pintle_base.h: status, context, allocator: what every other header of Pintle begins with.
 *
 * All numbers are SI, angles are radians, angular positions count counter-clockwise. Functions
 * return a status; on failure ptl_context_message() names the cause. Nothing here prints or exits.
 *
 * Threads. A context is used by one thread at a time, and with it everything that was made with it:
 * descriptions, runs, evaluations, traces, folders, laws while they are made or destroyed. Only
 * read, and so used by any number of threads at once: a system (ptl_system), a law (ptl_law), a
 * description that none of them changes, each thread with a context of its own where the function
 * takes one. The library keeps no variables that its calls change outside of these, but for caches
 * behind locks.
 */
#ifndef PINTLE_BASE_H
#define PINTLE_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define PTL_API
#else
#define PTL_API __attribute__((visibility("default")))
#endif

#define PTL_VERSION "0.1.0"

/* The version of the library that runs: PTL_VERSION of the header that it was built with. */
PTL_API const char *ptl_version(void);

/* ------------------------------------------------------------------ context and status */

typedef enum ptl_status {
  PTL_OK = 0,
  PTL_ERR_MEMORY,     /* an allocation failed */
  PTL_ERR_USAGE,      /* the caller broke the rules of this header */
  PTL_ERR_INPUT,      /* the model, a file or a value in it is wrong */
  PTL_ERR_UNFIT,      /* well-formed, but cannot be assembled (what `check` says no to) */
  PTL_ERR_IO,         /* a file cannot be read or written */
  PTL_ERR_SIMULATION, /* the integration failed or its result cannot be trusted */
  PTL_ERR_INTERRUPTED /* the sink asked to stop */
} ptl_status;

/* Owns allocator, registry of types, plug-ins and the last message. One per thread that
 * builds or runs; a system may be run with the contexts of several threads. */
typedef struct ptl_context ptl_context;

typedef struct ptl_allocator {
  void *(*alloc)(size_t size, void *user);             /* NULL on failure */
  void *(*resize)(void *old, size_t size, void *user); /* old may be NULL */
  void (*release)(void *memory, void *user);           /* memory may be NULL */
  void *user;
} ptl_allocator;

/* NULL allocator: malloc and free. Returns NULL when memory is out. */
PTL_API ptl_context *ptl_context_create(const ptl_allocator *allocator);
PTL_API void ptl_context_destroy(ptl_context *context);
/* The message of the last failure, "" if there was none; valid until the next failure. */
PTL_API const char *ptl_context_message(const ptl_context *context);
/* The last failure in parts; strings are valid until the next failure. New parts come at the
 * end. */
typedef struct ptl_error {
  ptl_status status;   /* PTL_OK: nothing has failed yet */
  const char *file;    /* model file, or NULL */
  int line, column;    /* in it, from 1 on; 0 where that is not known */
  const char *setting; /* path of the ptl_setting that is wrong, or NULL */
  /* what is wrong or has failed: "joint", "body", "contact", "motion", "load", ..., or NULL */
  const char *element;
  const char *name; /* its name, or NULL */
  double time;      /* of the run that has failed [s]; NAN where none has */
  const char *code; /* "E0204", of ptl_code_get; NULL: nothing has failed yet */
} ptl_error;
PTL_API const ptl_error *ptl_context_get_error(const ptl_context *context);
/* What the code of a failure stands for; `pintle explain` prints it, docs/messages.md lists all. */
typedef struct ptl_code {
  const char *code, *words;         /* "E0204", "a number out of range" */
  const char *explanation, *remedy; /* sentences */
} ptl_code;
/* Codes in their order; returns 0 past the last. */
PTL_API int ptl_code_get(int index, ptl_code *out);
/* Opens a shared library and adds its types. Refuses another ABI, another struct size and
 * a name that exists already. */
PTL_API ptl_status ptl_context_load_plugin(ptl_context *context, const char *path);

/* Adds types of the program's own, as those of a plug-in, without a shared library: the structures
 * of pintle_extend.h, which must outlive the context. All of them or, when one is refused, none. */
struct ptl_plugin;
PTL_API ptl_status ptl_context_add_types(ptl_context *context, const struct ptl_plugin *types);

/* Frees a text, or a snapshot, that a function has returned. */
PTL_API void ptl_text_release(ptl_context *context, void *text);

/* A description of a mechanism: pintle.h. */
typedef struct ptl_mechanism ptl_mechanism;
/* A description compiled for simulation: pintle.h. */
typedef struct ptl_system ptl_system;

/* ------------------------------------------------------------ structures that a program hands over
 *
 * Every structure whose name ends with _def or _options and ptl_sink cross the boundary with the
 * size that the program was compiled with: the functions that take or fill them are inline and pass
 * sizeof to an exported function whose name ends with _sized (what languages that cannot compile
 * this header call). So a later version of the library may add members at the end, behind the
 * former sizeof, and nowhere else; 0 in a new member means what there was before it.
 *   shorter than the library's:  the members that are missing are 0; of one that is filled in, only
 *   what the program has.
 *   longer:  PTL_ERR_USAGE unless the members that the library does not know are 0; these are set
 *   to 0 when it fills one in.
 * Begin with ptl_X_default() where there is one, else with {0}, and set members by their names.
 * Structures that stand within others or in arrays (ptl_part_def, ptl_measure_def, ptl_rise_def,
 * ptl_bushing_def, ptl_span, ptl_given, ptl_type_use, ptl_gap_contact, ptl_setting, ptl_column,
 * ptl_run_limits, ptl_wear_def) and those that functions fill in as results keep their members. */

#define PTL_DEF_ADD(FUNCTION, DEF)                                                    \
  PTL_API ptl_status FUNCTION##_sized(ptl_mechanism *m, const DEF *def, size_t size); \
  static inline ptl_status FUNCTION(ptl_mechanism *m, const DEF *def) {               \
    return FUNCTION##_sized(m, def, sizeof *def);                                     \
  }
#define PTL_DEF_GET(FUNCTION, DEF)                                                        \
  PTL_API int FUNCTION##_sized(const ptl_mechanism *m, int index, DEF *out, size_t size); \
  static inline int FUNCTION(const ptl_mechanism *m, int index, DEF *out) {               \
    return FUNCTION##_sized(m, index, out, sizeof *out);                                  \
  }
#define PTL_DEF_DEFAULT(FUNCTION, DEF)                  \
  PTL_API void FUNCTION##_sized(DEF *out, size_t size); \
  static inline DEF FUNCTION(void) {                    \
    DEF def;                                            \
    FUNCTION##_sized(&def, sizeof def);                 \
    return def;                                         \
  }

/* One parameter of a law, joint or force by the name in its table. */
typedef struct ptl_given {
  const char *name;
  double value[2];      /* a point uses both */
  const char *word;     /* a choice, else NULL */
  const double *points; /* a list of points: x0, y0, x1, y1, ..., else NULL */
  int n_points;
} ptl_given;

typedef struct ptl_type_use { /* a type by name, with its parameters */
  const char *type;
  const ptl_given *given;
  int n_given;
} ptl_type_use;

/* A frame fixed to a body, in that body's frame. "ground" is a body. */
typedef struct ptl_part_def {
  const char *body;
  double x, y, angle;
} ptl_part_def;

#ifdef __cplusplus
}
#endif

#endif
