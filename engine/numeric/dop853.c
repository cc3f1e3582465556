/* dop853.c: coefficients of Dormand and Prince, and what is done with them. */
#include "dop853.h"

#include <math.h>
#include <string.h>

typedef struct weight { /* of an earlier stage */
  int stage;
  double value;
} weight;

enum { MOST_WEIGHTS = 12 };

/* Stages 1 to 12, then the three of the dense output; a list ends with a weight of zero. */
static const weight weights[PTL_DOP853_STAGES][MOST_WEIGHTS + 1] = {
    {{0, 0.0}},
    {{0, 0.05260015195876773}},
    {{0, 0.0197250569845379}, {1, 0.0591751709536137}},
    {{0, 0.02958758547680685}, {2, 0.08876275643042054}},
    {{0, 0.2413651341592667}, {2, -0.8845494793282861}, {3, 0.924834003261792}},
    {{0, 0.037037037037037035}, {3, 0.17082860872947386}, {4, 0.12546768756682242}},
    {{0, 0.037109375}, {3, 0.17025221101954405}, {4, 0.06021653898045596}, {5, -0.017578125}},
    {{0, 0.03709200011850479},
     {3, 0.17038392571223998},
     {4, 0.10726203044637328},
     {5, -0.015319437748624402},
     {6, 0.008273789163814023}},
    {{0, 0.6241109587160757},
     {3, -3.3608926294469414},
     {4, -0.868219346841726},
     {5, 27.59209969944671},
     {6, 20.154067550477894},
     {7, -43.48988418106996}},
    {{0, 0.47766253643826434},
     {3, -2.4881146199716677},
     {4, -0.590290826836843},
     {5, 21.230051448181193},
     {6, 15.279233632882423},
     {7, -33.28821096898486},
     {8, -0.020331201708508627}},
    {{0, -0.9371424300859873},
     {3, 5.186372428844064},
     {4, 1.0914373489967295},
     {5, -8.149787010746927},
     {6, -18.52006565999696},
     {7, 22.739487099350505},
     {8, 2.4936055526796523},
     {9, -3.0467644718982196}},
    {{0, 2.273310147516538},
     {3, -10.53449546673725},
     {4, -2.0008720582248625},
     {5, -17.9589318631188},
     {6, 27.94888452941996},
     {7, -2.8589982771350235},
     {8, -8.87285693353063},
     {9, 12.360567175794303},
     {10, 0.6433927460157636}},
    {{0, 0.054293734116568765},
     {5, 4.450312892752409},
     {6, 1.8915178993145003},
     {7, -5.801203960010585},
     {8, 0.3111643669578199},
     {9, -0.1521609496625161},
     {10, 0.20136540080403034},
     {11, 0.04471061572777259}},
    {{0, 0.056167502283047954},
     {6, 0.25350021021662483},
     {7, -0.2462390374708025},
     {8, -0.12419142326381637},
     {9, 0.15329179827876568},
     {10, 0.00820105229563469},
     {11, 0.007567897660545699},
     {12, -0.008298}},
    {{0, 0.03183464816350214},
     {5, 0.028300909672366776},
     {6, 0.053541988307438566},
     {7, -0.05492374857139099},
     {10, -0.00010834732869724932},
     {11, 0.0003825710908356584},
     {12, -0.00034046500868740456},
     {13, 0.1413124436746325}},
    {{0, -0.42889630158379194},
     {5, -4.697621415361164},
     {6, 7.683421196062599},
     {7, 4.06898981839711},
     {8, 0.3567271874552811},
     {12, -0.0013990241651590145},
     {13, 2.9475147891527724},
     {14, -9.15095847217987}},
};
/* Error estimates: of order 5, and of order 3 as the end less these. */
static const weight error_5[MOST_WEIGHTS + 1] = {
    {0, 0.01312004499419488},  {5, -1.2251564463762044},   {6, -0.4957589496572502},
    {7, 1.6643771824549864},   {8, -0.35032884874997366},  {9, 0.3341791187130175},
    {10, 0.08192320648511571}, {11, -0.022355307863886294}};
static const weight end_3[MOST_WEIGHTS + 1] = {
    {0, 0.2440944881889764}, {8, 0.7338466882816118}, {11, 0.022058823529411766}};
