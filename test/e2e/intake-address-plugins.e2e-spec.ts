import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { definePlugin, type IntakeAddresses } from '@archivolt/plugin-kit';
import { PluginHost } from '#ground/plugin-host';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { loaded } from '../support/loaded.js';
import { SECRET, type IntakeEmailBody } from './intake-mails.js';

const sound: IntakeAddresses = {
  createAddress: async ({ username }) => ({ outcome: 'created', address: `${username}@Plugin.example` }),
  removeAddress: async () => undefined,
};
/** What the plugin does in a test. */
let methods: IntakeAddresses = sound;

const plugin = definePlugin({
  id: 'intake-address-test',
  contract: 2,
  provides: {
    'intake-address': {
      create: () => ({
        createAddress: (...words) => methods.createAddress(...words),
        removeAddress: (...words) => methods.removeAddress(...words),
      }),
    },
  },
});

describe('a plugin for addresses', () => {
  let app: TestApp;
  let api: ApiClient;
  let addresses: string;

  beforeAll(async () => {
    app = await startApp(
      {
        INTAKE_EMAILS_IS_ENABLED: 'true',
        INTAKE_EMAILS_WEBHOOK_SECRET: SECRET,
        OWLRELAY_WEBHOOK_URL: 'https://relay.example.com/in',
      },
      { plugins: [loaded(plugin)], choices: { intakeAddress: 'intake-address-test' } },
    );
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    methods = sound;
    const archive = await app.anArchive();
    api = archive.api;
    addresses = `/api/organizations/${archive.organizationId}/intake-emails`;
  });

  const create = () => api.post<{ intakeEmail: IntakeEmailBody }>(addresses);

  it('the plugin gets the name, the address for mails and the secret, and creates and removes the address', async () => {
    const calls: unknown[] = [];
    methods = {
      createAddress: async (wanted, context) => {
        calls.push(wanted);
        return sound.createAddress(wanted, context);
      },
      removeAddress: async (address) => void calls.push(address),
    };
    const { status, body } = await create();
    expect(status).toBe(200);
    const { id, emailAddress } = body.intakeEmail;
    expect(emailAddress).toMatch(/^[a-z]+-[a-z]+-\d{1,3}@plugin\.example$/);
    expect((await api.delete(`${addresses}/${id}`)).status).toBe(204);
    const [username] = emailAddress.split('@');
    const wanted = { username, webhookUrl: 'https://relay.example.com/in', webhookSecret: SECRET };
    expect(calls).toEqual([wanted, emailAddress]);
  });

  it('the plugin is asked for another name when the first one is in use', async () => {
    const names: string[] = [];
    methods = {
      ...sound,
      createAddress: async (wanted, context) =>
        names.push(wanted.username) < 3 ? { outcome: 'name-in-use' } : sound.createAddress(wanted, context),
    };
    expect((await create()).status).toBe(200);
    expect(names).toHaveLength(3);
  });

  const returning = (result: unknown) => (): ReturnType<IntakeAddresses['createAddress']> =>
    Promise.resolve(result as Awaited<ReturnType<IntakeAddresses['createAddress']>>);

  const throwing = (fault: unknown) => async (): Promise<never> => {
    await Promise.resolve();
    throw fault;
  };

  it.each([
    ['throws', () => Promise.reject(new Error('5ecret of the account'))],
    ['throws `undefined`', throwing(undefined)],
    ['returns nothing', returning(undefined)],
    ['returns no text', returning({ outcome: 'created', address: 5 })],
    ['returns two addresses', returning({ outcome: 'created', address: 'a@example.com,b@example.com' })],
    ['returns a name without a domain', returning({ outcome: 'created', address: 'calm-otter' })],
    ['returns an outcome of its own', returning({ outcome: 'later', address: 'a@example.com' })],
  ])('a plugin that %s makes no address', async (_, createAddress) => {
    methods = { ...sound, createAddress };
    const { status, body } = await create();
    expect([status, body]).toMatchObject([503, { error: { code: 'intake_email.service_unavailable' } }]);
    expect(JSON.stringify(body)).not.toContain('5ecret');
    expect((await api.get(addresses)).body).toEqual({ intakeEmails: [] });
  });

  it('an address that the plugin cannot remove is deleted here', async () => {
    const { body } = await create();
    methods = { ...sound, removeAddress: () => Promise.reject(new Error('the service is away')) };
    expect((await api.delete(`${addresses}/${body.intakeEmail.id}`)).status).toBe(204);
    expect((await api.get(addresses)).body).toEqual({ intakeEmails: [] });
  });
});

describe('an installation without plugins for addresses', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ PLUGINS_DISABLED: 'intake-address-catch-all,intake-address-owlrelay' });
  });
  afterAll(() => app.close());

  it('an installation without plugins for addresses starts, and makes no addresses', async () => {
    const { api, organizationId } = await app.anArchive();
    const { status, body } = await api.post(`/api/organizations/${organizationId}/intake-emails`);
    expect([status, body]).toMatchObject([503, { error: { code: 'intake_email.service_unavailable' } }]);
  });
});

describe('OwlRelay without an API key', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ INTAKE_EMAILS_DRIVER: 'owlrelay' });
  });
  afterAll(() => app.close());

  it('OwlRelay without a key makes no addresses, and the check of the plugins names the setting', async () => {
    const { api, organizationId } = await app.anArchive();
    const { status, body } = await api.post(`/api/organizations/${organizationId}/intake-emails`);
    expect([status, body]).toMatchObject([503, { error: { code: 'intake_email.service_unavailable' } }]);
    const faults = await app.app.get(PluginHost).checkAll(new AbortController().signal);
    expect(faults.map(({ plugin: { id }, error }) => `${id}: ${error}`)).toEqual([
      expect.stringMatching(/^intake-address-owlrelay: .*there is no API key.*set INTAKE_ADDRESS_OWLRELAY_API_KEY/s),
    ]);
  });
});
