// Says what a file is doing, and what it has open, when none of its tests and hooks has ended for a minute.
const QUIET_MS = 60_000;
const LOOK_MS = 1_000;
const now = performance.now.bind(performance); // a test may replace it

export class Watchdog {
  #doing;
  #since;

  constructor(file, openLines, quietMs = QUIET_MS) {
    this.file = file;
    this.openLines = openLines;
    this.quietMs = quietMs;
    this.timer = setInterval(() => this.#look(), Math.min(LOOK_MS, quietMs)).unref();
  }

  /** An event of jest-circus. */
  note({ name, test, hook }) {
    if (name === 'test_fn_start') this.#begin(`the test "${titleOf(test)}"`);
    else if (name === 'hook_start') this.#begin(`${hook.type} of "${titleOf(hook.parent)}"`);
    else if (name === 'run_finish') this.#doing = undefined;
  }

  end() {
    clearInterval(this.timer);
  }

  #begin(doing) {
    this.#doing = doing;
    this.#since = now();
  }

  #look() {
    if (this.#doing === undefined || now() - this.#since < this.quietMs) return;
    const open = this.openLines().map((line) => `\n  ${line}`);
    process.stderr.write(`${this.file}: ${this.#doing} has taken ${this.quietMs / 1000} s. Open:${open.join('')}\n`);
    this.#since = now();
  }
}

function titleOf({ name, parent }) {
  return parent === undefined || parent.name === 'ROOT_DESCRIBE_BLOCK' ? name : `${titleOf(parent)} ${name}`;
}
