timeout 20 /work/ci/build/asan/tests/client_test "an application that polls hears of its device from the opening to the end" > /tmp/st/out.$1 2>&1 || echo "fail $1"
