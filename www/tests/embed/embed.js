// Stands in for the frame: what it says to the page around it, and what it hears; nothing of the engine.
"use strict";
const asked = new URLSearchParams(location.search);
const mood = asked.get("scenario") ?? "";
const say = (name, data) => parent.postMessage({ type: `reconcile-playground:${name}`, ...data }, "*");

let scenario = { version: 1, name: mood };
let moves = [];
let position = 0;
const heard = [];
const digest = () => `${scenario.name}@${position}`;
const state = () => ({ position, length: moves.length, digest: digest() });
const show = () => {
  document.documentElement.dataset.theme = asked.get("theme");
  document.documentElement.lang = asked.get("lang");
  document.querySelector("#state").textContent = JSON.stringify({ ...state(), lang: asked.get("lang"), theme: asked.get("theme"), hash: location.hash, heard });
};
const ready = () => say("ready", { version: 1, engine: "0.0.0", scenario, moves, ...state() });
const stepped = (from) => say("step", { ...state(), from, moves: moves.slice(from), revision: "7" });

addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  const name = data.type.split(":")[1];
  heard.push(name);
  if (name === "reset" || name === "goto") {
    position = name === "reset" ? 0 : Math.min(data.position, moves.length);
    stepped(moves.length);
  } else if (name === "open") {
    ({ scenario, moves } = data.session);
    position = moves.length;
    ready();
    stepped(0);
  } else if (name === "theme" || name === "lang") asked.set(name, data[name]);
  show();
});

document.querySelector("#step").addEventListener("click", () => {
  moves = [...moves.slice(0, position), { advance: { by: position + 1 } }];
  position += 1;
  document.querySelector("#tall").style.height = `${position * 100}px`;
  show();
  stepped(position - 1);
  if (position === 3) say("completed", { task: "create", digest: digest() });
});

// By the name of its scenario it is one that misbehaves.
if (mood === "refused") say("problem", { code: "notFound", message: "There is no scenario of this name." });
else if (mood === "wrong") {
  for (const wrong of [null, 7, "reconcile-playground:ready", { type: 7 }, { type: "ready", version: 1 }, { type: "reconcile-playground:ready", version: 1 }]) parent.postMessage(wrong, "*");
  say("ready", { version: 2, engine: "9", scenario, ...state() });
  say("ready", { version: 1, engine: "9", scenario: null, ...state() });
  say("ready", { version: 1, engine: "9", scenario, ...state(), position: 1 });
  say("step", { ...state(), from: 0, moves: [] });
} else if (mood !== "silent") {
  setTimeout(() => {
    ready();
    if (mood === "heights") for (const height of [null, "tall", NaN, -5, 3, {}, 1e9]) say("resize", { height });
    else if (mood !== "still") new ResizeObserver(() => say("resize", { height: document.documentElement.offsetHeight })).observe(document.documentElement);
  }, mood === "slow" ? 500 : 0);
}
show();
