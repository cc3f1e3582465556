#!/usr/bin/env bash
# The real window on a display of its own (Xvfb), driven by xdotool: title, keys, mouse, size, end.
#   test_viewer_window.sh PROGRAM MODELS
set -euo pipefail
program=$1
models=$2
for tool in Xvfb xdotool ffmpeg; do
  command -v "$tool" >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
work=$(mktemp -d)
viewer= server=
cleanup() {
  [[ -z $viewer ]] || kill "$viewer" 2>/dev/null || true
  [[ -z $server ]] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

fail() {
  echo "$*"
  cat "$work/log" 2>/dev/null || true
  exit 1
}

# wait_until COMMAND...: up to half a minute, since the machine may be busy
wait_until() {
  for _ in $(seq 300); do
    "$@" >/dev/null 2>&1 && return 0
    sleep 0.1
  done
  return 1
}

# Without a display it says so and ends; SDL alone would take a driver that shows nothing, and run for ever.
status=0
env -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER timeout 30 "$program" view "$models/scotch_yoke.yaml" \
  >"$work/log" 2>&1 || status=$?
((status == 2)) || fail "without a display the exit status is $status"
grep -q 'there is no display' "$work/log" || fail "nothing is said of the display that is missing"

Xvfb -displayfd 3 -noreset -screen 0 1400x900x24 3>"$work/display" >/dev/null 2>&1 &
server=$!
wait_until test -s "$work/display" || fail "Xvfb does not start"
DISPLAY=:$(<"$work/display")
export DISPLAY
unset WAYLAND_DISPLAY SDL_VIDEODRIVER

cp "$models/scotch_yoke.yaml" "$work/model.yaml"
if "$program" view "$work/model.yaml" --lens shaft --measure 1 >"$work/log" 2>&1; then
  fail "a lens opens on a joint without play"
fi
grep -q "there is no joint 'shaft' with clearance" "$work/log" || fail "nothing is said of the lens"
"$program" view "$work/model.yaml" --lens slot --measure 3 >"$work/log" 2>&1 || fail "no lens"
grep -q '^3 frames of .* ms of processor time each' "$work/log" || fail "nothing is measured"

# The size of a point is that of the desktop: twice as large at 192 dpi.
if command -v xrdb >/dev/null; then
  echo 'Xft.dpi: 192' | xrdb -merge
  "$program" view "$work/model.yaml" --size 600x400 --measure 1 >"$work/log" 2>&1 || fail "no window at 192 dpi"
  grep -q '^1 frames of 1200 x 800' "$work/log" || fail "the desktop's scale is not taken"
  echo 'Xft.dpi: 96' | xrdb -merge
fi

# A clipboard that keeps what it is given; pictures go into the present folder.
mkdir "$work/bin"
cat >"$work/bin/xclip" <<EOF
#!/bin/sh
cat >"$work/clip.part" && echo "\$*" >"$work/clip.words" && mv "$work/clip.part" "$work/clip.png"
EOF
chmod +x "$work/bin/xclip"
PATH="$work/bin:$PATH"
cd "$work"

window() { xdotool search --onlyvisible --name '^Pintle' | head -n 1; }
has_title() { [[ $(xdotool getwindowname "$(window)") == "$1"* ]]; }
start() {
  "$program" view "$work/model.yaml" --size 1200x800 >"$work/log" 2>&1 &
  viewer=$!
  wait_until has_title "Pintle: Scotch yoke" && return 0
  kill "$viewer" 2>/dev/null || true
  wait "$viewer" 2>/dev/null || true
  return 1
}
# A busy X server without a window manager may lose the first window's map: once more, then.
start || start || fail "no window with the model's title"
id=$(window)
xdotool windowfocus "$id" 2>/dev/null || true

# look [X,Y,W,H]: the screen, or a part of it, as a checksum
look() {
  local part=${1:-0,0,1400,900}
  IFS=, read -r x y w h <<<"$part"
  ffmpeg -loglevel error -f x11grab -video_size 1400x900 -draw_mouse 0 -i "$DISPLAY" -frames:v 1 \
    -vf "crop=$w:$h:$x:$y" -f rawvideo -pix_fmt gray - | md5sum
}
brightness() { # mean of the screen where the window is, 0 ... 255
  ffmpeg -loglevel error -f x11grab -video_size 1000x500 -draw_mouse 0 -i "$DISPLAY+200,150" \
    -frames:v 1 -vf scale=1:1 -f rawvideo -pix_fmt gray - | od -An -tu1 | tr -d ' '
}

# changes WHAT COMMAND...: the picture is another one after the command
changes() {
  local what=$1 before
  shift
  before=$(look)
  "$@"
  differs() { [[ $(look) != "$before" ]]; }
  wait_until differs || fail "$what changes nothing"
}

before=$(look)
moves() { [[ $(look) != "$before" ]]; }
wait_until moves || fail "the mechanism does not move"
xdotool key space
stands() {
  before=$(look)
  sleep 0.3
  [[ $(look) == "$before" ]]
}
wait_until stands || fail "the space bar does not stop it"

xdotool key e
is_copied() { cmp "$work/clip.png" "$work/model-1.png"; }
wait_until is_copied || fail "the picture is not on the clipboard"
[[ $(<"$work/clip.words") == "-selection clipboard -t image/png" ]] || fail "the clipboard is not told of a picture"

changes "the key for the next touch" xdotool key period
changes "the key for the lens" xdotool key l
changes "the help" xdotool key question
changes "closing the help" xdotool key Escape
eval "$(xdotool getwindowgeometry --shell "$id" | grep -E '^(X|Y)=')"
changes "the scrub bar" xdotool mousemove $((X + 900)) $((Y + 752)) click 1
changes "the wheel" xdotool mousemove $((X + 300)) $((Y + 200)) click 4
changes "a slider" xdotool mousemove $((X + 1150)) $((Y + 116)) click 1
light=$(brightness)
changes "the dark theme" xdotool key d
is_dark() { (($(brightness) + 60 < light)); }
wait_until is_dark || fail "dark is not dark"
changes "the size" xdotool windowsize "$id" 900 600

sed -i 's/^title:.*/title: Changed on disk/' "$work/model.yaml"
wait_until has_title "Pintle: Changed on disk" || fail "the model is not read again when it changes"

xdotool key q
for _ in $(seq 100); do
  kill -0 "$viewer" 2>/dev/null || break
  sleep 0.1
done
status=0
wait "$viewer" || status=$?
viewer=
((status == 0)) || fail "the viewer ends with status $status"
echo "the window works"
