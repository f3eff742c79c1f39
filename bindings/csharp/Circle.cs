// SPDX-License-Identifier: MIT
// A green circle for one second. Usage: Circle.exe TARGET
using System;
using Idn;

static class Circle {
  static int Main(string[] arguments) {
    var circle = new Sample[1000];
    for (int i = 0; i < circle.Length; ++i) {
      double angle = 2 * Math.PI * i / circle.Length;
      circle[i].X = (short)(20000 * Math.Cos(angle));
      circle[i].Y = (short)(20000 * Math.Sin(angle));
      circle[i].G = 65535;
    }
    try {
      using (var engine = new Engine())
      using (var device = new Device(engine, arguments.Length > 0 ? arguments[0] : "127.0.0.1")) {
        device.Arm();
        for (int turn = 0; turn < 30; ++turn) device.Write(circle, TimeSpan.FromSeconds(1));
        device.Close(TimeSpan.FromSeconds(1));
      }
    } catch (Fault fault) {
      Console.Error.WriteLine(fault.Message);
      return 1;
    }
    return 0;
  }
}
