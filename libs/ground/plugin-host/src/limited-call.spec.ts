import { describe, expect, it } from '@jest/globals';
import { limitedCall } from './limited-call.js';

const running = new AbortController().signal;

describe('limitedCall', () => {
  it('returns what the plugin returns', async () => {
    expect(await limitedCall('plugin-x', { seconds: 60, signal: running }, async () => 'done')).toBe('done');
  });

  it('passes an error of the plugin on, also one that is thrown before a promise is returned', async () => {
    const fails = () => {
      throw new Error('no connection');
    };
    await expect(limitedCall('plugin-x', { seconds: 60, signal: running }, fails)).rejects.toThrow('no connection');
  });

  it('fails with an error that names the plugin when the plugin ignores the signal', async () => {
    const hangs = () => new Promise<never>(() => undefined);
    await expect(limitedCall('plugin-x', { seconds: 0.01, signal: running }, hangs)).rejects.toMatchObject({
      name: 'TransientPluginError',
      message: 'plugin-x did not respond within 0.01 s',
    });
  });

  it('aborts the signal of the call after the time limit, and reports the time limit', async () => {
    const obeys = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted by the caller')));
      });
    await expect(limitedCall('plugin-x', { seconds: 0.01, signal: running }, obeys)).rejects.toThrow(
      'plugin-x did not respond within 0.01 s',
    );
  });

  it('ends when the caller aborts, and does not call the plugin after that', async () => {
    const abort = new AbortController();
    const call = limitedCall(
      'plugin-x',
      { seconds: 60, signal: abort.signal },
      () => new Promise<never>(() => undefined),
    );
    abort.abort(new Error('the server stops'));
    await expect(call).rejects.toThrow('the server stops');
    let calls = 0;
    const next = limitedCall('plugin-x', { seconds: 60, signal: abort.signal }, async () => (calls += 1));
    await expect(next).rejects.toThrow('the server stops');
    expect(calls).toBe(0);
  });
});
