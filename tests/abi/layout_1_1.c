// SPDX-License-Identifier: MIT
// As layout.c, of the structs that came with version 1.1, for layout-1.1.txt.
#include <stdio.h>

#include "idn/idn.h"

#define STRUCT(type) printf("%s %zu %zu\n", #type, sizeof(type), _Alignof(type))
#define FIELD(type, name) printf("  %s %zu %zu\n", #name, offsetof(type, name), sizeof(((type*)0)->name))

int main(void) {
  STRUCT(idn_event_t);
  FIELD(idn_event_t, struct_size);
  FIELD(idn_event_t, kind);
  FIELD(idn_event_t, link);
  FIELD(idn_event_t, limit);
  FIELD(idn_event_t, count);
  FIELD(idn_event_t, noticed);
  FIELD(idn_event_t, fault);
  FIELD(idn_event_t, reserved);
  FIELD(idn_event_t, target);
  FIELD(idn_event_t, remote);
  FIELD(idn_event_t, text);
  STRUCT(idn_engine_status_t);
  FIELD(idn_engine_status_t, struct_size);
  FIELD(idn_engine_status_t, threads);
  FIELD(idn_engine_status_t, devices);
  FIELD(idn_engine_status_t, wait);
  FIELD(idn_engine_status_t, priority);
  FIELD(idn_engine_status_t, processor);
  FIELD(idn_engine_status_t, memory_lock);
  FIELD(idn_engine_status_t, stepped_down);
  FIELD(idn_engine_status_t, guard);
  FIELD(idn_engine_status_t, processor_time);
  FIELD(idn_engine_status_t, grants);
  return 0;
}
