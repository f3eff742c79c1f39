// SPDX-License-Identifier: MIT
// The state of a fleet, and a button that makes it dark, over the WebSocket of nats-server. scripts/fleet-page bundles it with its client.
import { Kvm } from "@nats-io/kv";
import { nkeyAuthenticator, wsconnect } from "@nats-io/nats-core";

const AWAY_MS = 5000;
const CONFIRM_MS = 2000;
const agents = new Map(); // states by name
let connection = null;

const element = (id) => document.getElementById(id);
const say = (text) => { element("said").textContent = text; };

function make(tag, text, ...children) {
  const made = document.createElement(tag);
  if (text !== "") made.textContent = text;
  made.append(...children);
  return made;
}

function isAway(state) {
  return Date.now() - state.unix_ns / 1e6 > AWAY_MS;
}

function rowsOf(state) {
  const last = state.last;
  return [
    ["show", state.show || "-"],
    ["cue", state.cue || "-"],
    ["projectors", `${state.lit} of ${state.projectors} lit`],
    ["playing", state.playing],
    ["late", `${state.lateness_us.toFixed(0)} us`],
    ["dark against wish", `${(100 * state.dark_share).toFixed(1)} %`],
    ["last cue", last === null ? "-" : last.late_us === null ? last.outcome : `${last.late_us.toFixed(0)} us late`],
    ...Object.entries(state.troubles),
    ["clock", state.clock_error_us === null ? "not kept" : `${state.clock_error_us.toFixed(0)} us`],
  ];
}

function cardOf(name, state) {
  const away = isAway(state);
  const word = away ? "AWAY" : state.player !== "plays" ? state.player : state.light ? "LIGHT" : "DARK";
  const card = make("section", "", make("h2", name, make("span", word)));
  card.className = away ? "away" : state.player === "ended" ? "ended" : state.light ? "light" : "";
  if (!away) card.append(make("dl", "", ...rowsOf(state).flatMap(([term, value]) => [make("dt", term), make("dd", String(value))])));
  return card;
}

function draw() {
  element("agents").replaceChildren(...[...agents].sort().map(([name, state]) => cardOf(name, state)));
}

async function watchAgents() {
  const bucket = await new Kvm(connection).open("idn_agents", { bindOnly: true });
  for await (const entry of await bucket.watch()) {
    if (entry.operation === "PUT") agents.set(entry.key, entry.json());
    else agents.delete(entry.key);
    draw();
  }
}

async function watchConnection() {
  for await (const status of connection.status()) {
    if (status.type === "disconnect") say("NOT CONNECTED; the projectors play on");
    if (status.type === "reconnect") say("connected again");
    // A viewer may not command.
    if (status.type === "error" && /permissions violation/i.test(String(status.error))) say(`not allowed: ${status.error.message}`);
  }
}

async function connect(event) {
  event.preventDefault();
  const file = element("key").files[0];
  const options = { servers: element("server").value, maxReconnectAttempts: -1, pingInterval: 2000, maxPingOut: 2 };
  if (file) {
    options.authenticator = nkeyAuthenticator(new TextEncoder().encode((await file.text()).trim()));
    options.inboxPrefix = `_INBOX_${file.name.replace(/\.nk$/, "")}`;
  }
  try {
    if (connection) await connection.close();
    connection = await wsconnect(options);
  } catch (problem) {
    say(`cannot connect: ${problem.message}`);
    return;
  }
  say("connected");
  element("dark").disabled = false;
  watchConnection();
  watchAgents().catch((problem) => say(`no state of agents: ${problem.message}`));
}

// As idn-fleet dark does: by core NATS at once, and by the stream.
function goDark() {
  const id = crypto.randomUUID().replaceAll("-", "");
  const waits = new Set([...agents.keys()]);
  const sent = connection.subscribe(`idn.fleet.told.*.${id}`, {
    callback: (problem, message) => {
      const outcome = problem ? null : message.json();
      if (outcome && outcome.outcome === "done") waits.delete(outcome.agent);
      if (waits.size === 0) say("DARK, confirmed by all");
    },
  });
  const ns = (BigInt(Date.now()) + 1n) * 1000000n;
  connection.publish("idn.fleet.command", `{"action": "dark", "id": "${id}", "sent_ns": ${ns}, "to": []}`);
  say("dark ...");
  setTimeout(() => {
    sent.unsubscribe();
    if (waits.size > 0) say(`DID NOT CONFIRM: ${[...waits].sort().join(", ")}`);
  }, CONFIRM_MS);
}

element("connect").addEventListener("submit", connect);
element("dark").addEventListener("click", goDark);
setInterval(draw, 1000);
