import 'reflect-metadata';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { definePlugin, Env, type HostServices, type PluginManifest, type Subscriber } from '@archivolt/plugin-kit';
import { IsString } from 'class-validator';
import { Clock } from '#ground/kernel';
import type { LoadedPlugin } from './load-plugins.js';
import { PluginHost } from './plugin-host.js';

class ChatConfig {
  @Env('SUBSCRIBER_CHAT_KEY', { secret: true }) @IsString() key: string = 's3cr3t/value';
}

const noDatabase = (): Promise<never> => Promise.reject(new Error('there is no database here'));
const noNetwork = (): Promise<never> => Promise.reject(new Error('there is no network here'));
const shared = {
  dataDir: tmpdir(),
  sql: { query: noDatabase, transaction: noDatabase },
  controlSql: { query: noDatabase },
  networkFor: () => ({ http: { send: noNetwork, stream: noNetwork }, lookup: noNetwork }),
  clock: new Clock(),
};
const { signal } = new AbortController();

function loaded(id: string, provides: PluginManifest['provides'], changes: Partial<LoadedPlugin> = {}): LoadedPlugin {
  const manifest = definePlugin({ id, contract: 2, config: ChatConfig, provides });
  const kinds = Object.keys(provides) as LoadedPlugin['kinds'];
  return { id, packageName: id, version: '1.0.0', kinds, manifest, config: new ChatConfig(), ...changes };
}

const chat = (create: (host: HostServices<object>) => unknown, changes: Partial<LoadedPlugin> = {}) =>
  loaded(
    'subscriber-chat',
    { subscriber: { events: ['document:created'], create: create as () => Subscriber } },
    changes,
  );

const openFirst = (host: PluginHost) => {
  const [subscriber] = host.all('subscriber');
  if (!subscriber) throw new Error('there is no subscriber');
  return host.open('subscriber', subscriber);
};

describe('PluginHost', () => {
  it.each<[unknown, RegExp]>([
    [undefined, /`create` returned undefined instead of an object/],
    ['ok', /`create` returned string/],
    [{}, /`create` returned an object without the method `handle`/],
    [{ handle: () => undefined, close: true }, /whose `close` is not a function/],
  ])('rejects a `create` that returns %j with what is missing', async (created, reason) => {
    const host = new PluginHost([chat(() => created)], shared);
    await expect(openFirst(host)).rejects.toThrow(reason);
    await expect(openFirst(host)).rejects.toThrow(
      /the plugin subscriber-chat does not work[^]*\nRemedy: correct provides\.subscriber\.create/,
    );
  });

  it('names the place in the files of the plugin, keeps its remedy, and shows no secret', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plugin-host-'));
    mkdirSync(join(folder, 'src'));
    const plugin = chat(
      ({ config }) => {
        const error = new Error(`401 for key ${(config as ChatConfig).key}.\nRemedy: correct SUBSCRIBER_CHAT_KEY.`);
        error.stack = `Error: 401\n    at open (${folder}/src/chat.ts:12:5)\n    at other (/elsewhere/x.ts:1:1)`;
        throw error;
      },
      { folder },
    );
    const host = new PluginHost([plugin], shared);
    await expect(openFirst(host)).rejects.toThrow(
      'the plugin subscriber-chat does not work: 401 for key *** (src/chat.ts:12).\nRemedy: correct SUBSCRIBER_CHAT_KEY.',
    );
    expect(host.statusOf(plugin)).toEqual({ state: 'failing', lastError: expect.stringContaining('401 for key ***') });
    rmSync(folder, { recursive: true });
  });

  it('opens each instance of an intake with its own settings', async () => {
    const seen: unknown[] = [];
    const intake = loaded(
      'intake-folder',
      {
        intake: {
          create: ({ config }) => {
            seen.push(config);
            return { run: async () => undefined };
          },
        },
      },
      {
        instances: [
          { name: 'a', config: { path: '/a' } },
          { name: 'b', config: { path: '/b' } },
        ],
      },
    );
    const host = new PluginHost([intake], shared);
    const [provided] = host.all('intake');
    if (!provided) throw new Error('there is no intake');
    for (const { name } of host.instancesOf(intake)) await host.open('intake', provided, name);
    expect(seen).toEqual([{ path: '/a' }, { path: '/b' }]);
  });

  it('closes what was opened last first, and waits for a start that is going on', async () => {
    const closed: string[] = [];
    const closing = (id: string) =>
      loaded(id, {
        subscriber: {
          events: ['document:created'],
          create: () => ({ handle: async () => undefined, close: async () => void closed.push(id) }),
        },
      });
    const host = new PluginHost([closing('subscriber-a'), closing('subscriber-b')], shared);
    for (const provided of host.all('subscriber')) void host.open('subscriber', provided);
    await host.onApplicationShutdown();
    expect(closed).toEqual(['subscriber-b', 'subscriber-a']);
  });

  it('checks every plugin in use, also one that was not started, and leaves out what is not chosen', async () => {
    const away = chat(() => ({
      handle: async () => undefined,
      check: () => Promise.reject(new Error('chat.example does not respond')),
    }));
    const tagger = loaded('auto-tagger-acme', {
      'auto-tagger': { create: () => Promise.reject(new Error('must not be created')) },
    });
    const host = new PluginHost([away, tagger], shared);
    expect(await host.checkAll(signal)).toEqual([
      { plugin: away, error: expect.stringContaining('chat.example does not respond') },
    ]);
    expect(host.statusOf(tagger)).toEqual({ state: 'not started', lastError: undefined });
  });
});
