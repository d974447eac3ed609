// Sounds, synthesised: a few tones and a little noise each. Browsers allow none before a gesture, so this file is
// loaded with the first one. Nothing is told by sound alone.

import { recall, remember } from "./prefs.js";

// Every part: wave, from Hz, to Hz, seconds, loudness, start. "noise" is filtered around its frequency.
const SOUNDS = {
  "take up": [["sine", 420, 560, 0.06, 0.3]],
  "put down": [["triangle", 240, 150, 0.09, 0.6], ["noise", 900, 500, 0.04, 0.25]],
  spell: [["sine", 520, 1040, 0.28, 0.3], ["sine", 784, 1568, 0.3, 0.2, 0.06]],
  strike: [["noise", 1800, 500, 0.09, 0.7], ["square", 190, 90, 0.08, 0.2]],
  death: [["sawtooth", 220, 60, 0.3, 0.25], ["noise", 500, 200, 0.22, 0.25]],
  "direct hit": [["sine", 130, 45, 0.28, 1], ["noise", 700, 150, 0.16, 0.5]],
  draw: [["noise", 2600, 4200, 0.09, 0.3]],
  coin: [["square", 1320, 1320, 0.05, 0.12], ["square", 1760, 1760, 0.16, 0.12, 0.05]],
  door: [["noise", 260, 180, 0.3, 0.6], ["sawtooth", 90, 70, 0.26, 0.2]],
  dice: [["noise", 3000, 2500, 0.03, 0.5], ["noise", 2600, 2200, 0.03, 0.5, 0.1], ["noise", 2300, 1800, 0.04, 1, 0.2]],
  flip: [["noise", 1500, 3200, 0.1, 0.35]],
  "your turn": [["sine", 660, 660, 0.1, 0.35], ["sine", 880, 880, 0.2, 0.35, 0.1]],
  "ten seconds left": [["triangle", 988, 988, 0.09, 0.5], ["triangle", 988, 988, 0.09, 0.5, 0.18]],
  refused: [["square", 150, 130, 0.12, 0.2]],
  win: [["sine", 523, 523, 0.14, 0.5], ["sine", 659, 659, 0.14, 0.5, 0.13], ["sine", 784, 784, 0.4, 0.5, 0.26]],
  loss: [["sine", 392, 392, 0.18, 0.5], ["sine", 330, 330, 0.18, 0.5, 0.17], ["sine", 262, 262, 0.45, 0.5, 0.34]],
};

/** The names of all sounds. */
export const NAMES = Object.keys(SOUNDS);
/** What is heard: {volume: 0..1, mute, off: [names]}. */
export const settings = { volume: 0.6, mute: false, off: [], ...recall("sound") };

/** Change what is heard, and remember it. */
export function set(change) {
  Object.assign(settings, change);
  remember("sound", settings);
}

let context = null;
let hiss = null;

/** Play a sound. */
export function play(name) {
  if (settings.mute || !settings.volume || settings.off.includes(name) || !SOUNDS[name]) return;
  context ||= new AudioContext();
  if (context.state !== "running") context.resume();
  for (const part of SOUNDS[name]) tone(...part);
}

function tone(wave, from, to, seconds, loudness, start = 0) {
  const at = context.currentTime + start, end = at + seconds;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loudness * settings.volume * 0.4, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(context.destination);
  const source = wave === "noise" ? noise(from, to, at, end, gain) : context.createOscillator();
  if (wave !== "noise") {
    source.type = wave;
    glideTo(source.frequency, from, to, at, end);
    source.connect(gain);
  }
  source.start(at);
  source.stop(end);
}

function noise(from, to, at, end, gain) {
  if (!hiss) {
    hiss = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const data = hiss.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  const [source, filter] = [context.createBufferSource(), context.createBiquadFilter()];
  source.buffer = hiss;
  filter.type = "bandpass";
  glideTo(filter.frequency, from, to, at, end);
  source.connect(filter).connect(gain);
  return source;
}

function glideTo(frequency, from, to, at, end) {
  frequency.setValueAtTime(from, at);
  frequency.exponentialRampToValueAtTime(to, end);
}
