/** @own-modules */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Feature } from '#ground/features';
import { FEATURES } from '#operation/installation';
import type { LoadedPlugin } from '#ground/plugin-host';
import { JobStates, ScheduledTasks, Scheduler } from '#ground/jobs';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { loadedPlugin } from '../support/loaded-plugin.js';
import { sampleFeature } from './sample-feature/feature.js';

const TYPE = { type: 'application/x-service', extensions: ['svc'] };
/** A plugin that has its files read elsewhere. */
function serviceReader(): LoadedPlugin {
  const plugin = loadedPlugin('extraction-service', {
    extraction: {
      form: 'remote',
      accepts: [TYPE.type],
      create: () => ({
        extract: () => Promise.resolve({ outcome: 'text', pages: [{ text: 'read', source: 'ocr' }] }),
      }),
    },
  });
  return { ...plugin, manifest: { ...plugin.manifest, types: [TYPE] } };
}

describe('a feature added to the list of features', () => {
  let app: TestApp;

  beforeAll(async () => {
    (FEATURES as Feature[]).push(sampleFeature); // the one line outside its folder
    app = await startApp({ SAMPLE_VOLUME: '11' }, { template: 'with_sample_feature', plugins: [serviceReader()] });
    await app.drain();
  });
  afterAll(() => app.close());

  it('the feature gets its route, permission, setting, table, job and scheduled task in the running server', async () => {
    const { api } = await app.aUser();
    expect(await greetings(api)).toEqual({ status: 200, body: { texts: [], volume: 11 } });
    await app.app.get(Scheduler, { strict: false }).request('sample-greeting', 'slot');
    await app.drain();
    expect((await greetings(api)).body).toMatchObject({ texts: ['by a job', 'by a schedule'] });
    expect(await app.app.get(ScheduledTasks).list()).toContainEqual(
      expect.objectContaining({ name: 'sample-greeting', result: 'Greeted.', error: null }),
    );
    expect((await app.app.get(JobStates).counts()).map(({ name }) => name)).toContain('sample.greet');
  });

  it('the step of the feature runs for a single file, for many, for a short text and for a remote reading', async () => {
    const { api, organizationId } = await app.anArchive();
    const read = async (...names: string[]): Promise<string[]> => {
      const ids = [];
      for (const name of names) ids.push((await api.upload(organizationId, { name, content: name })).body.document.id);
      await app.drain();
      const { texts } = (await greetings(api)).body as { texts: string[] };
      return ids.map((id) =>
        texts
          .filter((text) => text.startsWith(id))
          .join()
          .replace(`${id}, `, ''),
      );
    };
    expect(await read('page.html')).toEqual(['one of 1']);
    expect(await read('short.txt')).toEqual(['one of 1']);
    expect(await read('a.txt', 'b.txt', 'c.txt')).toEqual(['one of 3', 'one of 3', 'one of 3']);
    expect(await read('picture.svc')).toEqual(['one of 1']);
  });

  it('rejects an API key without the permission of the feature with 403', async () => {
    const { api } = await app.aUser({ permissions: ['tags:read'] });
    const message = 'This API key lacks the permission sample-greetings:read.';
    expect(await greetings(api)).toMatchObject({ status: 403, body: { error: { message } } });
  });
});

/**
 * Sends the request without ApiClient: its check against `docs/reference/openapi.json` would not know the sample
 * route.
 */
async function greetings({ baseUrl, token }: ApiClient): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${baseUrl}/api/sample-greetings`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
}
