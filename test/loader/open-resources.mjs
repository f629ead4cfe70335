// What a test file has opened and not closed: timers, sockets, servers, child processes, threads, watchers, files.
import { createHook } from 'node:async_hooks';
import fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const WATCHED = /^(Timeout|(TCP|UDP|PIPE|PROCESS|WORKER|FSEVENT|STATWATCHER|SIGNAL|MESSAGEPORT)\w*)$/;
const IN_REPOSITORY = /\/(apps|config|libs|plugins|test)\//;
const DESCRIPTORS = '/proc/self/fd';
const STEP_MS = 10;
/** From a timer of a package to the code that wants it. Those of jest, 100, cost four times as much at every timer. */
const FRAMES = 25;

/** An error with the calls that have led here. */
function placeOf() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const place = new Error();
  Error.stackTraceLimit = limit;
  return place;
}

export class OpenResources {
  #open = new Map();
  #hook = createHook({
    init: (id, type, _, resource) => {
      if (WATCHED.test(type)) this.#open.set(id, { type, resource, created: placeOf() });
    },
    destroy: (id) => this.#open.delete(id),
    trackPromises: false,
  });

  begin() {
    this.#open.clear();
    this.#hook.enable();
  }

  /**
   * A line for each one that is still open after a while, in which closed sockets and children end, and the server drops
   * the rest of bodies that it does not read.
   */
  async left(folder, restMs = 8_000) {
    for (let waited = 0; waited < restMs && this.lines().length > 0; waited += STEP_MS) {
      this.#hook.disable();
      const pause = delay(STEP_MS);
      this.#hook.enable();
      await pause;
    }
    this.#hook.disable();
    return [...this.lines(), ...openFiles(folder)];
  }

  /** One for each that is open now. */
  lines() {
    return [...this.#open.values()].filter((each) => !endsByItself(each)).map(lineOf);
  }
}

/** A time limit that keeps nothing waiting, like that of a signal, which cannot be cleared. */
function endsByItself({ type, resource }) {
  return type === 'Timeout' && !resource.hasRef() && !resource._repeat;
}

function lineOf({ type, created }) {
  const frames = created.stack.split('\n').slice(3);
  const frame = frames.find((line) => IN_REPOSITORY.test(line) && !line.includes(import.meta.filename)) ?? frames[0];
  return `${type} ${frame?.trim()}`;
}

/** Open files below the folder, where the system lists them. */
function openFiles(folder) {
  const targetOf = (descriptor) => {
    try {
      return fs.readlinkSync(`${DESCRIPTORS}/${descriptor}`);
    } catch {
      return ''; // that of the list itself is closed
    }
  };
  const descriptors = fs.existsSync(DESCRIPTORS) ? fs.readdirSync(DESCRIPTORS) : [];
  return descriptors.map(targetOf).filter((target) => target.startsWith(folder));
}
