#!/usr/bin/env bash
# Builds only the library, as a shared library; installs it by component, and all components of which files exist; checks
# its SONAME and exported symbols; builds external programs against it. Usage: shared.sh WORK_FOLDER
set -euo pipefail
. "$(dirname "$0")/parts.sh"
work=$1
rm -rf "$work"
mkdir -p "$work"

# Without optional dependencies, to check that CMake reports each part that is skipped.
cmake -S "$project" -B "$work/build" -G Ninja "${quickly[@]}" -DBUILD_SHARED_LIBS=ON -DIDN_BUILD_TESTS=OFF \
  -DCMAKE_DISABLE_FIND_PACKAGE_Qt6=ON -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON \
  -DCMAKE_DISABLE_FIND_PACKAGE_benchmark=ON >"$work/configured"
for part in "idn_viewer without its window" "idn_parser writes text, JSON, HTML, CSV and samples, but no PNG" "No idn_bench"; do
  [ "$(grep -c -- "-- $part" "$work/configured")" -eq 1 ] || fail "not one line about: $part"
done

echo "options"
options=$(cmake -LH -N "$work/build" | sed -n 's/^\(\(IDN_\|BUILD_SHARED\)[A-Z_]*\):.*/\1/p')
for option in $options; do grep -q "\`$option\`" "$project/docs/install.md" || fail "docs/install.md does not name $option"; done

echo "version of the port and the crates"
version=$(sed -n 's/^project(idn VERSION \([0-9.]*\).*/\1/p' "$project/CMakeLists.txt")
grep -q "\"version\": \"$version\"" "$project/packaging/vcpkg/vcpkg.json" || fail "the vcpkg port has another version"
grep -q "^version = \"$version\"" "$project/bindings/rust/Cargo.toml" || fail "the crates have another version"

echo "install of the library alone"
cmake --build "$work/build" --target idn >"$work/built" || fail "$(cat "$work/built")"
cmake --build "$work/build" --target idn_c idn_c_static >"$work/built" || fail "$(cat "$work/built")"
cmake --install "$work/build" --prefix "$work/prefix" --component library >/dev/null
cmake --install "$work/build" --prefix "$work/prefix" --component runtime >/dev/null
cmake --install "$work/build" --prefix "$work/prefix" --component c >/dev/null
cmake --install "$work/build" --prefix "$work/prefix" --component c_runtime >/dev/null
cmake --install "$work/build" --prefix "$work/everything" >/dev/null
[ -z "$(find "$work/everything/bin" -type f 2>/dev/null)" ] || fail "programs were installed that were never built"
use_installed "$work"
use_installed_c "$work"

echo "name"
library=$(find "$work/prefix" -name 'libidn++.so')
version=$(sed -n 's/^project(idn VERSION \([0-9]*\.[0-9]*\).*/\1/p' "$project/CMakeLists.txt")
readelf -d "$library" | grep -F "[libidn++.so.$version]" || fail "another SONAME than libidn++.so.$version"

echo "exported symbols"
nm -DC --defined-only "$library" >"$work/symbols"
grep -q ' idn::client::Device::write(' "$work/symbols" || fail "Device::write is not exported"
! grep 'idn::io::UnitLoop::context()' "$work/symbols" || fail "Boost.Asio would have two states in one loop"
# Classes defined only in internal headers must not be exported.
find "$project/libidn/src" -name '*.hpp' -print0 |
  xargs -0 sed -nE 's/^ *(class|struct) ([A-Z][A-Za-z]+)( final)?( : [^;]*)? ?\{.*/\2/p' | sort -u >"$work/internal"
[ "$(wc -l <"$work/internal")" -gt 10 ] || fail "no internal classes found"
find "$project/libidn/include" -name '*.hpp' -print0 |
  xargs -0 sed -nE 's/^ *(class|struct|enum class) (IDN_EXPORT )?([A-Z][A-Za-z]+).*/\3/p' | sort -u >"$work/public"
comm -23 "$work/internal" "$work/public" | sed 's/.*/::&(::|$|\\()/' >"$work/hidden"
! nm -D --defined-only "$library" | awk '{ print $3 }' | grep -vE '^_Z(T.|Z|GVZ?|Thn[0-9]+_)?NK?3idn' ||
  fail "these are not of namespace idn"
! grep 'idn::io::platform::' "$work/symbols" || fail "these are internal"
! sed -E 's/\(.*//' "$work/symbols" | grep -E -f "$work/hidden" || fail "these are internal"

echo "examples with the shared library, one sending to the other"
cmake --build "$work/build" --target example_receiver example_circle >"$work/built" || fail "$(cat "$work/built")"
: >"$work/received"
"$work/build/examples/example_receiver" 0 >>"$work/received" &
receiver=$!
trap 'kill $receiver 2>/dev/null || true' EXIT
while ! grep -q port "$work/received"; do kill -0 $receiver && sleep 0.1; done
"$work/build/examples/example_circle" "127.0.0.1:$(sed -n 's/.*port //p' "$work/received")"
kill -INT $receiver
wait $receiver
grep -x "30030 lit samples" "$work/received"  # 30 circles of 1001 samples
