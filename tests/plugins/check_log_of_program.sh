#!/usr/bin/env bash
# The log of the plug-ins names the file of a program that was started by its name alone, from PATH.
# Usage: check_log_of_program.sh PROGRAM, which is idn_etherdream
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
printf 'plugins.log_file = "%s/log"\n' "$folder" >"$folder/venue.toml"
cd "$folder"
export IDN_VENUE=$folder/venue.toml PATH=${1%/*}:$PATH
coproc program { exec "${1##*/}" 127.0.0.1:7299 --address 127.0.0.1 --announce-to 127.0.0.1 --port 0; }
read -r -t 20 -u "${program[0]}" _ || true
kill "$program_PID"
wait "$program_PID" || true
grep -F "begins as $(realpath "$1")," log || { echo "the log does not name $1:"; cat log; exit 1; }
