#!/usr/bin/env bash
# A show without an operator, as the packages install it: a virtual machine boots with systemd, the projector is switched on
# after the show has begun, loses power and comes back, then the machine loses power and boots again. Beside it the agent of a
# fleet, which is killed, and whose clock is set. Prints the journal, and fails unless each step is in it.
# Usage: boot.sh FOLDER_OF_PACKAGES WORK    WORK gets the root file system (3 GB) and is kept: a second run takes its root.
# Needs root, debootstrap, qemu-system-x86; exit code 77 (skipped) without.
set -euo pipefail
packages=$(realpath "$1")
work=$(realpath -m "$2")
root=$work/root image=$work/disk.img

skip() { echo "skipped: $*" >&2; exit 77; }
[ "$(id -u)" -eq 0 ] || skip "a root file system needs root"
for program in debootstrap qemu-system-x86_64 mkfs.ext4; do
  command -v $program >/dev/null || skip "$program is missing. Debian and Ubuntu: apt-get install debootstrap qemu-system-x86 e2fsprogs"
done
ls "$packages"/idn-tools_*.deb >/dev/null 2>&1 || skip "no packages in $packages; run scripts/package first"
. /etc/os-release
mkdir -p "$work"
if [ ! -e "$root/.complete" ]; then
  mirror=$(find /etc/apt -name '*.sources' -o -name '*.list' | xargs awk '/^URIs:/ { print $2 } /^deb http/ { print $2 }' |
    awk '!/security/ && !found++')
  [ -n "$mirror" ] || skip "no archive of $ID $VERSION_CODENAME in /etc/apt"
  debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,procps,ca-certificates,initramfs-tools,linux-image-amd64 \
    "$VERSION_CODENAME" "$root" "$mirror" >"$work/debootstrap.log" || { tail -5 "$work/debootstrap.log" >&2; exit 1; }
  cp /etc/resolv.conf "$root/etc/"
  cp -r /etc/ssl/certs "$root/etc/ssl/"
  touch "$root/.complete"
fi

