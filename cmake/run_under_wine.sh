#!/bin/sh
# Usage: run_under_wine.sh WINE PROGRAM [ARGUMENT...]
# What the program prints, and its exit code, as soon as it ends: the services that Wine starts beside the first
# program keep its output open until the last one has ended, and who reads a pipe would wait for them.
output=$(mktemp) || exit 125
trap 'rm -f "$output"' EXIT
"$@" <&0 >"$output" 2>&1 &
program=$!
tail -n +1 -s 0.05 -f --pid=$program "$output"
wait $program
