#!/bin/sh
# Usage: run_under_wine.sh WINE PROGRAM [ARGUMENT...]
# Runs a program with its output and exit code, and ends as soon as the program does: the services that Wine starts
# with the first program keep its output open until the last program has ended, and the reader of a pipe would wait.
output=$(mktemp) || exit 125
trap 'rm -f "$output"' EXIT
"$@" <&0 >"$output" 2>&1 &
program=$!
tail -n +1 -s 0.05 -f --pid=$program "$output"
wait $program
