import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IntakeDeclaration } from '@archivolt/plugin-kit';
import { addMember } from '../authorization/archive.js';
import { startApp, type TestApp } from '../support/app.js';
import { loadedPlugin } from '../support/loaded-plugin.js';

interface SourcesBody {
  sources: { pluginId: string; instance: string; source: string; description: string }[];
}

const create: IntakeDeclaration['create'] = () => ({ run: () => Promise.resolve() });
const thrower: IntakeDeclaration = {
  create,
  describe: () => {
    throw new Error('the settings of this plugin are wrong');
  },
};

describe('the list of places that an organization puts documents in', () => {
  let app: TestApp;
  const served = new Set<string>();

  beforeAll(async () => {
    const folder: IntakeDeclaration<{ path: string }> = {
      source: 'folder',
      create,
      describe: ({ path }, organizationId) =>
        served.has(organizationId) ? ` Put files into ${path}/${organizationId}. ` : undefined,
    };
    app = await startApp(
      {},
      {
        plugins: [
          {
            ...loadedPlugin('folder-test', { intake: folder }),
            instances: [
              { name: 'scans', config: { path: '/scans' } },
              { name: 'office', config: { path: '/office' } },
            ],
          },
          loadedPlugin('silent-test', { intake: { create } }),
          loadedPlugin('broken-test', { intake: thrower }),
          loadedPlugin('wrong-test', { intake: { create, describe: () => 7 as unknown as string } }),
          loadedPlugin('long-test', {
            intake: { create, describe: (_, id) => (served.has(id) ? 'x'.repeat(10_000) : undefined) },
          }),
        ],
      },
    );
  });
  afterAll(() => app.close());

  it('the list names each instance that describes itself for this organization, even next to a broken plugin', async () => {
    const { api, organizationId } = await app.anArchive();
    const other = await app.anArchive();
    served.add(organizationId);
    const { status, body } = await api.get<SourcesBody>(`/api/organizations/${organizationId}/intake/sources`);
    expect(status).toBe(200);
    expect(body.sources).toEqual([
      {
        ...{ pluginId: 'folder-test', instance: 'scans', source: 'folder' },
        description: `Put files into /scans/${organizationId}.`,
      },
      {
        ...{ pluginId: 'folder-test', instance: 'office', source: 'folder' },
        description: `Put files into /office/${organizationId}.`,
      },
      { pluginId: 'long-test', instance: 'default', source: 'plugin', description: 'x'.repeat(500) },
    ]);
    const theirs = await other.api.get<SourcesBody>(`/api/organizations/${other.organizationId}/intake/sources`);
    expect(theirs.body).toEqual({ sources: [] });
  });

  it('the list of sources is open to viewers, and to no one outside of the organization', async () => {
    const { organizationId } = await app.anArchive();
    const viewer = await app.aUser();
    const path = `/api/organizations/${organizationId}/intake/sources`;
    expect((await viewer.api.get(path)).status).toBe(403);
    await addMember(app, organizationId, { userId: viewer.userId, role: 'viewer' });
    expect((await viewer.api.get(path)).status).toBe(200);
  });
});
