#!/usr/bin/env bash
# Follows docs/plugins.md and docs/plugins-jack.md in the clean root as their readers do; each command must be in these pages. Runs in
# a network namespace of its own, in which a receiver that counts lit samples is the projector (/tmp/receiver, built by inside.sh). The
# hosts are those of the tests: they use none of our code, but load the libraries by the file names that real hosts use.
set -euo pipefail
[ -n "${IDN_OWN_NETWORK:-}" ] || IDN_OWN_NETWORK=yes exec unshare --net "$0"
fail() { echo "FAILED: $*" >&2; exit 1; }
pages=(/usr/share/doc/idn-plugins/plugins.md /usr/share/doc/idn-jack/plugins-jack.md)
export HOME=/tmp/reader
mkdir -p "$HOME"
cd "$HOME"
ip link set lo up
log=$HOME/.local/state/idn/plugins.log
settings=$HOME/.config/idn/venue.toml
projector=

on_exit() { kill $(jobs -p) 2>/dev/null || true; }
trap on_exit EXIT
documented() { grep -qF -- "$1" "${pages[@]}" || fail "no page says: $1"; }
# Runs a command that a reader types.
follow() { documented "$1"; echo "\$ $1"; eval "$1"; }
says() { grep -qF -- "$2" "$1" || fail "no \"$2\" in $1: $(cat "$1")"; }
# Waits until a file contains a text, ten seconds at most.
await() { for _ in $(seq 100); do grep -qF -- "$2" "$1" 2>/dev/null && return; sleep 0.1; done; says "$1" "$2"; }
switch_on() { rm -f /tmp/received; /tmp/receiver >/tmp/received & projector=$!; await /tmp/received port; }
switch_off() { kill -INT "$projector"; wait "$projector" || true; projector=; }
# Checks that the projector received at least so many lit samples; 0: none.
lit() {
  switch_off
  local count
  count=$(sed -n 's/ lit samples//p' /tmp/received)
  echo "  $count lit samples"
  if [ "$1" -eq 0 ]; then [ "$count" -eq 0 ] || fail "it should have been dark"; return; fi
  [ "$count" -ge "$1" ] || fail "$1 were expected"
}
write_settings() { mkdir -p "${settings%/*}"; printf '%s\n' "$@" >"$settings"; }

gcc -std=c11 -D_GNU_SOURCE -I/check /check/plugins/helios_host.c -o /tmp/helios_host
g++ -std=c++20 -I/check /check/plugins/libera_host.cpp /check/plugins/libera_player.cpp -o /tmp/libera_player
g++ -std=c++20 /check/jack_source.cpp -o /tmp/jack_source -ljack

echo "--- plug-ins: nothing there"
code=0
follow idn_plugins >offers || code=$?
[ $code -eq 1 ] || fail "idn_plugins ended with $code"
says offers "No device"

echo "--- plug-ins: what is there"
switch_on
follow idn_plugins | tee offers
for kind in helios libera etherdream jack; do grep -q "^  $kind .*\"example\"" offers || fail "nothing for hosts of $kind"; done
! grep "not installed" offers || fail "something is not installed"

echo "--- Helios"
follow 'idn_plugins link ~/the/folder/of/the/host --for helios'
(cd ~/the/folder/of/the/host && python3 /check/plugins/helios_host.py ./libHeliosDacAPI.so poll 30 1000 30000)
lit 30000
says "$log" "as $HOME/the/folder/of/the/host/libHeliosDacAPI.so"
for name in libHeliosDACAPI.so libHeliosLaserDAC.so; do
  switch_on
  documented LD_LIBRARY_PATH
  LD_LIBRARY_PATH=~/the/folder/of/the/host /tmp/helios_host "$name" poll 30 1000 30000
  lit 30000
done
follow 'rm ~/the/folder/of/the/host/libHelios*'
! /tmp/helios_host ~/the/folder/of/the/host/libHeliosLaserDAC.so poll 1 1000 30000 2>/tmp/said || fail "it is still there"