/* The last four terms of the dense output. */
static const weight dense[4][MOST_WEIGHTS + 1] = {
    {{0, -8.428938276109013},
     {5, 0.5667149535193777},
     {6, -3.0689499459498917},
     {7, 2.38466765651207},
     {8, 2.117034582445028},
     {9, -0.871391583777973},
     {10, 2.2404374302607883},
     {11, 0.6315787787694688},
     {12, -0.08899033645133331},
     {13, 18.148505520854727},
     {14, -9.194632392478356},
     {15, -4.436036387594894}},
    {{0, 10.427508642579134},
     {5, 242.28349177525817},
     {6, 165.20045171727028},
     {7, -374.5467547226902},
     {8, -22.113666853125306},
     {9, 7.733432668472264},
     {10, -30.674084731089398},
     {11, -9.332130526430229},
     {12, 15.697238121770845},
     {13, -31.139403219565178},
     {14, -9.35292435884448},
     {15, 35.81684148639408}},
    {{0, 19.985053242002433},
     {5, -387.0373087493518},
     {6, -189.17813819516758},
     {7, 527.8081592054236},
     {8, -11.57390253995963},
     {9, 6.8812326946963},
     {10, -1.0006050966910838},
     {11, 0.7777137798053443},
     {12, -2.778205752353508},
     {13, -60.19669523126412},
     {14, 84.32040550667716},
     {15, 11.99229113618279}},
    {{0, -25.69393346270375},
     {5, -154.18974869023643},
     {6, -231.5293791760455},
     {7, 357.6391179106141},
     {8, 93.40532418362432},
     {9, -37.45832313645163},
     {10, 104.0996495089623},
     {11, 29.8402934266605},
     {12, -43.53345659001114},
     {13, 96.32455395918828},
     {14, -39.17726167561544},
     {15, -149.72683625798564}},
};

static const double huge = 1e200;
enum { BLOCK = 8 };      /* unknowns that are summed up together */
enum { FIRST_USED = 5 }; /* the stages between the first and this one only serve others */

void ptl_dop853_destroy(ptl_dop853 *rk) {
  if (rk == NULL) return;
  ptl_free(rk->context, rk->block);
  ptl_free(rk->context, rk);
}

ptl_status ptl_dop853_create(ptl_context *context, int n, int m, ptl_rates rates, void *user,
                             ptl_dop853 **out) {
  *out = NULL;
  ptl_dop853 *rk = ptl_alloc(context, 1, sizeof *rk);
  if (rk == NULL) return PTL_ERR_MEMORY;
  size_t all = (size_t)(n + m + BLOCK - 1) / BLOCK * BLOCK; /* room for whole blocks */
  *rk = (ptl_dop853){.context = context, .n = n, .m = m, .rates = rates, .user = user};
  rk->block = ptl_alloc(context, all * (PTL_DOP853_STAGES + PTL_DOP853_TERMS + 5), sizeof(double));
  if (rk->block == NULL) {
    ptl_free(context, rk);
    return PTL_ERR_MEMORY;
  }
  double *next = rk->block;
  for (int i = 0; i < PTL_DOP853_STAGES; i++, next += all) rk->k[i] = next;
  for (int i = 0; i < PTL_DOP853_TERMS; i++, next += all) rk->terms[i] = next;
  rk->x0 = next;
  rk->x1 = next + all;
  rk->stage = next + 2 * all;
  rk->error = next + 3 * all;
  rk->end_error = next + 4 * all;
  *out = rk;
  return PTL_OK;
}

/* out = base, if there is one, + h times the weighted sum of the stages. A block of unknowns stays in
 * registers. */
static void combine(const ptl_dop853 *rk, const weight *w, int n, const double *base, double *out) {
  for (int from = 0; from < n; from += BLOCK) {
    double sum[BLOCK] = {0.0};
    for (int i = 0; base != NULL && i < BLOCK; i++) sum[i] = base[from + i];
    for (const weight *next = w; next->value != 0.0; next++) {
      const double *k = rk->k[next->stage] + from;
      double value = rk->h * next->value;
      for (int i = 0; i < BLOCK; i++) sum[i] += value * k[i];
    }
    for (int i = 0; i < BLOCK; i++) out[from + i] = sum[i];
  }
}

static int evaluate(ptl_dop853 *rk, int stage) {
  combine(rk, weights[stage], rk->n, rk->x0, rk->stage);
  return rk->rates(rk->user, rk->stage, stage >= FIRST_USED, rk->k[stage]);
}

