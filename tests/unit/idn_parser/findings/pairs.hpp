// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>

#include "idn_parser/finding.hpp"

/// For every finding, traffic for which it must be reported, and the most similar traffic for which it must
/// not: both are made by one function, with different values of one number.
namespace idn::test {

/// The findings in traffic that is made with a given number.
using FoundIn = parser::Findings (*)(int);

inline constexpr int kNever = -1;
inline constexpr int kNowhere = -1;
inline constexpr int kWhole = 65'535;

// capture_findings.cpp
parser::Findings in_stream_on_9000_beside_waves(int waves);
parser::Findings in_packets_of_others(int packets);
parser::Findings in_dns_beside_waves(int waves);
parser::Findings in_all_captured_to(int octets);
parser::Findings in_discovery_beside_keepalives(int keepalives);
parser::Findings in_one_message_with_samples(int samples);
parser::Findings in_file_cut_by(int octets);
parser::Findings in_packet_announcing(int octets);
parser::Findings in_packet_with_nanoseconds(int nanoseconds);
parser::Findings in_ip_with_link_type(int link_type);
parser::Findings in_file_that_tells_drops(int packets);
parser::Findings in_last_ip_fragment_after(int milliseconds);
parser::Findings in_broken_ip_fragments_to_port(int port);
parser::Findings in_delay_of_3_ms_caught_up_over(int milliseconds);
parser::Findings in_payload_of(int octets);
parser::Findings in_one_captured_to(int octets);
parser::Findings in_clients(int clients);
parser::Findings in_circle_from_zero(int is_from_zero);
parser::Findings in_waves_to_service(int id);
parser::Findings in_two_sockets_for_ms(int ms);
parser::Findings in_groups(int groups);
parser::Findings in_waves_with_command(int command);
parser::Findings in_waves_with_flags(int flags);
parser::Findings in_silence_behind_waves_of_ms(int ms);
parser::Findings in_udp_checksum(int checksum);

// connection_findings.cpp
parser::Findings in_datagram_later_by(int microseconds);
parser::Findings in_ip_fragments_of_3_repeated(int fragments);
parser::Findings in_number_repeated_with_timestamp_later_by(int microseconds);
parser::Findings in_missing_numbers(int numbers);
parser::Findings in_message_size_beyond_its_octets(int octets);
parser::Findings in_acknowledge_with_result(int result);
parser::Findings in_octets_after_a_message(int octets);
parser::Findings in_two_datagrams_of_one_packet_captured_to(int octets);
parser::Findings in_answers_stamped_at_interface(int interface);
parser::Findings in_sockets_one_after_the_other(int sockets);
parser::Findings in_sockets_each_closed(int sockets);
parser::Findings in_sockets_at_a_time(int sockets);

// stream_findings.cpp
parser::Findings in_waves_without_configuration(int is_without);
parser::Findings in_foreign_dictionary_in_mode(int mode);
parser::Findings in_chunks_apart_by(int microseconds);
parser::Findings in_configuration_with_every_chunk_of(int chunks);
parser::Findings in_frames_with_silence_of(int milliseconds);
parser::Findings in_timestamps_jumping_by(int milliseconds);
parser::Findings in_frames_without_end(int frames);
parser::Findings in_frames_whose_end_was_overtaken(int frames);
parser::Findings in_timestamps_standing_of_20(int datagrams);
parser::Findings in_timestamp_off_by(int milliseconds);
parser::Findings in_chunks_with_duration_of(int microseconds);
parser::Findings in_timestamps_advancing_by(int microseconds);
parser::Findings in_circle_with_octets_swapped(int is_swapped);
parser::Findings in_circle_of_8_bits(int low_octet);
parser::Findings in_two_clocks_apart_by(int microseconds);
parser::Findings in_buffer_of_5_ms_with_datagram_later_by(int microseconds);
parser::Findings in_buffer_of_5_ms_with_datagrams_ahead_by(int microseconds);

// command_findings.cpp
parser::Findings by_limit_of_deviation_with_datagrams(int datagrams);
parser::Findings by_least_datagrams_of_100(int limit);
parser::Findings by_most_datagrams_of_100(int limit);
parser::Findings compared_with_received(int datagrams);
parser::Findings compared_with_clients(int clients);
parser::Findings compared_with_clients_before_the_network(int clients);
parser::Findings compared_without_number_of_100(int number);
parser::Findings compared_with_copies_received(int copies);
parser::Findings compared_with_datagram_later_by(int microseconds);
parser::Findings compared_with_octet_changed(int octet);
parser::Findings compared_with_number_received_again(int number);
parser::Findings compared_captured_to(int octets);
parser::Findings differing_first_of_streams(int streams);
parser::Findings differing_second_of_streams(int streams);
parser::Findings differing_by_streams_at_all(int streams);
parser::Findings differing_by_metrics_told(int metrics);
parser::Findings differing_by_5_allowed_and(int change);
parser::Findings merged_with_second_run_on_channel(int channel);
parser::Findings merged_with_second_run_later_by_us(int us);
parser::Findings merged_with_second_run_of_samples(int samples);

struct FindingPair {
  parser::FindingKind kind{};
  FoundIn found_in{};
  int with = 0;     ///< the number with which it must be found
  int without = 0;  ///< the number with which it must not
};

inline constexpr std::array kFindingPairs = [] {
  using enum parser::FindingKind;
  return std::to_array<FindingPair>({
      {StreamOnOtherPort, in_stream_on_9000_beside_waves, 0, 1},
      {EmptyCapture, in_packets_of_others, 0, 1},
      {CutBeforeUdp, in_all_captured_to, 41, 42},
      {NothingOnPort, in_dns_beside_waves, 0, 1},
      {CutBeforePacketHeader, in_all_captured_to, 45, 46},
      {NoRealtimePacket, in_discovery_beside_keepalives, 0, 1},
      {NothingToMeasure, in_one_message_with_samples, 0, 1},

      // The last packet takes 774 octets: without all of these the file is complete.
      {FileEndsEarly, in_file_cut_by, 773, 774},
      {FileDamaged, in_packet_announcing, 262'145, 262'144},
      {UntimedPackets, in_packet_with_nanoseconds, 1'000'000'000, 999'999'999},
      {LinkWithoutIp, in_ip_with_link_type, 187, 101},
      {DroppedByCapture, in_file_that_tells_drops, 1, 0},
      {BrokenFragments, in_last_ip_fragment_after, 30'001, 30'000},
      {CaptureClockSet, in_delay_of_3_ms_caught_up_over, kNever, 2000},

      {TooShort, in_payload_of, 3, 4},
      {CapturedTooShort, in_one_captured_to, 45, 46},
      {WrongChecksum, in_udp_checksum, 0xCC25, 0xCC24},  // by a sum of 16-bit words in Python
      {DisguisedMessage, in_waves_with_command, 0x04, 0x40},
      {TooManyConnections, in_clients, 4097, 4096},
      {UncheckedConnections, in_clients, 65, 64},

      {Lost, in_datagram_later_by, kNever, 1'000'000},
      {Duplicated, in_ip_fragments_of_3_repeated, 3, 2},
      {Late, in_datagram_later_by, 1001, 999},
      {Unnumbered, in_number_repeated_with_timestamp_later_by, 1000, 0},
      {SenderRestarted, in_missing_numbers, 1023, 1022},
      {Malformed, in_message_size_beyond_its_octets, 1, 0},
      {CutMessage, in_one_captured_to, 57, 58},
      // Headers of IP and UDP, and two datagrams, the second of which is not whole: 28 + 2 x 716 octets.
      {CutOffload, in_two_datagrams_of_one_packet_captured_to, 128, kWhole},
      {Refused, in_acknowledge_with_result, 0x80, 0x7F},
      {SeveralClocks, in_two_clocks_apart_by, 51, 50},
      {AnswersOfAnotherClock, in_answers_stamped_at_interface, 1, 0},
      {Surplus, in_octets_after_a_message, 1, 0},
      {NewSockets, in_sockets_one_after_the_other, 5, 4},
      {SharedService, in_two_sockets_for_ms, 1100, 900},
      {SeveralGroups, in_groups, 2, 1},
      {SenderHabit, in_waves_with_flags, 0x10, 0x00},
      {NotClosed, in_silence_behind_waves_of_ms, 1600, 1400},

      {UnexplainedSamples, in_waves_without_configuration, 1, 0},
      {BadDictionary, in_foreign_dictionary_in_mode, 0x01, 0x03},
      {MediaGap, in_chunks_apart_by, 3, 2},
      // 250 ms and a tolerance of 10 ms, up to the last chunk before the next configuration.
      {ConfigurationGap, in_configuration_with_every_chunk_of, 262, 261},
      {LinkTimeout, in_frames_with_silence_of, 1000, 999},
      {StoodStill, in_frames_with_silence_of, 1001, 1000},
      {EndlessFrames, in_frames_without_end, 2, 1},
      {StandingTimestamps, in_timestamps_standing_of_20, 11, 10},
      {Overlaps, in_chunks_apart_by, -3, -2},
      {LoneTimestamp, in_timestamp_off_by, 501, 500},
      {TimestampJump, in_timestamps_jumping_by, 501, 500},
      {RefusedByReceivers, in_chunks_with_duration_of, 0, 1},
      // 100 samples: 1 010 101 and 1 000 000 per second.
      {ImpossibleSampleRate, in_chunks_with_duration_of, 399, 400},
      // For each millisecond: a rate error of 100 110 and 98 901 ppm.
      {WrongTimestampRate, in_timestamps_advancing_by, 994, 996},
      {LittleEndianSamples, in_circle_with_octets_swapped, 1, 0},
      {OddCoordinates, in_circle_from_zero, 1, 0},
      {UnknownService, in_waves_to_service, 0x80, 2},
      {Underrun, in_buffer_of_5_ms_with_datagram_later_by, 5001, 5000},
      {Overrun, in_buffer_of_5_ms_with_datagrams_ahead_by, 5001, 5000},

      {LimitWithoutValue, by_limit_of_deviation_with_datagrams, 1000, 1001},
      {BelowLimit, by_least_datagrams_of_100, 101, 100},
      {AboveLimit, by_most_datagrams_of_100, 99, 100},

      {NothingToCompare, compared_with_received, 0, 1},
      {TooManyToCompare, compared_with_clients, 4097, 4096},
      {OnlyInOneCapture, compared_with_clients_before_the_network, 2, 1},
      // The last datagram may have arrived after the end of the capture.
      {LostOnTheWay, compared_without_number_of_100, 98, 99},
      {DuplicatedOnTheWay, compared_with_copies_received, 2, 1},
      {OutOfOrder, compared_with_datagram_later_by, 1001, 999},
      {ChangedOnTheWay, compared_with_octet_changed, 100, kNowhere},
      // A sequence number that was sent arrives twice.
      {NotSent, compared_with_number_received_again, 1000, 40},
      {NotCompared, compared_captured_to, 757, 758},

      {OnlyInFirstReport, differing_first_of_streams, 2, 1},
      {OnlyInSecondReport, differing_second_of_streams, 2, 1},
      {NoStreamInReports, differing_by_streams_at_all, 0, 1},
      {ChangeWithoutValue, differing_by_metrics_told, 0, 1},
      {ChangedTooMuch, differing_by_5_allowed_and, -6, -5},

      {NotInAllRuns, merged_with_second_run_on_channel, 7, 0},
      {SameRunTwice, merged_with_second_run_later_by_us, 0, 1},
      {UnlikeRuns, merged_with_second_run_of_samples, 98, 99},
  });
}();

/// Other traffic for which a finding must not be reported, since the cause is a different one.
struct CaseWithoutFinding {
  parser::FindingKind kind{};
  FoundIn found_in{};
  int number = 0;
};

inline constexpr std::array kCasesWithoutFinding = [] {
  using enum parser::FindingKind;
  return std::to_array<CaseWithoutFinding>({
      // A datagram that arrived but cannot be read leaves a gap that the sender has not made.
      {MediaGap, in_message_size_beyond_its_octets, 1},
      {MediaGap, in_one_captured_to, 57},
      {ConfigurationGap, in_timestamp_off_by, 501},
      {ConfigurationGap, in_timestamp_off_by, -501},
      {EndlessFrames, in_frames_whose_end_was_overtaken, 5},
      {Duplicated, in_number_repeated_with_timestamp_later_by, 1000},
      {Lost, in_missing_numbers, 1023},
      {MediaGap, in_datagram_later_by, kNever},
      {MediaGap, in_datagram_later_by, 1001},
      {Overlaps, in_datagram_later_by, 1001},
      {Late, in_delay_of_3_ms_caught_up_over, 2000},
      {Malformed, in_one_captured_to, 57},
      {BrokenFragments, in_broken_ip_fragments_to_port, 53},
      {TooShort, in_one_captured_to, 45},
      {Surplus, in_two_datagrams_of_one_packet_captured_to, 128},
      {NewSockets, in_sockets_each_closed, 20},
      {NewSockets, in_sockets_at_a_time, 20},
      // Faster by 0.9999 of a tenth.
      {WrongTimestampRate, in_timestamps_advancing_by, 1005},
      // The bursts of a sender that fills a buffer first are no other rate.
      {WrongTimestampRate, in_buffer_of_5_ms_with_datagrams_ahead_by, 5001},
      {LittleEndianSamples, in_circle_of_8_bits, 0},
      {LittleEndianSamples, in_circle_of_8_bits, 0xFF},
  });
}();

static_assert(kFindingPairs.size() == parser::kFindingKinds, "a finding has no pair here, or two");
static_assert(std::ranges::is_sorted(kFindingPairs, std::ranges::less_equal{}, &FindingPair::kind),
              "one pair for each, in the order of FindingKind");

}  // namespace idn::test
