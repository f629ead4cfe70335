import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Intake } from '@archivolt/plugin-kit';
import { describe, expect, it } from '@jest/globals';
import type { PluginHost } from '#ground/plugin-host';
import { ConfiguredIntakes } from './configured-intakes.js';

const source = { pluginId: 'intake-test', instance: 'default' };
const endless = () => new Readable({ read: () => undefined });

describe('ConfiguredIntakes', () => {
  const intakesWith = (reopen: Intake['reopen']) => {
    const host: Pick<Record<keyof PluginHost, unknown>, 'all' | 'instancesOf' | 'open'> = {
      all: () => [{ plugin: { id: 'intake-test' } }],
      instancesOf: () => [{ name: 'default' }],
      open: () => Promise.resolve({ run: () => Promise.resolve(), reopen }),
    };
    return new ConfiguredIntakes(host as PluginHost);
  };

  it('closes a file that a plugin opens after the job has ended', async () => {
    const job = new AbortController();
    const opening = Promise.withResolvers<Readable>();
    const asked = Promise.withResolvers<void>();
    const reopening = intakesWith(() => {
      asked.resolve();
      return opening.promise;
    }).reopen(source, 'uid 7', job.signal);
    await asked.promise;
    job.abort(new Error('the process stops'));
    await expect(reopening).rejects.toThrow('the process stops');
    const late = endless();
    opening.resolve(late);
    await setImmediate();
    expect(late.destroyed).toBe(true);
  });

  it('closes an opened file when the job ends, even before anything reads it', async () => {
    const job = new AbortController();
    const content = endless();
    const opened = await intakesWith(() => Promise.resolve(content)).reopen(source, 'uid 7', job.signal);
    expect([opened, content.destroyed]).toEqual([content, false]);
    job.abort(new Error('the process stops'));
    await setImmediate();
    expect(content.destroyed).toBe(true);
  });

  it('opens nothing of a plugin or an instance that is not configured any more', async () => {
    const intakes = intakesWith(() => Promise.resolve(endless()));
    const { signal } = new AbortController();
    expect(await intakes.reopen({ ...source, pluginId: 'removed-test' }, 'uid 7', signal)).toBeUndefined();
    expect(await intakes.reopen({ ...source, instance: 'removed' }, 'uid 7', signal)).toBeUndefined();
  });
});