int ptl_dop853_attempt(ptl_dop853 *rk, double h) {
  rk->h = h;
  rk->dense = 0;
  for (int i = 1; i < PTL_DOP853_END; i++)
    if (evaluate(rk, i)) return 1;
  memset(rk->x0 + rk->n, 0, sizeof(double) * (size_t)rk->m); /* the sums begin at zero */
  combine(rk, weights[PTL_DOP853_END], rk->n + rk->m, rk->x0, rk->x1);
  combine(rk, error_5, rk->n + rk->m, NULL, rk->error);
  combine(rk, end_3, rk->n + rk->m, rk->x0, rk->end_error);
  for (int i = 0; i < rk->n + rk->m; i++) rk->end_error[i] = rk->x1[i] - rk->end_error[i];
  return 0;
}

/* Hairer's combination of both estimates, of order 7 in all. */
double ptl_dop853_error(const ptl_dop853 *rk, int tested, const double *tolerance) {
  double fifth = 0.0, third = 0.0;
  for (int i = 0; i < tested; i++) {
    double scale = 1.0 / tolerance[i];
    double e5 = rk->error[i] * scale, e3 = rk->end_error[i] * scale;
    fifth += e5 * e5;
    third += e3 * e3;
  }
  double below = fifth + 0.01 * third;
  if (!(below < huge)) return INFINITY; /* its product with the rest would not be a number */
  return below > 0.0 ? fifth / sqrt(below * tested) : below;
}

/* Both states stand at the end of the step: the last stage's and x1. */
double ptl_dop853_stiffness(const ptl_dop853 *rk, int tested, const double *tolerance) {
  double apart = 0.0, faster = 0.0;
  for (int i = 0; i < tested; i++) {
    double scale = 1.0 / tolerance[i];
    double x = (rk->x1[i] - rk->stage[i]) * scale;
    double v = (rk->k[PTL_DOP853_END][i] - rk->k[PTL_DOP853_END - 1][i]) * scale;
    apart += x * x;
    faster += v * v;
  }
  return apart > 0.0 ? fabs(rk->h) * sqrt(faster / apart) : 0.0;
}

void ptl_dop853_prepare(ptl_dop853 *rk) {
  int all = rk->n + rk->m, refused = 0;
  double h = rk->h, *const *c = rk->terms;
  if (rk->dense) return;
  rk->dense = 1;
  for (int i = PTL_DOP853_END + 1; i < PTL_DOP853_STAGES && !refused; i++)
    refused = evaluate(rk, i);
  for (int i = 0; i < all; i++) {
    double change = rk->x1[i] - rk->x0[i], excess = h * rk->k[0][i] - change;
    c[0][i] = rk->x0[i];
    c[1][i] = change;
    c[2][i] = excess;
    c[3][i] = change - h * rk->k[PTL_DOP853_END][i] - excess;
  }
  for (int j = 0; j < 4; j++) {
    combine(rk, dense[j], all, NULL, c[4 + j]);
    if (refused) memset(c[4 + j], 0, sizeof(double) * (size_t)all);
  }
}

/* x0 + theta (c1 + (1 - theta) (c2 + theta (c3 + (1 - theta) (...)))) */
void ptl_dop853_dense(const ptl_dop853 *rk, double theta, int from, int to, double *out) {
  double *const *c = rk->terms, rest = 1.0 - theta;
  for (int i = from; i < to; i++)
    out[i - from] =
        c[0][i] +
        theta *
            (c[1][i] +
             rest * (c[2][i] +
                     theta * (c[3][i] +
                              rest * (c[4][i] +
                                      theta * (c[5][i] + rest * (c[6][i] + theta * c[7][i]))))));
}

double ptl_dop853_dense_one(const ptl_dop853 *rk, double theta, int unknown, double *slope) {
  double value = 0.0, derivative = 0.0;
  for (int j = PTL_DOP853_TERMS - 1; j >= 1; j--) {
    double factor = j % 2 == 0 ? 1.0 - theta : theta, turn = j % 2 == 0 ? -1.0 : 1.0;
    value += rk->terms[j][unknown];
    derivative = derivative * factor + turn * value;
    value *= factor;
  }
  *slope = derivative;
  return rk->terms[0][unknown] + value;
}
