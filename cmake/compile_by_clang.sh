#!/bin/sh
# Compiler launcher: compiles with clang what would be compiled with GCC, against GCC's standard library, so that both link together.
# compile_by_clang.sh CLANG GCC ARGUMENT...
clang=$1 gcc=$2
shift 2
machine=$("$gcc" -dumpmachine) || exit

# A precompiled header does not replace that of another compiler.
case " $* " in
  *" -x c++-header "*)
    previous=
    for argument; do
      [ "$previous" != -o ] || rm -f "$argument"
      previous=$argument
    done ;;
esac

case $machine in
  *-mingw32)
    library=$("$gcc" -print-file-name=include/c++) || exit
    # GCC's library for Windows has emulated thread-local variables.
    set -- -femulated-tls -nostdinc++ -isystem "$library" -isystem "$library/$machine" "$@"
    # MinGW's <intrin.h> defines __cpuidex, as clang's does, and includes a header of which clang warns.
    set -- "--target=$machine" -D__INTRINSIC_DEFINED___cpuidex "-Wno-#warnings" "$@" ;;
  *) set -- "--gcc-install-dir=$(dirname "$("$gcc" -print-libgcc-file-name)")" "$@" ;;
esac

# The command has GCC's warnings; these are off for clang in cmake/options.cmake, too.
exec "$clang" "$@" \
  -Wno-unknown-warning-option -Wno-deprecated-declarations -Wno-sign-conversion -Wno-missing-designated-field-initializers
