// SPDX-License-Identifier: MIT
#pragma once

/// Umbrella header for applications: the client layer (in namespace idn), and classes that draw pictures.
/// Protocol, captures, analysis and the receiving loop have headers of their own.
///
/// The comment of each class states its thread safety, where "Threads: one owner" means not thread-safe (one
/// thread at a time), and which of its functions suit real-time threads: "Real-time: yes (no heap, lock, log)"
/// means that they neither allocate, wait nor write logs.
#include "idn/client/devices.hpp"
#include "idn/client/sample_receiver.hpp"
#include "idn/io/now.hpp"
#include "idn/output/output_limits.hpp"
#include "idn/picture/drawing.hpp"
#include "idn/picture/path.hpp"
#include "idn/picture/pattern.hpp"
#include "idn/picture/sequence.hpp"
#include "idn/picture/sequence_player.hpp"

namespace idn {

using client::AckSummary;
using client::DatagramOptions;
using client::DatagramSamples;
using client::Device;
using client::DeviceInfo;
using client::DeviceOptions;
using client::Devices;
using client::DeviceStatus;
using client::Engine;
using client::EngineOptions;
using client::Event;
using client::EventKind;
using client::ExpertOptions;
using client::FillRequest;
using client::FrameOptions;
using client::kUsualFormat;
using client::LatencyShares;
using client::Limit;
using client::LinkState;
using client::Location;
using client::max_frame_samples;
using client::MoveTiming;
using client::OutputCounts;
using client::possible_samples;
using client::ReceivedSamples;
using client::ReceiverOptions;
using client::ReceiverState;
using client::Refusals;
using client::SampleCodec;
using client::SampleFormat;
using client::SampleReceiver;
using client::samples_per_datagram;
using client::Search;
using client::share_latency;
using client::SharedWriters;
using client::SwitchAt;
using client::TickThreadStatus;
using client::to_string;
using client::UnitEvent;
using client::validate;
using io::monotonic_now;
using io::WaitMode;
using output::Brightness;
using output::Keystone;
using output::load_limits;
using output::machine_limits;
using output::Orientation;
using output::OutputLimits;
using output::OutputOptions;
using picture::Drawing;
using picture::Path;

}  // namespace idn
