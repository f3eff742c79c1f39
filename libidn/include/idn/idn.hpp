// SPDX-License-Identifier: MIT
#pragma once

/// Umbrella header for applications: the client layer (in namespace idn), classes that draw pictures, clocks,
/// and the receiving loop. Protocol, captures and analysis have headers of their own.
///
/// The comment of each class states its thread safety, where "Threads: one owner" means not thread-safe (one
/// thread at a time), and which of its functions suit real-time threads: "Real-time: yes (no heap, lock, log)"
/// means that they neither allocate, wait nor write logs.
#include "idn/client/devices.hpp"
#include "idn/client/limits_file.hpp"
#include "idn/client/sample_receiver.hpp"
#include "idn/io/monotonic_clock.hpp"
#include "idn/io/now.hpp"
#include "idn/io/unit_loop.hpp"
#include "idn/picture/ilda_sequence.hpp"
#include "idn/picture/path.hpp"
#include "idn/picture/pattern.hpp"
#include "idn/picture/sequence_player.hpp"
#include "idn/picture/single_picture.hpp"
#include "idn/stream/receiver.hpp"

namespace idn {

using client::Device;
using client::DeviceInfo;
using client::DeviceOptions;
using client::Devices;
using client::DeviceStatus;
using client::Engine;
using client::EngineOptions;
using client::Event;
using client::EventKind;
using client::Expected;
using client::Fault;
using client::FaultCode;
using client::FillRequest;
using client::FrameOptions;
using client::Limit;
using client::LinkState;
using client::Location;
using client::Orientation;
using client::OutputLimits;
using client::OutputOptions;
using client::ReceivedSamples;
using client::ReceiverOptions;
using client::SampleReceiver;
using client::Search;
using client::SwitchAt;
using client::TickThreadStatus;

}  // namespace idn
