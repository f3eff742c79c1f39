#!/usr/bin/env bash
# Installs the Debian packages in a clean root, uses them, removes them, and compares the files and accounts with those before.
# Usage: run.sh FOLDER_OF_PACKAGES ROOT     ROOT.img becomes a file system of its own, mounted on ROOT, and is removed at the end.
# Exit code 77 (skipped) if it cannot run.
set -euo pipefail
packages=$(realpath "$1")
root=$(realpath -m "$2")
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)

skip() { echo "skipped: $*" >&2; exit 77; }
[ "$(id -u)" -eq 0 ] || skip "a clean root needs root"
command -v debootstrap >/dev/null || skip "debootstrap is missing. Debian and Ubuntu: apt-get install debootstrap"
ls "$packages"/*.deb >/dev/null 2>&1 || skip "no packages in $packages; run scripts/package first"
. /etc/os-release
# The package archive of this machine: the first that is not for security updates.
mirror=$(find /etc/apt -name '*.sources' -o -name '*.list' | xargs awk '/^URIs:/ { print $2 } /^deb http/ { print $2 }' |
  awk '!/security/ && !found++')
[ -n "$mirror" ] || skip "no archive of $ID $VERSION_CODENAME in /etc/apt"

unmount() {
  umount -R "$root" 2>/dev/null || umount -Rl "$root" 2>/dev/null || true
  rmdir "$root" 2>/dev/null || true
  rm -f "$root.img" "$root.log"
}
mountpoint -q "$root" && { echo "$root is mounted already" >&2; exit 3; }
mkdir -p "$root"
truncate -s 6G "$root.img"
mkfs.ext4 -q -F "$root.img"
mount -o loop "$root.img" "$root" 2>/dev/null || { unmount; skip "no loop device for $root.img"; }
trap unmount EXIT

echo "--- a clean $ID $VERSION_CODENAME"
debootstrap --variant=minbase --include=ca-certificates "$VERSION_CODENAME" "$root" "$mirror" >"$root.log" ||
  { tail -5 "$root.log" >&2; exit 1; }
cp /etc/resolv.conf "$root/etc/"
cp -r /etc/ssl/certs "$root/etc/ssl/"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --make-rslave "$root/dev"
mkdir -p "$root/packages" "$root/check"
cp "$packages"/*.deb "$root/packages"
! ls "$packages"/python3-idn_*.deb >/dev/null 2>&1 || touch "$root/packages/with_python"
cp "$here/inside.sh" "$project"/tests/package/consumer.c* "$project"/examples/circle.c* "$project"/examples/receiver.cpp \
  "$project"/python/examples/circle.py "$root/check"
mkdir -p "$root/check/plugins/helios" "$root/check/support"
cp "$here/plugins.sh" "$here/ether_dream.py" "$root/check"
cp "$project"/tests/plugins/helios_host.* "$project"/tests/plugins/libera_{host,interface}.* "$project"/tests/plugins/libera_player.cpp "$root/check/plugins"
cp "$project/plugins/helios/helios_api.h" "$root/check/plugins/helios"
cp "$project"/tests/support/{set_variable,temporary_folder}.hpp "$root/check/support"
cp "$project/tests/jack/source.cpp" "$root/check/jack_source.cpp"
# No environment variables of this machine, except its proxy for the archive.
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
  http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" chroot "$root" bash /check/inside.sh
