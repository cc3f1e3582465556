/* design.c: the points of a study. */
#include "design.h"

#include <math.h>
#include <string.h>

#include "philox.h"
#include "points_file.h"
#include "sobol.h"

#define MOST_POINTS 1000000000

const char *ptl_design_name(int kind) {
  static const char *const names[] = {
      [PTL_DESIGN_GRID] = "grid",     [PTL_DESIGN_ONE_AT_A_TIME] = "one_at_a_time",
      [PTL_DESIGN_RANDOM] = "random", [PTL_DESIGN_LATIN_HYPERCUBE] = "latin_hypercube",
      [PTL_DESIGN_SOBOL] = "sobol",   [PTL_DESIGN_SALTELLI] = "saltelli",
      [PTL_DESIGN_POINTS] = "points"};
  return kind >= 0 && kind <= PTL_DESIGN_POINTS ? names[kind] : NULL;
}

/* ------------------------------------------------------------------ making one */

ptl_status ptl_design_add(ptl_context *context, ptl_design *design, const ptl_factor *factor) {
  for (int i = 0; i < design->n_factors; i++)
    if (strcmp(design->factors[i].path, factor->path) == 0)
      return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0803) "%s is varied twice", factor->path);
  ptl_factor *grown = ptl_grow(context, design->factors, (size_t)design->n_factors, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  design->factors = grown;
  grown[design->n_factors++] = *factor;
  return PTL_OK;
}

static ptl_status add_column(ptl_context *context, ptl_design *design, const ptl_points *points,
                             int column) {
  ptl_factor factor = {0};
  const int n = (int)points->n_rows;
  char **words = ptl_alloc(context, (size_t)n, sizeof *words);
  ptl_status status = words != NULL ? PTL_OK : PTL_ERR_MEMORY;
  for (int i = 0; i < n && status == PTL_OK; i++) {
    words[i] = ptl_points_text(context, points, i, column);
    if (words[i] == NULL) status = PTL_ERR_MEMORY;
  }
  if (status == PTL_OK) status = ptl_factor_list(context, points->names[column], words, n, &factor);
  if (status == PTL_OK) status = ptl_design_add(context, design, &factor);
  if (status != PTL_OK) ptl_factor_release(context, &factor);
  for (int i = 0; i < n && words != NULL; i++) ptl_free(context, words[i]);
  ptl_free(context, words);
  return status;
}

ptl_status ptl_design_add_points(ptl_context *context, ptl_design *design, const char *path) {
  ptl_points points;
  ptl_status status = ptl_points_load(context, path, &points);
  if (status == PTL_OK && points.n_rows > MOST_POINTS)
    status = ptl_fail(context, PTL_ERR_INPUT, PTL_E(0803) "%s: error: more than %d points", path,
                      MOST_POINTS);
  for (int i = 0; i < points.n_columns && status == PTL_OK; i++)
    status = add_column(context, design, &points, i);
  ptl_points_release(context, &points);
  return status;
}

static ptl_status need_levels(ptl_context *context, const ptl_design *design) {
  for (int i = 0; i < design->n_factors; i++)
    if (design->factors[i].n_levels == 0)
      return ptl_fail(
          context, PTL_ERR_INPUT,
          PTL_E(0803) "the design %s needs values for %s: a list, or FIRST : LAST : NUMBER; '%s' is "
          "for the designs random, latin_hypercube, sobol and saltelli",
          ptl_design_name((int)design->kind), design->factors[i].path, design->factors[i].text);
  return PTL_OK;
}

static ptl_status count_grid(ptl_context *context, ptl_design *design) {
  design->count = 1;
  for (int i = 0; i < design->n_factors; i++) {
    if (design->count > MOST_POINTS / design->factors[i].n_levels)
      return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0803) "the grid has more than %d points",
                      MOST_POINTS);
    design->count *= design->factors[i].n_levels;
  }
  return PTL_OK;
}

static ptl_status count_points(ptl_context *context, ptl_design *design) {
  design->count = design->factors[0].n_levels;
  for (int i = 1; i < design->n_factors; i++)
    if (design->factors[i].n_levels != design->count)
      return ptl_fail(context, PTL_ERR_INPUT,
                      PTL_E(0803) "the design points: %s has %d values, %s %d",
                      design->factors[0].path, design->factors[0].n_levels, design->factors[i].path,
                      design->factors[i].n_levels);
  return PTL_OK;
}

/* A random order of the strata, by Fisher and Yates. */
static void shuffle_strata(uint64_t seed, int factor, uint32_t *strata, int64_t n) {
  for (int64_t i = 0; i < n; i++) strata[i] = (uint32_t)i;
  for (int64_t i = n - 1; i > 0; i--) {
    const double u = ptl_random_unit(seed, PTL_RANDOM_STRATUM, (uint32_t)factor, (uint64_t)i);
    const int64_t k = (int64_t)(u * (double)(i + 1));
    const uint32_t swapped = strata[i];
    strata[i] = strata[k];
    strata[k] = swapped;
  }
}

