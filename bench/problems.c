/* problems.c: the list. */
#include <math.h>
#include <string.h>

#include "bench.h"

#define SCOTCH_YOKE(law)                                                                        \
  {                                                                                             \
    .name = "scotch yoke, " law, .error_of = "largest peak force, relative", .rtol = 1e-7,      \
    .variant = law, .build = ptl_bench_build_scotch_yoke, .error = ptl_bench_scotch_yoke_error, \
    .baseline = ptl_bench_scotch_yoke_by_hand                                                   \
  }
#define FOUR_BARS(n)                                                                   \
  {                                                                                    \
    .name = "four-bars, N = " #n, .error_of = "point B0 [m]", .rtol = 1e-5, .size = n, \
    .every = 0.05, .columns = {"B0.x", "B0.y"}, .build = ptl_bench_build_four_bars,    \
    .error = ptl_bench_four_bars_error                                                 \
  }
#define CHAIN(n)                                                                           \
  {                                                                                        \
    .name = "pendulum chain, N = " #n, .error_of = "tip [m]", .rtol = 1e-6, .size = n,     \
    .every = 0.1, .columns = {"tip.x", "tip.y"}, .build = ptl_bench_build_chain,           \
    .error = ptl_bench_chain_error, .baseline = (n) <= 40 ? ptl_bench_chain_by_hand : NULL \
  }
/* Without a reference. */
#define SIZED(kind, n, made_by, tolerance, what)                                                 \
  {                                                                                              \
    .name = kind ", N = " #n, .error_of = "none", .rtol = tolerance, .size = n, .variant = what, \
    .build = made_by, .error = ptl_bench_no_error                                                \
  }
#define ROUGH_CHAIN(n) SIZED("chain with friction", n, ptl_bench_build_chain, 1e-6, "friction")
#define ROUGH_BARS(n) \
  SIZED("four-bars with friction", n, ptl_bench_build_four_bars, 1e-5, "friction")
#define PLAY(n) SIZED("chain with play", n, ptl_bench_build_play, 1e-6, "play")
#define WRIST(title, which)                                                            \
  {                                                                                    \
    .name = "slider-crank, " title,                                                    \
    .error_of = "slider velocity, relative to its largest (program by hand at 1e-13)", \
    .rtol = 1e-7, .variant = which, .every = 1e-5, .columns = {"slider.vx"},           \
    .build = ptl_bench_build_wrist, .error = ptl_bench_by_hand_error,                  \
    .baseline = ptl_bench_wrist_by_hand                                                \
  }

const ptl_bench_problem ptl_bench_problems[] = {
    SCOTCH_YOKE("johnson"),
    SCOTCH_YOKE("lankarani"),
    SCOTCH_YOKE("radzimovsky"),
    SCOTCH_YOKE("goldsmith"),
    SCOTCH_YOKE("esdu"),
    {.name = "slider-crank, Hunt-Crossley",
     .error_of = "slider velocity, relative to its largest",
     .rtol = 1e-8,
     .variant = "hunt_crossley",
     .every = 1e-5,
     .columns = {"slider.vx"},
     .build = ptl_bench_build_slider_crank,
     .error = ptl_bench_slider_crank_error,
     .baseline = ptl_bench_slider_crank_by_hand},
    {.name = "slider-crank, Lankarani-Nikravesh",
     .error_of = "touch speed of the first 8 impacts, relative",
     .rtol = 1e-8,
     .variant = "lankarani_nikravesh",
     .build = ptl_bench_build_slider_crank,
     .error = ptl_bench_impacts_error,
     .baseline = ptl_bench_slider_crank_by_hand},
    {.name = "slider-crank, ideal",
     .error_of = "slider position [m]",
     .rtol = 1e-7,
     .variant = "slider_crank_ideal",
     .every = 1e-4,
     .columns = {"slider.x", "crank.angle"},
     .build = ptl_bench_build_file,
     .error = ptl_bench_ideal_error},
    {.name = "pendulum",
     .error_of = "angle over 10 s [rad]",
     .rtol = 1e-7,
     .variant = "pendulum",
     .every = 0.1,
     .columns = {"rod.angle"},
     .build = ptl_bench_build_file,
     .error = ptl_bench_pendulum_error},
    {.name = "Andrews' squeezer",
     .error_of = "angles at 0.03 s [rad]",
     .rtol = 1e-7,
     .every = 0.03,
     .columns = {"k1.angle", "k2.angle", "k3.angle", "k4.angle", "k5.angle", "k6.angle",
                 "k7.angle"},
     .build = ptl_bench_build_andrews,
     .error = ptl_bench_andrews_error},
    FOUR_BARS(2),
    FOUR_BARS(10),
    FOUR_BARS(40),
    FOUR_BARS(160),
    FOUR_BARS(640),
    FOUR_BARS(2560),
    CHAIN(10),
    CHAIN(40),
    CHAIN(160),
    CHAIN(640),
    WRIST("rough wrist with clearance", "rough"),
    {.name = "slider-crank, free, rough joints",
     .error_of = "rate of the crank, relative to its largest (program by hand at 1e-13)",
     .rtol = 1e-7,
     .every = 1e-3,
     .columns = {"crank.omega"},
     .build = ptl_bench_build_rough_crank,
     .error = ptl_bench_by_hand_error,
     .baseline = ptl_bench_rough_crank_by_hand},
    WRIST("bushing 1e7 N/m", "soft"),
    WRIST("bushing 1e8 N/m, damped", "damped"),
    WRIST("lubricated wrist", "film"),
    ROUGH_CHAIN(10),
    ROUGH_CHAIN(40),
    ROUGH_CHAIN(160),
    ROUGH_CHAIN(640),
    ROUGH_CHAIN(2560),
    ROUGH_BARS(10),
    ROUGH_BARS(40),
    ROUGH_BARS(160),
    ROUGH_BARS(640),
    ROUGH_BARS(2560),
    PLAY(1),
    PLAY(4),
    PLAY(16),
    PLAY(64),
    PLAY(256),
};
const int ptl_bench_n_problems = sizeof ptl_bench_problems / sizeof *ptl_bench_problems;

const ptl_bench_problem *ptl_bench_find(const char *name) {
  for (int i = 0; i < ptl_bench_n_problems; i++)
    if (strcmp(ptl_bench_problems[i].name, name) == 0) return &ptl_bench_problems[i];
  ptl_bench_fail("no problem is called '%s'", name);
}

double ptl_bench_no_error(const ptl_bench_problem *problem, const ptl_bench_record *record) {
  (void)problem, (void)record;
  return NAN;
}