echo "--- Libera"
switch_on
follow 'idn_plugins link --for libera'
idn_plugins | grep "as $HOME/.local/share/libera/plugins/libidn_libera.so" || fail "idn_plugins does not see it"
# As a host does: loads every library in the folder.
for plugin in "$HOME"/.local/share/libera/plugins/*; do /tmp/libera_player "$plugin" 30000 seconds 2; done
lit 30000

echo "--- Ether Dream"
switch_on
write_settings '[[projector]]' 'target = "127.0.0.1"' 'name = "Left"'
documented 'idn_etherdream Left --address 127.0.0.2 --announce-to 127.0.0.1'
idn_etherdream Left --address 127.0.0.2 --announce-to 127.0.0.1 >/tmp/bridge &
bridge=$!
await /tmp/bridge "an Ether Dream"
python3 /check/ether_dream.py 30000
kill -TERM $bridge
wait $bridge
cat /tmp/bridge
lit 30000

echo "--- JACK"
switch_on
# idn_jack first: the order does not matter.
follow 'idn_jack --openlase Left &' >/tmp/jack
client=$!
documented "no JACK server yet"
await /tmp/jack "no JACK server yet"
follow 'jackd -d dummy -r 30000 -p 300 &' >/tmp/jackd 2>&1
sound=$!
await /tmp/jack "JACK client idn: 30000 samples/s"
mkfifo /tmp/commands
/tmp/jack_source </tmp/commands >/tmp/source 2>&1 &
source=$!
exec 3>/tmp/commands
await /tmp/jack "connected to"
for line in "JACK client idn: 30000 samples/s" "Left: plays at"; do await /tmp/jack "$line"; documented "${line%%:*}"; done
sleep 2
kill -TERM $client
await /tmp/jack "xruns"
cat /tmp/jack
echo quit >&3
exec 3>&-
await_end() { for _ in $(seq 100); do kill -0 "$1" 2>/dev/null || return 0; sleep 0.1; done; fail "$2 does not end"; }
await_end $source jack_source
kill -TERM $sound
lit 30000

echo "--- PipeWire"
switch_on
export XDG_RUNTIME_DIR=/tmp/reader_run
mkdir -m 700 "$XDG_RUNTIME_DIR"
pipewire >/tmp/pipewire 2>&1 &
sound=$!
for _ in $(seq 100); do [ ! -S "$XDG_RUNTIME_DIR/pipewire-0" ] || break; sleep 0.1; done
wireplumber >/tmp/wireplumber 2>&1 &
manager=$!
documented 'pw-jack idn_jack --openlase Left'
pw-jack idn_jack --openlase Left >/tmp/pw_jack &
client=$!
await /tmp/pw_jack "JACK client idn: 48000 samples/s"
pw-jack /tmp/jack_source </tmp/commands >/tmp/source 2>&1 &
source=$!
exec 3>/tmp/commands
await /tmp/pw_jack "connected to libol"
sleep 2
kill -TERM $client
await /tmp/pw_jack "xruns"
cat /tmp/pw_jack
echo quit >&3
exec 3>&-
await_end $source jack_source
kill -TERM $sound
await_end $sound pipewire
await_end $manager wireplumber
lit 30000

echo "--- when nothing is found"
switch_on
follow 'idn_plugins link ~/the/folder/of/the/host --for helios' >/dev/null
host=~/the/folder/of/the/host/libHeliosLaserDAC.so
rm "$settings"
switch_off
! /tmp/helios_host "$host" poll 1 1000 30000 || fail "there is no projector"
documented "no projector answers"
says "$log" "no projector answers"
idn_server --name Left >/tmp/server &
server=$!
await /tmp/server listening
idn_sender pattern circle --target 127.0.0.1 >/tmp/sender &
sender=$!
await /tmp/server began
/tmp/helios_host "$host" poll 30 1000 30000
kill -INT $sender $server
wait $sender $server
documented '"muted"'
says "$log" ": muted"
switch_on
write_settings 'rat = 30000'
code=0
idn_plugins >offers 2>&1 || code=$?
cat offers
[ $code -eq 2 ] || fail "a mistake in the settings is not told"
! /tmp/helios_host "$host" poll 1 1000 30000 || fail "it plays in spite of the settings"
documented "no devices:"
says "$log" "no devices:"
documented "armed = false"
write_settings 'plugins.armed = false'
/tmp/helios_host "$host" poll 10 1000 30000
lit 0
says "$log" "armed = false"
rm "$settings"
echo "plug-ins: the pages are true"
