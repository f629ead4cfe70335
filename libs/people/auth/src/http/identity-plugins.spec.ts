import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PermanentPluginError, type Identity } from '@archivolt/plugin-kit';
import { Clock } from '#ground/kernel';
import type { PluginHost } from '#ground/plugin-host';
import { IdentityPlugins } from './identity-plugins.js';

/** A host with one identity plugin, whose starts end as listed. */
function hostWith(...starts: (Error | Identity)[]): PluginHost {
  const open = async () => {
    const end = starts.shift();
    if (end instanceof Error) throw end;
    return end;
  };
  return { all: () => [{ plugin: { id: 'identity-acme' }, declaration: {} }], open } as unknown as PluginHost;
}

describe('IdentityPlugins', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    Logger.overrideLogger(false);
  });
  afterEach(() => {
    jest.useRealTimers();
    Logger.overrideLogger(true);
  });

  it('starts a plugin that could not start before, and offers it from then on', async () => {
    const identity: Identity = { signInProviders: [{ id: 'acme', name: 'Acme' }] };
    const plugins = await IdentityPlugins.open(
      hostWith(new Error('ECONNREFUSED'), new Error('503'), identity),
      new Clock(),
    );
    const before = plugins.opened;
    expect(before).toEqual([]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(plugins.opened).toBe(before);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(plugins.opened).toEqual([{ pluginId: 'identity-acme', identity }]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('starts the others again when one of them later turns out not to work', async () => {
    const starts: Record<string, (Error | Identity)[]> = {
      'identity-a': [new Error('503'), new PermanentPluginError('the client id is unknown')],
      'identity-b': [new Error('503'), new Error('503'), {}],
    };
    const open = (_: string, { plugin: { id } }: { plugin: { id: string } }) => {
      const end = starts[id]?.shift();
      return end instanceof Error ? Promise.reject(end) : Promise.resolve(end);
    };
    const all = () => Object.keys(starts).map((id) => ({ plugin: { id }, declaration: {} }));
    const plugins = await IdentityPlugins.open({ all, open } as unknown as PluginHost, new Clock());
    for (let attempt = 0; attempt < 3; attempt += 1) await jest.advanceTimersByTimeAsync(30_000);
    expect(plugins.opened.map(({ pluginId }) => pluginId)).toEqual(['identity-b']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('makes no further attempt when the process stops', async () => {
    const plugins = await IdentityPlugins.open(hostWith(new Error('ECONNREFUSED')), new Clock());
    plugins.beforeApplicationShutdown();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('stops the start of the server for a plugin that can never work', async () => {
    const refused = IdentityPlugins.open(hostWith(new PermanentPluginError('the client id is unknown')), new Clock());
    await expect(refused).rejects.toThrow('the client id is unknown');
    await expect(IdentityPlugins.open(hostWith({ idPrefixes: { user: 'x' } }), new Clock())).rejects.toThrow(
      'the plugin identity-acme cannot be used: `idPrefixes` names user, whose ids belong to the product.\nRemedy: ',
    );
  });
});
