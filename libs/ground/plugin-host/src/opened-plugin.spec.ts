import { describe, expect, it } from '@jest/globals';
import { PermanentPluginError, TransientPluginError, type PluginLifecycle } from '@archivolt/plugin-kit';
import { OpenedPlugin, type Opening } from './opened-plugin.js';

const { signal } = new AbortController();
const forever = () => new Promise<never>(() => undefined);

function opening(create: Opening['create'], changes: Partial<Opening> = {}) {
  const warnings: string[] = [];
  const clock = { now: 0 };
  const opened = new OpenedPlugin({
    create,
    describe: (error) => `acme: ${(error as Error).message}`,
    warn: (message) => void warnings.push(message),
    now: () => clock.now,
    ...changes,
  });
  return { opened, warnings, clock };
}

describe('OpenedPlugin', () => {
  it('creates and starts once for callers at the same time', async () => {
    const calls: string[] = [];
    const plugin: PluginLifecycle = { start: async () => void calls.push('start') };
    const { opened } = opening(async () => {
      calls.push('create');
      return plugin;
    });
    expect(opened.state).toBe('not started');
    expect(await Promise.all([opened.open(), opened.open()])).toEqual([plugin, plugin]);
    expect(await opened.open()).toBe(plugin);
    expect(calls).toEqual(['create', 'start']);
    expect(opened.state).toBe('ready');
  });

  it('retries a failed start only after a pause that doubles up to 30 seconds', async () => {
    let attempts = 0;
    const { opened, clock } = opening(async () => {
      attempts += 1;
      throw new Error('the service is away');
    });
    await expect(opened.open()).rejects.toThrow('acme: the service is away');
    const pauses: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const began = clock.now;
      const before = attempts;
      while (attempts === before) {
        clock.now += 500;
        await expect(opened.open()).rejects.toBeInstanceOf(TransientPluginError);
      }
      pauses.push(clock.now - began);
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(opened.state).toBe('failing');
    expect(opened.lastError).toBe('acme: the service is away');
  });

  it('a plugin works again after the service is back, and its error is cleared', async () => {
    let isAway = true;
    const { opened, clock } = opening(async () => {
      if (isAway) throw new Error('away');
      return {};
    });
    await expect(opened.open()).rejects.toThrow('away');
    isAway = false;
    clock.now += 1_000;
    await expect(opened.open()).resolves.toEqual({});
    expect([opened.state, opened.lastError]).toEqual(['ready', undefined]);
  });

  it('keeps a permanent error permanent', async () => {
    const { opened } = opening(async () => {
      throw new PermanentPluginError('the key was rejected');
    });
    await expect(opened.open()).rejects.toBeInstanceOf(PermanentPluginError);
    await expect(opened.open()).rejects.toBeInstanceOf(PermanentPluginError); // during the pause
  });

  it('closes what was created when its start throws', async () => {
    let isClosed = false;
    const plugin: PluginLifecycle = {
      start: () => Promise.reject(new Error('no connection')),
      close: async () => void (isClosed = true),
    };
    const { opened } = opening(async () => plugin);
    await expect(opened.open()).rejects.toThrow('no connection');
    await Promise.resolve();
    expect(isClosed).toBe(true);
  });

  it('closes what `create` returns too late, without starting it', async () => {
    const calls: string[] = [];
    let finish: (plugin: PluginLifecycle) => void = () => undefined;
    const { opened } = opening(() => new Promise((resolve) => (finish = resolve)), { timeLimit: 20 });
    await expect(opened.open()).rejects.toThrow('`create` and `start` did not respond within 0.02 s');
    const closed = new Promise<void>((resolve) =>
      finish({
        start: async () => void calls.push('start'),
        close: async () => {
          calls.push('close');
          resolve();
        },
      }),
    );
    await closed;
    expect(calls).toEqual(['close']);
  });

  it('reports a failing check, and the next one that succeeds', async () => {
    let fault: Error | undefined = new Error('it does not respond');
    const { opened } = opening(async () => ({
      check: async () => {
        if (fault) throw fault;
      },
    }));
    await opened.open();
    await expect(opened.check(signal)).rejects.toThrow('acme: it does not respond');
    expect(opened.state).toBe('failing');
    await expect(opened.open()).resolves.toBeDefined(); // it may work for other calls
    fault = undefined;
    await opened.check(signal);
    expect(opened.state).toBe('ready');
  });

  it('ends a check and a close that hang', async () => {
    const { opened, warnings } = opening(async () => ({ check: forever, close: forever }), { timeLimit: 20 });
    await opened.open();
    await expect(opened.check(signal)).rejects.toThrow('`check` did not respond within 0.02 s');
    await opened.close();
    expect(warnings).toEqual(['acme: `close` did not respond within 0.02 s']);
  });

  it('a closed plugin is not opened any more', async () => {
    const { opened } = opening(async () => ({}));
    await opened.close();
    await expect(opened.open()).rejects.toThrow('the server is stopping');
  });
});
