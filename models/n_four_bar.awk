# Writes the model of a chain of N four-bars, a standard test of singular positions: all its links lie flat
# twice in every swing, where the motion could branch. N windows, 2N + 1 uniform links of 1 m and 1 kg.
#
#   awk -v N=40 -f n_four_bar.awk > n_four_bar.yaml
#
# It moves as one pendulum: with a the links' angle from the upright,
#   a'' = g ((N + 1)/2 + N)/((N + 1)/3 + N) sin a,   a = 0, a' = 1 rad/s at the start.

function revolute(name, a, b, xa, xb) {
  printf "  %s: {type: revolute, bodies: [%s, %s], at: [[%d, 0], [%d, 0]]}\n", name, a, b, xa, xb
}

BEGIN {
  if (N < 1) N = 2
  print "# A chain of four-bars. All its links lie flat four times in 20 s, where the motion could branch; it moves as"
  print "# one pendulum. For any number of windows: `awk -v N=40 -f models/n_four_bar.awk`"
  print "# Checked against: the pendulum a\047\047 = g ((N + 1)/2 + N)/((N + 1)/3 + N) sin a; for N = 40 a published run."
  print "pintle: 1"
  printf "title: Chain of four-bars, N = %d\n", N
  print "source: \"IFToMM TC for Multibody Dynamics, benchmark A02 (Gonzalez et al., 2006)\""
  print "gravity: [0, -9.81 m/s^2]"
  print "bodies:"
  for (i = 0; i <= N; i++)
    printf "  post%d: {mass: 1, inertia: 1/12, position: [%d, 0], angle: 90 deg, rate: -1, com: [0.5, 0]}\n", i, i
  for (i = 1; i <= N; i++)
    printf "  bar%d: {mass: 1, inertia: 1/12, position: [%d, 1], velocity: [1, 0], com: [0.5, 0]}\n", i, i - 1
  print "joints:"
  for (i = 0; i <= N; i++) revolute("foot" i, "ground", "post" i, i, 0)
  for (i = 1; i <= N; i++) {
    revolute("left" i, "post" (i - 1), "bar" i, 1, 0)
    revolute("right" i, "post" i, "bar" i, 1, 1)
  }
  print "run: {until: 20 s, every: 50 ms}"
  print "output: {columns: ['*.x', '*.y', '*.angle', energy.*], points: {B0: {body: post0, at: [1, 0]}}}"
}
