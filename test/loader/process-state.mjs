// Settings of the process that a test file may change and must put back: environment, listeners, globals.
const OF_JEST = ['uncaughtException', 'unhandledRejection', 'rejectionHandled'];
/** Set by packages when they are loaded, which may be late. */
const OF_PACKAGES = ['VIPSHOME', 'MIKRO_ORM_COLORS'];
const GLOBALS = 'fetch Date Math performance process console setTimeout setInterval setImmediate queueMicrotask'.split(
  ' ',
);

export function processState() {
  const names = (all, without) => all.filter((name) => !without.includes(name));
  const listed = (all, valueOf) => Object.fromEntries(all.map((name) => [String(name), valueOf(name)]));
  return {
    env: listed(names(Object.keys(process.env), OF_PACKAGES), (name) => process.env[name]),
    listeners: listed(names(process.eventNames(), OF_JEST), (name) => process.listenerCount(name)),
    globals: listed(GLOBALS, (name) => globalThis[name]),
  };
}

/** A line for each setting that differs. */
export function differences(before, after) {
  const shown = (value) => (typeof value === 'function' ? 'a function' : value);
  return Object.keys(before).flatMap((kind) =>
    [...new Set([...Object.keys(before[kind]), ...Object.keys(after[kind])])]
      .filter((name) => before[kind][name] !== after[kind][name])
      .map((name) => `${kind} ${name}: ${shown(before[kind][name])} before, ${shown(after[kind][name])} after`),
  );
}

export function restoreProcess({ env, globals }) {
  for (const name of Object.keys(processState().env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  Object.assign(globalThis, globals);
}
