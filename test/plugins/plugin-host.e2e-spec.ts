import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { definePlugin, type HostServices, type Subscriber } from '@archivolt/plugin-kit';
import pg from 'pg';
import { ServerConfig } from '#config/server';
import { Diagnostics, type CheckReport } from '#ground/features';
import { openInstallation } from '#operation/installation';
import { migratePlugins, PluginHost, type LoadedPlugin } from '#ground/plugin-host';
import { Caller } from '../e2e/caller.js';
import { runCliHere } from '../e2e/run-cli-here.js';
import { startApp, type TestApp } from '../support/app.js';
import { runCli } from '../support/run-cli.js';

function subscriber(id: string, create: (host: HostServices<object>) => Promise<Subscriber>): LoadedPlugin {
  const manifest = definePlugin({ id, contract: 2, provides: { subscriber: { events: ['tag:created'], create } } });
  return { id, packageName: id, version: '1.0.0', kinds: ['subscriber'], manifest, config: undefined };
}

describe('the plugins of a running server', () => {
  let app: TestApp;
  let administrator: Caller;
  let lastRun: unknown;

  const away = subscriber('subscriber-away', () =>
    Promise.reject(new Error('chat.example does not respond.\nRemedy: start the chat.')),
  );
  const keeper = subscriber('subscriber-keeper', async ({ state }) => ({
    handle: async () => undefined,
    close: async () => {
      await state.set('last', 'run');
      lastRun = await state.get('last');
    },
  }));
  const open = (plugin: LoadedPlugin) => {
    const host = app.app.get(PluginHost);
    const provided = host.all('subscriber').find((each) => each.plugin === plugin);
    if (!provided) throw new Error(`${plugin.id} is not loaded`);
    return host.open('subscriber', provided);
  };
  const statuses = async () => {
    const { body } = await administrator.get('/api/admin/plugins');
    const { plugins } = body as { plugins: { id: string; state: string; lastError: string | null }[] };
    return new Map(plugins.map(({ id, state, lastError }) => [id, { state, lastError }]));
  };

  beforeAll(async () => {
    app = await startApp({}, { plugins: [away, keeper] });
    const { port } = app.installation.config(ServerConfig);
    administrator = new Caller(app.baseUrl, `http://localhost:${port}`);
    const account = { name: 'First', email: 'first@example.com', password: 'correct horse' };
    expect((await administrator.post('/api/auth/sign-up/email', account)).status).toBe(200);
  });
  afterAll(() => app.close());

  it('administrators see which plugins fail and why, while the server stays healthy', async () => {
    expect((await statuses()).get('subscriber-away')).toEqual({ state: 'not started', lastError: null });
    await expect(open(away)).rejects.toThrow('chat.example does not respond');
    await open(keeper);
    const found = await statuses();
    expect(found.get('subscriber-away')).toEqual({
      state: 'failing',
      lastError: 'the plugin subscriber-away does not work: chat.example does not respond.\nRemedy: start the chat.',
    });
    expect(found.get('subscriber-keeper')).toEqual({ state: 'ready', lastError: null });
    expect(found.get('search-segments')).toEqual({ state: 'ready', lastError: null });
    expect(found.get('extraction-pdf')).toEqual({ state: 'ready', lastError: null }); // runs in another process
    expect((await administrator.get('/api/health')).status).toBe(200);
  });

  it('failing plugins are findings of the diagnostics, each with its remedy', async () => {
    const reports: CheckReport[] = [];
    const { signal } = new AbortController();
    for await (const report of app.app.get(Diagnostics, { strict: false }).run(signal))
      if (report.name === 'plugins') reports.push(report);
    expect(reports).toEqual([
      {
        name: 'plugins',
        status: 'problem',
        message: 'the plugin subscriber-away does not work: chat.example does not respond.',
        remedy: 'start the chat.',
      },
    ]);
  });

  it('plugins are closed while the database is still open', async () => {
    const other = await startApp({}, { plugins: [keeper] });
    const host = other.app.get(PluginHost);
    const [provided] = host.all('subscriber');
    if (!provided) throw new Error('the subscriber is not loaded');
    await host.open('subscriber', provided);
    await other.close();
    expect(lastRun).toBe('run');
  });

  it('a misspelt setting of a plugin is named at the start', async () => {
    const warnings: string[] = [];
    const silent = () => undefined;
    const installation = await openInstallation(
      {
        NODE_ENV: 'test',
        DATA_DIR: app.dataDir,
        DATABASE_URL: app.installation.databaseUrl,
        STORAGE_LOCAL_ROOT: '/files',
        EXTRACTION_TIMEOUT_MS: '60000',
      },
      'owner',
      { info: silent, error: silent, warn: (message) => void warnings.push(message) },
    );
    await installation.close();
    expect(warnings).toEqual([
      'Nothing reads STORAGE_LOCAL_ROOT: the plugin storage-local has no such setting; it has DOCUMENT_STORAGE_FILESYSTEM_ROOT',
    ]);
  });

  describe('in commands', () => {
    let settings: Record<string, string>;
    beforeAll(() => {
      settings = {
        NODE_ENV: 'test',
        DATA_DIR: app.dataDir,
        DATABASE_URL: app.installation.databaseUrl,
        PORT: new URL(app.baseUrl).port,
      };
    });

    it('plugins are listed with the ones that the settings choose', async () => {
      const { output, code } = await runCli(['plugins', 'list'], { ...settings, PLUGINS_DISABLED: 'extraction-image' });
      expect(output).toMatch(/^storage-local +1\.0\.0 +storage +in use +@archivolt\/storage-local$/m);
      expect(output).not.toMatch(/^extraction-image/m);
      expect(output).toMatch(/^Disabled: extraction-image$/m);
      expect(code).toBe(0);
    });

    it('a loaded plugin cannot be removed', async () => {
      const { errors, code } = await runCliHere(['plugins', 'remove', 'search-postgres', '--yes'], settings);
      expect(errors).toMatch(/the plugin search-postgres is loaded\.\nRemedy: set PLUGINS_DISABLED=search-postgres/);
      expect(code).toBe(1);
    });

    it('a plugin loses its tables, state and migrations only with --yes', async () => {
      const client = new pg.Client({ connectionString: app.installation.databaseUrl });
      await client.connect();
      const migrations = [
        { name: '0001-messages', up: 'create table subscriber_chat_message (id bigint primary key)' },
      ];
      const manifest = definePlugin({ id: 'subscriber-chat', contract: 2, migrations, provides: {} });
      await migratePlugins([{ id: 'subscriber-chat', packageName: 'chat', manifest }])(client);
      const queue = 'subscriber.plugin.subscriber-chat';
      await client.query(`select job.create_queue($1, '{"policy":"standard"}')`, [queue]);
      await client.query(`insert into job.job (name, data) values ($1, '{}'), ($1, '{}')`, [queue]);
      const exists = async () =>
        (await client.query(`select to_regclass('subscriber_chat_message') is not null as found`)).rows[0] as unknown;

      const shown = await runCliHere(['plugins', 'remove', 'subscriber-chat'], settings);
      expect(shown.output).toBe(
        'This would be dropped; add --yes to do it:\n  table subscriber_chat_message\n  2 jobs for events that it has not handled\n  the record of its migration 0001-messages\n',
      );
      expect(await exists()).toEqual({ found: true });
      const removed = await runCliHere(['plugins', 'remove', 'subscriber-chat', '--yes'], settings);
      expect(removed.output).toMatch(/^Dropped:\n {2}table subscriber_chat_message\n/);
      expect(await exists()).toEqual({ found: false });
      const again = await runCliHere(['plugins', 'remove', 'subscriber-chat'], settings);
      expect(again.output).toBe('The plugin subscriber-chat has nothing in the database.\n');
      await client.end();
    });

    it('commands stop with the loaded ids when a setting chooses another one', async () => {
      const { errors, code } = await runCliHere(['plugins', 'list'], { ...settings, SEARCH_PLUGIN: 'search-sqlite' });
      expect(errors).toContain('SEARCH_PLUGIN: must be the id of a loaded plugin for search: search-postgres');
      expect(code).toBe(1);
    });
  });
});
