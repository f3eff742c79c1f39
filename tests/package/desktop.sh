#!/usr/bin/env bash
# The desktop file of idn_viewer is valid, and a desktop would open .ild files and captures with it: installs the component
# `viewer` of BUILD into a scratch folder. Skipped with a message where desktop-file-utils or shared-mime-info is missing.
# Usage: desktop.sh BUILD
set -euo pipefail
build=$1
for tool in desktop-file-validate update-mime-database; do
  command -v $tool >/dev/null || { echo "skipped: $tool is missing; Debian: desktop-file-utils, shared-mime-info"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$*" >&2; exit 1; }

cmake --install "$build" --component viewer --prefix "$work" >/dev/null
share=$work/share
said=$(desktop-file-validate "$share/applications/idn_viewer.desktop" 2>&1) || fail "$said"
[ -z "$said" ] || fail "$said"
[ -s "$share/icons/hicolor/scalable/apps/idn_viewer.svg" ] || fail "there is no icon"
cp /usr/share/mime/packages/freedesktop.org.xml "$share/mime/packages"
update-mime-database "$share/mime" 2>/dev/null
known=$(cat "$share/mime/globs")
for type in $(sed -n 's/^MimeType=//p' "$share/applications/idn_viewer.desktop" | tr ';' ' '); do
  grep "^$type:" <<<"$known" >/dev/null || fail "no file has the type $type"
done
grep "^application/x-ilda:\*\.ild$" <<<"$known" >/dev/null || fail ".ild files have no type"
