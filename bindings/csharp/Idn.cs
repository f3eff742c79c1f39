// SPDX-License-Identifier: MIT
// A thin layer over idn/idn.h by P/Invoke.
using System;
using System.Runtime.InteropServices;

namespace Idn {
/// One beam position with its colours, idn_sample_t: x and y -32768 to 32767, colours 0 (off) to 65535.
[StructLayout(LayoutKind.Sequential)]
public struct Sample {
  public short X, Y;
  public ushort R, G, B, Intensity, U1, U2, U3;
  public short XPrime, Z;
}

/// Cause and remedy in one line; Code is an IDN_ERR_...
public sealed class Fault : Exception {
  public readonly int Code;
  Fault(int code, string text) : base(text) { Code = code; }
  internal static void Check(int code) {
    if (code < 0) throw new Fault(code, Marshal.PtrToStringAnsi(Native.idn_last_error()));
  }
}

/// Sends the streams of its devices on time, from a thread of its own.
public sealed class Engine : SafeHandle {
  public Engine() : base(IntPtr.Zero, true) {
    Fault.Check(Native.idn_engine_create(IntPtr.Zero, out handle));
  }
  public override bool IsInvalid { get { return handle == IntPtr.Zero; } }
  protected override bool ReleaseHandle() { return Native.idn_engine_destroy(handle) == 0; }
}

/// One projector, dark until armed. Dispose() is dark and closed at once; Close() plays the queue first.
public sealed class Device : SafeHandle {
  long playOut;
  public Device(Engine engine, string target, uint rate = 30000) : base(IntPtr.Zero, true) {
    var options = new Native.DeviceOptions { Rate = rate };
    options.StructSize = (uint)Marshal.SizeOf(options);
    Fault.Check(Native.idn_device_open(engine, target, ref options, out handle));
  }
  public void Arm(bool armed = true) { Fault.Check(Native.idn_device_arm(this, armed ? 1 : 0)); }
  /// Waits for room, for `timeout` at most.
  public void Write(Sample[] samples, TimeSpan timeout) {
    Fault.Check(Native.idn_device_write(this, samples, (UIntPtr)samples.Length, timeout.Ticks * 100));
  }
  public void Close(TimeSpan longest) {
    playOut = longest.Ticks * 100;
    Close();
  }
  public override bool IsInvalid { get { return handle == IntPtr.Zero; } }
  protected override bool ReleaseHandle() { return Native.idn_device_close(handle, playOut) == 0; }
}

static class Native {
  /// The first members of idn_device_options_t; the library takes the rest as default.
  [StructLayout(LayoutKind.Sequential)]
  internal struct DeviceOptions {
    public uint StructSize, Rate;
    public long Latency, Hold;
  }
  const string Library = "idn";  // libidn.so, idn.dll
  const CallingConvention C = CallingConvention.Cdecl;
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr idn_last_error();
  [DllImport(Library, CallingConvention = C)]
  internal static extern int idn_engine_create(IntPtr options, out IntPtr engine);
  [DllImport(Library, CallingConvention = C)] internal static extern int idn_engine_destroy(IntPtr engine);
  [DllImport(Library, CallingConvention = C)]
  internal static extern int idn_device_open(Engine engine, [MarshalAs(UnmanagedType.LPUTF8Str)] string target,
                                             ref DeviceOptions options, out IntPtr device);
  [DllImport(Library, CallingConvention = C)] internal static extern int idn_device_arm(Device device, int armed);
  [DllImport(Library, CallingConvention = C)]
  internal static extern int idn_device_write(Device device, [In] Sample[] samples, UIntPtr count, long timeout);
  [DllImport(Library, CallingConvention = C)]
  internal static extern int idn_device_close(IntPtr device, long playOut);
}
}
