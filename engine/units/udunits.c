/* udunits.c: see udunits.h. The only file that knows UDUNITS-2. */
#include "udunits.h"

#include <pthread.h>
#include <string.h>
#include <udunits2.h>

/* UDUNITS keeps its parser's state in globals of its own. */
static pthread_mutex_t udunits_lock = PTHREAD_MUTEX_INITIALIZER;

static ut_status visit_basic(const ut_unit *unit, void *user) {
  static const char *const symbols[PTL_N_BASE] = {"m", "kg", "s", "A", "K", "mol", "cd"};
  ptl_unit *out = user;
  const char *symbol = ut_get_symbol(unit, UT_ASCII);
  if (symbol == NULL) return UT_VISIT_ERROR;
  if (strcmp(symbol, "rad") == 0) return UT_SUCCESS;
  for (int i = 0; i < PTL_N_BASE; i++) {
    if (strcmp(symbol, symbols[i]) != 0) continue;
    out->power[i] += 1;
    return UT_SUCCESS;
  }
  return UT_VISIT_ERROR;
}

static ut_status visit_product(const ut_unit *unit, int count, const ut_unit *const *basic,
                               const int *powers, void *user) {
  ptl_unit *out = user;
  (void)unit;
  for (int i = 0; i < count; i++) {
    ptl_unit one = {1, 1, 0, {0}};
    const ut_status status = visit_basic(basic[i], &one);
    if (status != UT_SUCCESS) return status;
    for (int k = 0; k < PTL_N_BASE; k++) out->power[k] += one.power[k] * powers[i];
  }
  return UT_SUCCESS;
}

static ut_status visit_galilean(const ut_unit *unit, double scale, const ut_unit *underlying,
                                double offset, void *user);

static ut_status visit_timestamp(const ut_unit *unit, const ut_unit *time, double origin,
                                 void *user) {
  (void)unit, (void)time, (void)origin, (void)user;
  return UT_VISIT_ERROR;
}
static ut_status visit_logarithmic(const ut_unit *unit, double base, const ut_unit *reference,
                                   void *user) {
  (void)unit, (void)base, (void)reference, (void)user;
  return UT_VISIT_ERROR;
}

static const ut_visitor visitor = {visit_basic, visit_product, visit_galilean, visit_timestamp,
                                   visit_logarithmic};

/* UDUNITS' scale and offset: si = scale (x + offset) of the underlying unit. */
static ut_status visit_galilean(const ut_unit *unit, double scale, const ut_unit *underlying,
                                double offset, void *user) {
  ptl_unit *out = user;
  (void)unit;
  out->mul *= scale;
  out->offset += scale * offset;
  return ut_accept_visitor(underlying, &visitor, user);
}

static void close_udunits(ptl_context *context, void *system) {
  (void)context;
  pthread_mutex_lock(&udunits_lock);
  ut_free_system(system);
  pthread_mutex_unlock(&udunits_lock);
}

int ptl_udunits_find(ptl_context *context, const char *name, ptl_unit *out) {
  ut_unit *unit = NULL;
  int found = 0;
  pthread_mutex_lock(&udunits_lock);
  ut_set_error_message_handler(ut_ignore);
  ptl_context_slot *slot = &context->slots[PTL_SLOT_UDUNITS];
  if (slot->data == NULL) *slot = (ptl_context_slot){ut_read_xml(NULL), close_udunits};
  if (slot->data != NULL) unit = ut_parse(slot->data, name, UT_UTF8);
  if (unit != NULL) {
    *out = (ptl_unit){1, 1, 0, {0}};
    found = ut_accept_visitor(unit, &visitor, out) == UT_SUCCESS;
    ut_free(unit);
  }
  pthread_mutex_unlock(&udunits_lock);
  return found;
}
