// SPDX-License-Identifier: MIT
// Prints size and alignment of every struct of idn.h, and offset and size of every field, for layout-1.0.txt.
#include <stdio.h>

#include "idn/idn.h"

#define STRUCT(type) printf("%s %zu %zu\n", #type, sizeof(type), _Alignof(type))
#define FIELD(type, name) printf("  %s %zu %zu\n", #name, offsetof(type, name), sizeof(((type*)0)->name))

int main(void) {
  STRUCT(idn_sample_t);
  FIELD(idn_sample_t, x);
  FIELD(idn_sample_t, y);
  FIELD(idn_sample_t, r);
  FIELD(idn_sample_t, g);
  FIELD(idn_sample_t, b);
  FIELD(idn_sample_t, intensity);
  FIELD(idn_sample_t, u1);
  FIELD(idn_sample_t, u2);
  FIELD(idn_sample_t, u3);
  FIELD(idn_sample_t, x_prime);
  FIELD(idn_sample_t, z);
  STRUCT(idn_engine_options_t);
  FIELD(idn_engine_options_t, struct_size);
  FIELD(idn_engine_options_t, threads);
  FIELD(idn_engine_options_t, wait);
  FIELD(idn_engine_options_t, no_realtime);
  FIELD(idn_engine_options_t, lock_memory);
  FIELD(idn_engine_options_t, manual);
  FIELD(idn_engine_options_t, processors);
  STRUCT(idn_device_info_t);
  FIELD(idn_device_info_t, target);
  FIELD(idn_device_info_t, unit_name);
  FIELD(idn_device_info_t, service_name);
  FIELD(idn_device_info_t, address);
  FIELD(idn_device_info_t, is_default);
  STRUCT(idn_device_options_t);
  FIELD(idn_device_options_t, struct_size);
  FIELD(idn_device_options_t, rate);
  FIELD(idn_device_options_t, latency);
  FIELD(idn_device_options_t, hold);
  FIELD(idn_device_options_t, datagram_time);
  FIELD(idn_device_options_t, switch_at);
  FIELD(idn_device_options_t, format);
  FIELD(idn_device_options_t, late);
  FIELD(idn_device_options_t, max_datagram);
  FIELD(idn_device_options_t, client_group);
  FIELD(idn_device_options_t, follow_clock);
  FIELD(idn_device_options_t, rearm);
  FIELD(idn_device_options_t, abort_on_blackout);
  STRUCT(idn_request_t);
  FIELD(idn_request_t, struct_size);
  FIELD(idn_request_t, rate);
  FIELD(idn_request_t, index);
  FIELD(idn_request_t, sent_at);
  STRUCT(idn_status_t);
  FIELD(idn_status_t, struct_size);
  FIELD(idn_status_t, link);
  FIELD(idn_status_t, armed);
  FIELD(idn_status_t, blackout);
  FIELD(idn_status_t, rate);
  FIELD(idn_status_t, fault);
  FIELD(idn_status_t, latency);
  FIELD(idn_status_t, buffered);
  FIELD(idn_status_t, receiver_latency);
  FIELD(idn_status_t, round_trip);
  FIELD(idn_status_t, datagrams);
  FIELD(idn_status_t, samples);
  FIELD(idn_status_t, starved_samples);
  FIELD(idn_status_t, replaced_pictures);
  FIELD(idn_status_t, holds_expired);
  FIELD(idn_status_t, late_ticks);
  FIELD(idn_status_t, reanchors);
  FIELD(idn_status_t, send_errors);
  FIELD(idn_status_t, reconnects);
  FIELD(idn_status_t, retargets);
  FIELD(idn_status_t, remote);
  FIELD(idn_status_t, fault_text);
  STRUCT(idn_receiver_options_t);
  FIELD(idn_receiver_options_t, struct_size);
  FIELD(idn_receiver_options_t, port);
  FIELD(idn_receiver_options_t, address);
  FIELD(idn_receiver_options_t, reserved);
  FIELD(idn_receiver_options_t, latency);
  FIELD(idn_receiver_options_t, name);
  STRUCT(idn_chunk_t);
  FIELD(idn_chunk_t, struct_size);
  FIELD(idn_chunk_t, rate);
  FIELD(idn_chunk_t, samples);
  FIELD(idn_chunk_t, count);
  FIELD(idn_chunk_t, arrival);
  FIELD(idn_chunk_t, shown_at);
  FIELD(idn_chunk_t, is_frame);
  FIELD(idn_chunk_t, from_address);
  FIELD(idn_chunk_t, from_port);
  FIELD(idn_chunk_t, reserved);
  return 0;
}