static ptl_status make_strata(ptl_context *context, ptl_design *design) {
  design->strata =
      ptl_alloc(context, (size_t)design->n * (size_t)design->n_factors, sizeof *design->strata);
  if (design->strata == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < design->n_factors; i++)
    shuffle_strata(design->seed, i, design->strata + (size_t)i * (size_t)design->n, design->n);
  return PTL_OK;
}

static ptl_status prepare_random(ptl_context *context, ptl_design *design) {
  const char *name = ptl_design_name((int)design->kind);
  const int block = design->kind == PTL_DESIGN_SALTELLI ? design->n_factors + 2 : 1;
  const int dimensions = design->kind == PTL_DESIGN_SALTELLI ? 2 * design->n_factors
                         : design->kind == PTL_DESIGN_SOBOL  ? design->n_factors
                                                             : 0;
  if (design->n < 1 || design->n > MOST_POINTS / block)
    return ptl_fail(
        context, PTL_ERR_INPUT,
        PTL_E(0803) "the design %s needs a number of points, from 1 to %d (points: 256)", name,
        MOST_POINTS / block);
  if (dimensions > PTL_SOBOL_DIMENSIONS)
    return ptl_fail(context, PTL_ERR_INPUT,
                    PTL_E(0803) "the design %s takes %d factors at most, not %d", name,
                    PTL_SOBOL_DIMENSIONS * design->n_factors / dimensions, design->n_factors);
  design->count = design->n * block;
  return design->kind == PTL_DESIGN_LATIN_HYPERCUBE ? make_strata(context, design) : PTL_OK;
}

static ptl_status count_levels(ptl_context *context, ptl_design *design) {
  if (design->n > 0)
    return ptl_fail(
        context, PTL_ERR_INPUT,
        PTL_E(0803) "the design %s takes no number of points: the values of its factors say it",
        ptl_design_name((int)design->kind));
  ptl_status status = need_levels(context, design);
  if (status != PTL_OK) return status;
  if (design->kind == PTL_DESIGN_GRID) return count_grid(context, design);
  if (design->kind == PTL_DESIGN_POINTS) return count_points(context, design);
  design->count = 1;
  for (int i = 0; i < design->n_factors; i++) design->count += design->factors[i].n_levels;
  return PTL_OK;
}

static ptl_status check_continuation(ptl_context *context, const ptl_design *design) {
  if (design->continuation == PTL_CONTINUE_NONE) return PTL_OK;
  const ptl_factor *last = &design->factors[design->n_factors - 1];
  if (design->kind != PTL_DESIGN_GRID || design->replicates > 1 || last->unit[0] == '\0')
    return ptl_fail(
        context, PTL_ERR_INPUT,
        PTL_E(0803) "a continuation needs a grid without replicates whose last factor has numbers");
  return PTL_OK;
}

int64_t ptl_design_block(const ptl_design *design) {
  const int64_t levels = design->factors[design->n_factors - 1].n_levels;
  if (design->continuation == PTL_CONTINUE_NONE) return 1;
  return design->continuation == PTL_CONTINUE_BOTH ? 2 * levels : levels;
}

/* The direction as a factor before the last one. */
static ptl_status add_direction(ptl_context *context, ptl_design *design) {
  char *const words[] = {"up", "down"};
  ptl_factor factor;
  if (design->continuation != PTL_CONTINUE_BOTH) return PTL_OK;
  if (design->n_factors > 1 && design->factors[design->n_factors - 2].is_direction) return PTL_OK;
  ptl_status status = ptl_factor_list(context, PTL_DIRECTION, words, 2, &factor);
  if (status == PTL_OK) status = ptl_design_add(context, design, &factor);
  if (status != PTL_OK) {
    ptl_factor_release(context, &factor);
    return status;
  }
  ptl_factor *last = &design->factors[design->n_factors - 1];
  const ptl_factor varied = last[-1];
  last[-1] = *last;
  last[-1].is_direction = 1;
  *last = varied;
  return PTL_OK;
}

/* Runs beside the points. There must be a number that can be moved. */
static ptl_status count_replicates(ptl_context *context, ptl_design *design) {
  int numbers = 0;
  if (design->replicates <= 1) return PTL_OK;
  for (int i = 0; i < design->n_factors; i++) numbers += design->factors[i].unit[0] != '\0';
  if (numbers == 0 || design->kind == PTL_DESIGN_SALTELLI ||
      design->kind == PTL_DESIGN_ONE_AT_A_TIME)
    return ptl_fail(context, PTL_ERR_INPUT,
                    PTL_E(0803) "replicates need a factor with numbers, and another design than saltelli and "
                    "one_at_a_time");
  if (!(design->perturbation >= 0 && design->perturbation < 1))
    return ptl_fail(context, PTL_ERR_INPUT,
                    PTL_E(0803) "the perturbation must be a number from 0 to 1");
  if (design->count > MOST_POINTS / design->replicates)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0803) "the study has more than %d runs",
                    MOST_POINTS);
  design->count *= design->replicates;
  return PTL_OK;
}

