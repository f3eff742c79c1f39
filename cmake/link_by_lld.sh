#!/bin/sh
# For GCC's option -wrapper: runs lld in place of GNU ld, whose path is fixed in GCC for MinGW. link_by_lld.sh LLD COLLECT2 ARGUMENT...
lld=$1
shift 2
exec "$lld" "$@"
