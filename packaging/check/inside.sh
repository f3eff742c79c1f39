#!/usr/bin/env bash
# Runs in the clean root that run.sh makes.
set -euo pipefail
fail() { echo "FAILED: $*" >&2; exit 1; }

# Else minimal images install no man pages.
rm -f /etc/dpkg/dpkg.cfg.d/*docker*
apt-get update -qq
apt-get install -y -qq --no-install-recommends apt-utils >/dev/null 2>&1  # without it each of the next installations prints a warning
apt-get install -y -qq --no-install-recommends man-db bash-completion g++ pkg-config systemd \
  iproute2 python3 jackd2 libjack-jackd2-dev pipewire pipewire-jack wireplumber >/dev/null
files() { find / -xdev \( -path /proc -o -path /dev -o -path /run -o -path /packages -o -path /check -o -path /tmp -o -path /var/lib/dpkg \
  -o -path /var/lib/apt -o -path /var/cache -o -path /var/log -o -path /etc/alternatives \) -prune -o -print | sort; }
accounts() { cut -d: -f1 /etc/passwd /etc/group | sort; }
# Dependencies are installed first, so that they do not count as files that the packages leave behind.
apt-get install -y -qq --no-install-recommends $(
  apt-get install -s --no-install-recommends /packages/*.deb | awk '/^Inst/ { print $2 }' | grep -vE '^(libidn(\+\+|1)|idn-|python3-idn)') >/dev/null
files >/tmp/files_before
accounts >/tmp/accounts_before

echo "--- C without C++"
apt-get install -y -qq --no-install-recommends /packages/libidn1_*.deb /packages/libidn1-dev_*.deb >/dev/null
! dpkg -s libidn++-dev >/dev/null 2>&1 || fail "the C package brings the C++ package"
[ "$(pkg-config --cflags --libs idn | tr -d ' ')" = -lidn ] || fail "pkg-config idn: $(pkg-config --cflags --libs idn)"
gcc -std=c11 /check/consumer.c -o /tmp/c_only $(pkg-config --cflags --libs idn) -lm
/tmp/c_only
apt-get purge -y -qq libidn1 libidn1-dev >/dev/null

echo "--- install"
apt-get install -y -qq --no-install-recommends /packages/*.deb >/dev/null
dpkg -l | awk '$2 ~ /^(libidn(\+\+|1)|idn-|python3-idn)/ { print $1, $2, $3 }'
for program in idn_sender idn_server idn_parser idn_latency idn_etherdream idn_viewer idn_plugins idn_jack; do $program --version | head -1; done

echo "--- man pages"
for page in idn_sender idn_server idn_server-relay idn_parser idn_latency idn_etherdream idn_viewer idn_plugins idn_jack; do
  MANPAGER=cat MANWIDTH=100 man "$page" >/tmp/page 2>/tmp/complaints || fail "man $page"
  [ ! -s /tmp/complaints ] || fail "man $page says: $(cat /tmp/complaints)"
  sed -n '/^NAME/{n;p}' /tmp/page
  [ "$(wc -l </tmp/page)" -gt 60 ] || fail "man $page is short"
  # Each option of --help, without its line breaks.
  ${page/-/ } --help | grep -oE '^  (-[a-z],)?--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort -u >/tmp/options
  while read -r option; do grep -q -e "$option" /tmp/page || fail "man $page lacks $option"; done </tmp/options
done
whatis idn_sender

echo "--- completion"
completed() {
  bash -c '. /usr/share/bash-completion/bash_completion; . "/usr/share/bash-completion/completions/$1"; complete -p "$1" >/dev/null
    compopt() { :; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); "_$1"; echo "${COMPREPLY[*]}"' bash "$@"
}
expect() { local wanted=$1; shift; local got; got=$(completed "$@"); echo "$* -> $got"; [ "$got" = "$wanted" ] || fail "wanted: $wanted"; }
expect "play pattern ponk" idn_sender p
expect "circle" idn_sender pattern cir
expect "--latency" idn_sender play --la
expect "sleep hybrid spin auto" idn_sender play --wait ""
expect "relay" idn_server re
expect "--distance" idn_server relay --dist
expect "--limits" idn_parser show.pcap --lim
expect "--scanners" idn_viewer --sca
expect "--openlase" idn_jack --open
expect "helios libera" idn_plugins link --for ""

echo "--- programs built with the library"
for name in circle receiver consumer; do
  g++ -std=c++20 -O1 "/check/$name.cpp" -o "/tmp/$name" $(pkg-config --cflags --libs idn++) || fail "$name does not compile"
done
for name in circle consumer; do
  gcc -std=c11 -O1 "/check/$name.c" -o "/tmp/c_$name" $(pkg-config --cflags --libs idn) -lm || fail "$name.c does not compile"
done
ldd /tmp/circle | grep 'libidn++' || fail "not linked to the shared library"
ldd /tmp/c_circle | grep 'libidn\.so\.1' || fail "not linked to the library of the C interface"
! ldd /tmp/c_circle | grep 'libidn++' || fail "the C interface takes the C++ library along"
/tmp/consumer
/tmp/c_consumer
# Runs a program that plays to a receiver, and checks the number of lit samples there.
lit_by() {
  rm -f /tmp/received  # else the port of the one before may be read
  /tmp/receiver 0 >/tmp/received &
  receiver=$!
  for _ in $(seq 100); do grep -q port /tmp/received 2>/dev/null && break; sleep 0.1; done
  "$@" "127.0.0.1:$(sed -n 's/.*port //p' /tmp/received)"
  kill -INT $receiver
  wait $receiver
  # 30 circles of 1000 samples; those that the library draws have one more, which closes them.
  grep -qxE "300(00|30) lit samples" /tmp/received || fail "$* lit something else: $(cat /tmp/received)"
  echo "$*: $(tail -n 1 /tmp/received)"
}
lit_by /tmp/circle
lit_by /tmp/c_circle
if [ -e /packages/with_python ]; then
  python3 -c "import idn"
  lit_by python3 /check/circle.py
fi

if [ -e /packages/with_python ]; then
  echo "--- a fleet on one host"
  mkdir /tmp/fleet
  python3 - <<'END'
import struct
head = b"ILDA\0\0\0\5" + b"line    nobody  "
samples = b"".join(struct.pack(">hhBBBB", 200 * i - 10000, 0, 0x80 if i == 99 else 0, 0, 255, 0) for i in range(100))
for name in ("intro", "main"):
    with open(f"/tmp/fleet/{name}.ild", "wb") as file:
        file.write(head + struct.pack(">HHHBB", 100, 0, 1, 0, 0) + samples + head + struct.pack(">HHHBB", 0, 0, 1, 0, 0))
END
  echo "play intro.ild main.ild --stay --rate 30k --target 127.0.0.1:7399" >/tmp/fleet/show.txt
  fleet() { HOME=/tmp/fleet XDG_RUNTIME_DIR=/tmp/fleet python3 -m idn.fleet "$@"; }
  XDG_STATE_HOME=/tmp/fleet idn_server --port 7399 --json >/tmp/fleet/unit &
  unit=$!
  HOME=/tmp/fleet XDG_RUNTIME_DIR=/tmp/fleet python3 -m idn.fleet agent --name hall &
  agent=$!
  for _ in $(seq 100); do [ ! -S /tmp/fleet/idn-fleet/hall.sock ] || break; sleep 0.1; done
  begun=$SECONDS
  fleet put /tmp/fleet/show.txt
  fleet light
  fleet go 2 | tee /tmp/fleet/said
  grep -q "hall: cue 2 done" /tmp/fleet/said || fail "the cue was not called"
  fleet dark
  [ $((SECONDS - begun)) -lt 60 ] || fail "a fleet takes too long"
  kill $agent
  wait $agent
  kill -INT $unit
  wait $unit
  grep -q '"event":"stream"' /tmp/fleet/unit || fail "nothing was streamed: $(tail -1 /tmp/fleet/unit)"
  rm -r /tmp/fleet
fi

/check/plugins.sh

echo "--- service"
services="idn_server idn_sender"
[ ! -e /packages/with_python ] || services+=" idn-fleet-agent"
for service in $services; do
  systemd-analyze verify /lib/systemd/system/$service.service 2>&1 | tee /tmp/verified
  [ ! -s /tmp/verified ] || fail "systemd-analyze has something to say of $service"
  systemd-analyze security --offline=true /lib/systemd/system/$service.service | tail -1
done
getent passwd idn_server
getent group idn-realtime
# As the service does, but without systemd, which does not run in a chroot.
install -d -o idn_server -g idn_server /var/lib/idn_server
su -s /bin/bash idn_server -c 'XDG_STATE_HOME=/var/lib/idn_server timeout -s TERM 3 idn_server --port 0 --json' >/tmp/served || true
grep -m1 -o '"event":"start"' /tmp/served || fail "idn_server did not start: $(cat /tmp/served)"
find /var/lib/idn_server -type f
# The command of idn_sender.service, as it stands there.
mkdir -p /etc/idn
printf 'pattern circle --target Stage\n' >/etc/idn/show.txt
printf '[[projector]]\nname = "Stage"\ntarget = "127.0.0.1:7399"\n' >/etc/idn/venue.toml
started=$(sed -n 's/^ExecStart=//; s/\$IDN_SENDER_OPTIONS//p' /lib/systemd/system/idn_sender.service)
su -s /bin/bash nobody -c "timeout -s TERM 3 $started" >/tmp/sent 2>&1 || true
grep -qE 'Stage: (SENDING|REFUSED|NO ANSWER)' /tmp/sent || fail "the unattended show did not run: $(cat /tmp/sent)"
rm -r /etc/idn
useradd -G idn-realtime laser
of_member() { su -s /bin/bash laser -c "$1"; }
if (ulimit -r 40) 2>/dev/null; then
  [ "$(of_member 'ulimit -r')" = 40 ] || fail "no real-time priority for members of idn-realtime"
  echo "a member of idn-realtime gets real-time priority 40"
else
  # If limits cannot be raised here, lowers another one, to check that the file is read for the group.
  sed 's/rtprio 40/nofile 321/' /etc/security/limits.d/idn-realtime.conf >/etc/security/limits.d/lowered.conf
  [ "$(of_member 'ulimit -n')" = 321 ] || fail "limits of the group idn-realtime are not read"
  rm /etc/security/limits.d/lowered.conf
  echo "limits of idn-realtime are read; not shown: priority 40, as root of this machine may not raise limits"
fi
userdel -r laser 2>/dev/null || true

echo "--- removal"
mapfile -t ours < <(dpkg -l | awk '$2 ~ /^(libidn(\+\+|1)|idn-|python3-idn)/ { print $2 }')
apt-get remove -y -qq "${ours[@]}" >/dev/null
! command -v idn_sender || fail "idn_sender is still there"
[ -d /var/lib/idn_server ] || fail "what the service stored went before the packages were purged"
dpkg --purge idn-tools >/dev/null
files | diff /tmp/files_before - >/tmp/left || true
accounts | diff /tmp/accounts_before - >>/tmp/left || true
# Except databases that other tools rebuild, and backups of the account tools.
grep -E '^[<>]' /tmp/left | grep -vE '/etc/(passwd|group|shadow|gshadow|subuid|subgid)-?$|/etc/ld.so.cache|__pycache__' >/tmp/traces || true
[ ! -s /tmp/traces ] || fail "left behind: $(cat /tmp/traces)"
echo "nothing is left"