ptl_status ptl_design_prepare(ptl_context *context, ptl_design *design) {
  ptl_free(context, design->strata);
  design->strata = NULL;
  if (design->n_factors == 0)
    return ptl_fail(context, PTL_ERR_INPUT,
                    PTL_E(0803) "nothing is varied: a study needs a factor");
  const int is_random = design->kind >= PTL_DESIGN_RANDOM && design->kind <= PTL_DESIGN_SALTELLI;
  ptl_status status = add_direction(context, design);
  if (status == PTL_OK)
    status = is_random ? prepare_random(context, design) : count_levels(context, design);
  if (status == PTL_OK) status = check_continuation(context, design);
  return status == PTL_OK ? count_replicates(context, design) : status;
}

void ptl_design_release(ptl_context *context, ptl_design *design) {
  for (int i = 0; i < design->n_factors; i++) ptl_factor_release(context, &design->factors[i]);
  ptl_free(context, design->factors);
  ptl_free(context, design->strata);
  *design = (ptl_design){0};
}

/* ------------------------------------------------------------------ points */

/* Whether the last factor falls at this point. */
static int goes_down(const ptl_design *design, int64_t index) {
  const int64_t levels = design->factors[design->n_factors - 1].n_levels;
  return design->continuation == PTL_CONTINUE_DOWN ||
         (design->continuation == PTL_CONTINUE_BOTH && index / levels % 2 == 1);
}

static void grid_point(const ptl_design *design, int64_t index, ptl_factor_value *values) {
  const int down = goes_down(design, index);
  for (int i = design->n_factors - 1; i >= 0; i--) {
    const int n = design->factors[i].n_levels;
    int level = (int)(index % n);
    if (down && i == design->n_factors - 1) level = n - 1 - level;
    values[i] = ptl_factor_level(&design->factors[i], level);
    index /= n;
  }
}

static void single_point(const ptl_design *design, int64_t index, ptl_factor_value *values) {
  static const ptl_factor_value not_given = {NAN, NULL, 0};
  index--;
  for (int i = 0; i < design->n_factors; i++) {
    const int n = design->factors[i].n_levels;
    values[i] =
        index >= 0 && index < n ? ptl_factor_level(&design->factors[i], (int)index) : not_given;
    index -= n;
  }
}

static double sobol_coordinate(const ptl_design *design, int64_t index, int dimension) {
  uint32_t x = ptl_sobol((uint32_t)index, dimension);
  x ^= (uint32_t)ptl_random_bits(design->seed, PTL_RANDOM_SHIFT, (uint32_t)dimension, 0);
  return ((double)x + 0.5) * 0x1p-32;
}

/* Number in the block: 0 is A, n_factors + 1 is B, k between is A with factor k - 1 of B. */
static double saltelli_coordinate(const ptl_design *design, int64_t index, int factor) {
  const int d = design->n_factors, block = (int)(index % (d + 2));
  const int from_b = block == d + 1 || block == factor + 1;
  return sobol_coordinate(design, index / (d + 2), from_b ? d + factor : factor);
}

static double coordinate(const ptl_design *design, int64_t index, int factor) {
  switch (design->kind) {
    case PTL_DESIGN_SOBOL:
      return sobol_coordinate(design, index, factor);
    case PTL_DESIGN_SALTELLI:
      return saltelli_coordinate(design, index, factor);
    default:
      return ptl_random_unit(design->seed, PTL_RANDOM_POINT, (uint32_t)factor, (uint64_t)index);
  }
}

static void point(const ptl_design *design, int64_t index, ptl_factor_value *values) {
  if (design->kind == PTL_DESIGN_GRID) {
    grid_point(design, index, values);
    return;
  }
  if (design->kind == PTL_DESIGN_ONE_AT_A_TIME) {
    single_point(design, index, values);
    return;
  }
  for (int i = 0; i < design->n_factors; i++) {
    if (design->kind == PTL_DESIGN_POINTS) {
      values[i] = ptl_factor_level(&design->factors[i], (int)index);
      continue;
    }
    double u = coordinate(design, index, i);
    if (design->kind == PTL_DESIGN_LATIN_HYPERCUBE)
      u = (design->strata[(int64_t)i * design->n + index] + u) / (double)design->n;
    values[i] = ptl_factor_quantile(&design->factors[i], u);
  }
}

/* Moves the numbers of run `index`. A number of 0 stays, since nothing says by how much it may
 * move. */
static void perturb(const ptl_design *design, int64_t index, ptl_factor_value *values) {
  const double size = design->perturbation > 0 ? design->perturbation : PTL_PERTURBATION;
  for (int i = 0; i < design->n_factors; i++) {
    if (isnan(values[i].number)) continue;
    const double u = ptl_random_unit(design->seed, PTL_RANDOM_START, (uint32_t)i, (uint64_t)index);
    values[i].number *= 1 + size * ptl_normal_quantile(u);
    values[i].word = NULL;
  }
}

void ptl_design_point(const ptl_design *design, int64_t index, ptl_factor_value *values) {
  const int64_t replicates = design->replicates > 1 ? design->replicates : 1;
  point(design, index / replicates, values);
  if (index % replicates != 0) perturb(design, index, values);
}