mkdir -p "$root/packages"
rm -f "$root"/packages/*.deb
cp "$packages"/idn-tools_*.deb "$packages"/libidn++[0-9]*.deb "$packages"/python3-idn_*.deb "$root/packages"
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
  http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" chroot "$root" sh -c \
  'apt-get -qq update && apt-get install -y -qq --reinstall --no-install-recommends /packages/*.deb' >"$work/install.log" 2>&1 ||
  { tail -5 "$work/install.log" >&2; exit 1; }

# The commands of docs/packages.md, by files, since nobody is there to type them.
mkdir -p "$root/srv/show" "$root/etc/idn" "$root/var/log/journal"
chroot "$root" idn_sender export circle /srv/show/circle.ild
printf '[[projector]]\nname = "Left"\ntarget = "01-020000000001"\n' >"$root/etc/idn/venue.toml"
echo 'play /srv/show --repeat 0 --target Left' >"$root/etc/idn/show.txt"
cat >"$root/etc/systemd/system/projector.service" <<'END'
[Service]
ExecStart=/usr/bin/idn_server --name Left --unit-id 01-020000000001 --bind 127.0.0.1
END
chroot "$root" idn_sender export square /srv/show/square.ild
mv "$root/srv/show/square.ild" "$root/srv/square.ild"
echo 'play /srv/show/circle.ild /srv/square.ild --stay --target 127.0.0.1:7300' >"$root/srv/fleet.txt"
cat >"$root/etc/systemd/system/hall.service" <<'END'
[Service]
ExecStart=/usr/bin/idn_server --name Hall --unit-id 01-020000000002 --bind 127.0.0.1 --port 7300
[Install]
WantedBy=multi-user.target
END
cat >"$root/etc/systemd/system/evening.service" <<'END'
[Unit]
After=multi-user.target
[Service]
ExecStart=/bin/bash /evening.sh
StandardOutput=file:/dev/ttyS0
StandardError=inherit
[Install]
WantedBy=multi-user.target
END
cat >"$root/evening.sh" <<'END'
# Waits until the journal of this boot has $2 lines that match $1; prints that line.
told() {
  for ((second = 0; second < 120; ++second)); do
    line=$(journalctl -b -q -u "${3:-idn_sender}" -o cat | grep -E "$1" | sed -n "${2:-1}p")
    [ -z "$line" ] || { echo "evening: $line"; return; }
    sleep 1
  done
  echo "evening: MISSING $1"
}
fleet() { python3 -m idn.fleet "$@" --sockets /run/idn-fleet 2>&1 | sed 's/^/evening: fleet: /' | tee /dev/stderr | grep -qE "$expected" || echo "evening: MISSING $expected"; }
agent_and_player() { echo "$(systemctl show -P MainPID idn-fleet-agent) $(pgrep -u idn-fleet-agent -x idn_sender)"; }
boots=$(journalctl --list-boots -q | wc -l)
echo "evening: boot $boots"
told 'Left: .*not found'            # the projector is off
systemctl start projector
told 'Left: LIT'
if [ "$boots" = 1 ]; then
  pid=$(systemctl show -P MainPID idn_sender)
  echo "evening: priority $(ps -L -o cls=,rtprio= -p "$pid" | grep -c FF) thread in real time, capabilities $(awk '/CapEff/ { print $2 }' "/proc/$pid/status")"
  systemctl kill -s KILL projector  # its power
  told 'Left: (NO ANSWER|REFUSED)' 2  # the first was before it was on
  systemctl start projector
  told 'Left: LIT' 2
  systemctl enable -q --now hall idn-fleet-agent 2>&1 | sed 's/^/evening: /'
  told 'agent .* listens' 1 idn-fleet-agent
  expected='show done' fleet put /srv/fleet.txt
  expected='light done' fleet light
  expected='cue 2 done' fleet go 2
  told 'channel 0: wave .* began' 1 hall
  before=($(agent_and_player))
  systemctl kill -s KILL --kill-who=main idn-fleet-agent
  told 'agent .* listens' 2 idn-fleet-agent
  after=($(agent_and_player))
  [ "${before[0]}" != "${after[0]}" ] && [ "${before[1]}" = "${after[1]}" ] && echo "evening: another agent, the same player" || echo "evening: MISSING player ${before[*]} ${after[*]}"
  expected='cue 1 done' fleet go 1
  date -s '+1 hour' >/dev/null
  expected='cue 2 done' fleet go 2
  date -s '-2 hours' >/dev/null
  expected='cue 1 done' fleet go 1
  expected='cue 2' fleet go 2 --in 20s &
  sleep 5
  date -s '+15 seconds' >/dev/null
  wait $!
  journalctl -b -q -u hall -o cat | grep -q dark && echo "evening: MISSING light" || echo "evening: the hall was lit all the time"
  sync
  echo b >/proc/sysrq-trigger       # the power of this machine
fi
told 'agent .* listens' 1 idn-fleet-agent
told 'channel 0: wave .* began' 1 hall
expected='dark .* 1 ' fleet status  # until somebody asks for light
systemctl stop idn-fleet-agent
told 'channel 0: dark .* closed' 1 hall
pgrep -u idn-fleet-agent idn_sender && echo "evening: MISSING end of the player"
systemctl show -p Result,NRestarts idn-fleet-agent | sed 's/^/evening: /'
systemctl stop idn_sender
told 'channel 0: dark .* closed' 1 projector
systemctl show -p Result,NRestarts idn_sender | sed 's/^/evening: /'
echo "evening: over"
systemctl poweroff -ff
END
chroot "$root" systemctl -q enable idn_sender evening
chroot "$root" systemctl -q mask serial-getty@ttyS0
rm -f "$image" "$root"/var/log/journal/*/*
mkfs.ext4 -q -F -d "$root" "$image" 4G

boot() {
  timeout 1800 qemu-system-x86_64 -accel tcg -cpu max -smp 1 -m 1024 -nographic -nic none -no-reboot \
    -kernel "$root"/boot/vmlinuz-* -initrd "$root"/boot/initrd.img-* -drive "file=$image,format=raw,if=virtio" \
    -append "root=/dev/vda rw console=ttyS0 quiet" </dev/null | sed -u 's/\r//' | grep --line-buffered -a -o 'evening: .*' | tee -a "$work/evening.log"
}
rm -f "$work/evening.log"
boot  # -no-reboot: the reset of sysrq ends it, as a loss of power would
boot
if grep -q MISSING "$work/evening.log" || ! tail -1 "$work/evening.log" | grep -q over; then
  echo "boot.sh: the evening went wrong" >&2
  exit 1
fi
