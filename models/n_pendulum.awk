# Writes the model of a chain of N uniform rods of 1 m in all, hung at one end and let go at 45 degrees.
#
#   awk -v N=5 -f n_pendulum.awk > n_pendulum.yaml

BEGIN {
  if (N < 1) N = 5
  if (angle == "") angle = -45
  print "# A hanging chain of uniform rods, let go from the side: chaotic when it swings far."
  print "# For any number of rods: `awk -v N=20 -f models/n_pendulum.awk`"
  print "# Checked against: the equations of motion in the rods\047 angles, integrated on their own."
  print "pintle: 1"
  printf "title: Chain pendulum of %d rods\n", N
  print "source: elementary"
  print "parameters:"
  printf "  link: 1/%d * 1 m\n", N
  printf "  mass: 1/%d * 1 kg\n", N
  printf "  start: %s deg # of every rod, from the horizontal\n", angle
  print "gravity: [0, -9.81 m/s^2]"
  print "bodies:"
  for (i = 1; i <= N; i++)
    printf "  rod%d: {mass: mass, inertia: mass*link^2/12, position: [%d*link*cos(start), %d*link*sin(start)], angle: start, com: [link/2, 0]}\n", i, i - 1, i - 1
  print "joints:"
  for (i = 1; i <= N; i++)
    printf "  pin%d: {type: revolute, bodies: [%s, rod%d]}\n", i, i == 1 ? "ground" : "rod" (i - 1), i
  print "run: {until: 10 s, every: 10 ms, rtol: 1e-8}"
  printf "output: {points: {tip: {body: rod%d, at: [link, 0]}}}\n", N
}
