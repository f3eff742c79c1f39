// SPDX-License-Identifier: MIT
#pragma once

/// What an application opens: everything of the client layer, in namespace idn.
#include "idn/client/devices.hpp"
#include "idn/client/sample_receiver.hpp"

namespace idn {

using client::Device;
using client::DeviceInfo;
using client::DeviceOptions;
using client::Devices;
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
using client::Status;
using client::SwitchAt;
using client::TickThreadStatus;

}  // namespace idn
