import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';

interface Label {
  id: string;
  name: string;
  words: string[];
}

interface Suggestion {
  kind: string;
  value: string;
  provider: string;
  labelId: string | null;
  propertyName: string | null;
  words: string[];
}

interface Report {
  trainedAt: string | null;
  documentsCount: number;
  labels: { name: string; propertyName: string | null; documentsCount: number; setCount: number }[];
}

interface Preview {
  documents: { documentId: string; values: { type: string; value: string; isSuggestion: boolean }[] }[];
}

const SENDERS = ['Stadtwerke', 'Sparkasse', 'Finanzamt', 'Praxis'];

/** An organization in which people have filed the letters of four senders. */
class Archive {
  readonly tags: string[] = [];
  propertyId = '';
  readonly options: string[] = [];
  #letters = 0;

  constructor(
    private readonly app: TestApp,
    readonly api: ApiClient,
    readonly organizationId: string,
  ) {}

  static async in(app: TestApp, { letters = 40 } = {}): Promise<Archive> {
    const { api, organizationId } = await app.anArchive();
    const archive = new Archive(app, api, organizationId);
    await archive.#define();
    for (let at = 0; at < letters; at += 1) await archive.#file(at % SENDERS.length);
    await app.drain();
    return archive;
  }

  get base(): string {
    return `/api/organizations/${this.organizationId}`;
  }

  async #define(): Promise<void> {
    for (const name of SENDERS) {
      const { body } = await this.api.post<{ tag: { id: string } }>(`${this.base}/tags`, { name, color: '#00FF00' });
      this.tags.push(body.tag.id);
    }
    const { body } = await this.api.post<{ propertyDefinition: { id: string; options: { id: string }[] } }>(
      `${this.base}/custom-properties`,
      { type: 'select', name: 'Sender', options: SENDERS.map((name) => ({ name: `${name} GmbH` })) },
    );
    this.propertyId = body.propertyDefinition.id;
    this.options.push(...body.propertyDefinition.options.map(({ id }) => id));
  }

  async #file(sender: number): Promise<void> {
    const id = await this.#add(sender);
    await this.api.post(`${this.base}/documents/${id}/tags`, { tagId: this.tags[sender] });
    await this.api.put(`${this.base}/documents/${id}/custom-properties/${this.propertyId}`, {
      value: this.options[sender],
    });
  }

  async upload(sender: number): Promise<string> {
    const id = await this.#add(sender);
    await this.app.drain();
    return id;
  }

  async #add(sender: number): Promise<string> {
    const number = (this.#letters += 1);
    const words = Array.from({ length: 8 }, (_, at) => `wort${(number * 7 + at * 5) % 41}`).join(' ');
    const content = `${SENDERS[sender]} Musterstadt\nKundennummer ${4_711_000 + sender}\n${words}\nBeleg ${number}`;
    const { body } = await this.api.upload<{ document: { id: string } }>(this.organizationId, {
      name: `scan-${number}.txt`,
      content,
    });
    return body.document.id;
  }

  async learn(): Promise<Report> {
    await this.api.post(`${this.base}/learned-filing/learn`, {});
    await this.app.drain();
    return this.report();
  }

  async report(): Promise<Report> {
    return (await this.api.get<Report>(`${this.base}/learned-filing`)).body;
  }

  choose(learnedFiling: string | null) {
    return this.api.patch(`${this.base}/settings`, { documents: { learnedFiling } });
  }

  async suggestions(id: string): Promise<Suggestion[]> {
    return (await this.api.get<{ suggestions: Suggestion[] }>(`${this.base}/documents/${id}/suggestions`)).body
      .suggestions;
  }

  async set(id: string): Promise<Label[]> {
    return (await this.api.get<{ labels: Label[] }>(`${this.base}/documents/${id}/learned-labels`)).body.labels;
  }

  /** The names of the tags and of the option that the document has. */
  async has(id: string): Promise<(string | null)[]> {
    type Body = { document: { tags: { name: string }[]; customProperties: { value: { name: string } | null }[] } };
    const { document } = (await this.api.get<Body>(`${this.base}/documents/${id}`)).body;
    return [...document.tags.map(({ name }) => name), document.customProperties[0]?.value?.name ?? null];
  }

  fill<Body>(route: string, filter: object) {
    const headers = { prefer: 'respond-async' };
    return this.api.post<Body>(`${this.base}/documents/batch/fill/filing${route}`, { filter }, headers);
  }

  async reprocess(id: string): Promise<void> {
    await this.api.post(`${this.base}/documents/${id}/reprocess`);
    await this.app.drain();
  }
}

describe('filing that is learned from what people did', () => {
  let app: TestApp;
  let archive: Archive;

  beforeAll(async () => {
    app = await startApp();
    archive = await Archive.in(app);
    await archive.learn();
  });
  afterAll(() => app.close());

  it('the settings show from how many documents was learned, and which labels', async () => {
    const { trainedAt, documentsCount, labels } = await archive.report();
    expect(trainedAt).not.toBeNull();
    expect(documentsCount).toBe(40);
    expect(labels).toHaveLength(8);
    expect(labels).toContainEqual(
      expect.objectContaining({ name: 'Finanzamt', propertyName: null, documentsCount: 10 }),
    );
    expect(labels).toContainEqual(expect.objectContaining({ name: 'Praxis GmbH', propertyName: 'Sender' }));
  });

  it('a new document is suggested the tag and the option that people gave to others like it, with the words', async () => {
    const id = await archive.upload(2);
    const suggestions = await archive.suggestions(id);
    expect(suggestions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'tag', value: 'Finanzamt', provider: 'learned', labelId: archive.tags[2] }),
        expect.objectContaining({ kind: 'option', value: 'Finanzamt GmbH', propertyName: 'Sender' }),
      ]),
    );
    expect(suggestions[0]?.words.join(' ')).toMatch(/Finanzamt|4711002/);
    expect(await archive.has(id)).toEqual([null]);
  });

  it('an accepted suggestion is given to the document, and a dismissed one does not come back', async () => {
    const id = await archive.upload(1);
    const url = `${archive.base}/documents/${id}/suggestions`;
    expect((await archive.api.post(`${url}/${archive.tags[1]}/accept`, {})).status).toBe(204);
    expect((await archive.api.delete(`${url}/${archive.options[1]}`)).status).toBe(204);
    expect(await archive.has(id)).toEqual(['Sparkasse', null]);
    await archive.reprocess(id);
    expect(await archive.suggestions(id)).toEqual([]);
    expect((await archive.api.post(`${url}/${archive.tags[1]}/accept`, {})).status).toBe(404);
  });

  it('an option is accepted as the value of its property', async () => {
    const id = await archive.upload(3);
    await archive.api.post(`${archive.base}/documents/${id}/suggestions/${archive.options[3]}/accept`, {});
    expect(await archive.has(id)).toEqual(['Praxis GmbH']);
  });

  it('a document in the trash is not changed by a suggestion', async () => {
    const id = await archive.upload(3);
    await archive.api.delete(`${archive.base}/documents/${id}`);
    const { status } = await archive.api.post(
      `${archive.base}/documents/${id}/suggestions/${archive.tags[3]}/accept`,
      {},
    );
    expect(status).toBe(409);
  });

  it('nothing is suggested in an organization that has turned it off, or in another one', async () => {
    const other = await app.anArchive();
    const { body } = await other.api.upload<{ document: { id: string } }>(other.organizationId, {
      name: 'letter.txt',
      content: 'Finanzamt Musterstadt\nKundennummer 4711002',
    });
    await archive.choose('off');
    const id = await archive.upload(2);
    await archive.choose(null);
    expect(await archive.suggestions(id)).toEqual([]);
    const url = `/api/organizations/${other.organizationId}/documents/${body.document.id}/suggestions`;
    expect((await other.api.get<{ suggestions: object[] }>(url)).body.suggestions).toEqual([]);
  });

  it('a damaged model suggests nothing, and is learned again', async () => {
    await poolOf(app).query(
      `update organization_model set model = '\\x00', trained_at = now() + interval '1 ms' where organization_id = $1`,
      [archive.organizationId],
    );
    const id = await archive.upload(0);
    expect(await archive.suggestions(id)).toEqual([]);
    expect((await archive.report()).trainedAt).toBeNull();
    expect((await archive.learn()).labels).toHaveLength(8);
    expect(await archive.suggestions(await archive.upload(0))).not.toEqual([]);
  });
});

describe('filing that is set without asking', () => {
  let app: TestApp;
  let archive: Archive;

  beforeAll(async () => {
    app = await startApp();
    archive = await Archive.in(app, { letters: 100 });
    await archive.learn();
    await archive.choose('set');
  });
  afterAll(() => app.close());

  it('a label that was right in its trial is set, with the words that decided', async () => {
    const id = await archive.upload(2);
    expect(await archive.has(id)).toEqual(['Finanzamt', 'Finanzamt GmbH']);
    const labels = await archive.set(id);
    expect(labels.map(({ name }) => name).sort()).toEqual(['Finanzamt', 'Finanzamt GmbH']);
    expect(labels[0]?.words.join(' ')).toMatch(/Finanzamt|4711002/);
    expect(await archive.suggestions(id)).toEqual([]);
  });

  it('what was set is undone permanently, and what is confirmed is no longer listed', async () => {
    const id = await archive.upload(1);
    const url = `${archive.base}/documents/${id}/learned-labels`;
    expect((await archive.api.delete(`${url}/${archive.tags[1]}`)).status).toBe(204);
    expect((await archive.api.post(`${url}/${archive.options[1]}/confirm`, {})).status).toBe(204);
    expect(await archive.has(id)).toEqual(['Sparkasse GmbH']);
    expect(await archive.set(id)).toEqual([]);
    await archive.reprocess(id);
    expect(await archive.has(id)).toEqual(['Sparkasse GmbH']);
    expect(await archive.suggestions(id)).toEqual([]);
    expect((await archive.api.delete(`${url}/${archive.tags[1]}`)).status).toBe(404);
  });

  it('what was set by what was learned is not learned from, until a person confirms it', async () => {
    const id = await archive.upload(0);
    const [before] = (await archive.report()).labels.filter(({ name }) => name === 'Stadtwerke');
    await archive.api.post(`${archive.base}/documents/${id}/tags`, { tagId: archive.tags[3] });
    const [after] = (await archive.learn()).labels.filter(({ name }) => name === 'Stadtwerke');
    expect(after?.documentsCount).toBe(before?.documentsCount);
    await archive.api.post(`${archive.base}/documents/${id}/learned-labels/${archive.tags[0]}/confirm`, {});
    await archive.api.delete(`${archive.base}/documents/${id}/tags/${archive.tags[3]}`);
    const [confirmed] = (await archive.learn()).labels.filter(({ name }) => name === 'Stadtwerke');
    expect(confirmed?.documentsCount).toBe((before?.documentsCount ?? 0) + 1);
  });

  it('existing documents are shown what they would get, get it by a task, and lose it when that is undone', async () => {
    await archive.choose('off');
    const [plain, own, shown] = [await archive.upload(2), await archive.upload(2), await archive.upload(1)];
    await archive.choose('set');
    await archive.api.post(`${archive.base}/documents/${own}/tags`, { tagId: archive.tags[2] });
    await archive.api.delete(`${archive.base}/documents/${own}/tags/${archive.tags[2]}`);
    const filter = { documentIds: [plain, own, shown] };
    const { body: preview } = await archive.fill<Preview>('/preview', filter);
    expect(preview.documents.map(({ documentId }) => documentId).sort()).toEqual([plain, own, shown].sort());
    const valuesOf = (id: string) => preview.documents.find(({ documentId }) => documentId === id)?.values ?? [];
    expect(valuesOf(plain)).toContainEqual(
      expect.objectContaining({ type: 'tag', value: 'Finanzamt', isSuggestion: false, foundIn: 'learned' }),
    );
    expect(valuesOf(own).map(({ type, value }) => `${type} ${value}`)).toEqual(['option Finanzamt GmbH']);
    expect(await archive.has(plain)).toEqual([null]);

    const { body: task } = await archive.fill<{ taskId: string }>('', filter);
    await app.drain();
    expect(await archive.has(plain)).toEqual(['Finanzamt', 'Finanzamt GmbH']);
    expect(await archive.has(own)).toEqual(['Finanzamt GmbH']);
    const url = `${archive.base}/documents/${shown}/learned-labels`;
    expect((await archive.api.post(`${url}/${archive.tags[1]}/confirm`, {})).status).toBe(204);

    const { body: undo } = await archive.api.post<{ taskId: string }>(`${archive.base}/tasks/${task.taskId}/undo`);
    await app.drain();
    expect(await archive.has(plain)).toEqual([null]);
    expect(await archive.set(plain)).toEqual([]);
    expect(await archive.has(shown)).toEqual(['Sparkasse', null]);
    await archive.api.post(`${archive.base}/tasks/${undo.taskId}/undo`);
    await app.drain();
    expect(await archive.has(plain)).toEqual(['Finanzamt', 'Finanzamt GmbH']);
    expect((await archive.set(plain)).map(({ name }) => name).sort()).toEqual(['Finanzamt', 'Finanzamt GmbH']);
  });

  it('existing documents get suggestions where an organization has only these, and lose them with the undo', async () => {
    await archive.choose('off');
    const id = await archive.upload(3);
    await archive.choose('suggest');
    const { body: task } = await archive.fill<{ taskId: string }>('', { documentIds: [id] });
    await app.drain();
    expect(await archive.has(id)).toEqual([null]);
    expect((await archive.suggestions(id)).map(({ value }) => value).sort()).toEqual(['Praxis', 'Praxis GmbH']);
    expect((await archive.fill<Preview>('/preview', { documentIds: [id] })).body.documents).toEqual([]);
    await archive.api.post(`${archive.base}/tasks/${task.taskId}/undo`);
    await app.drain();
    expect(await archive.suggestions(id)).toEqual([]);
    await archive.choose('set');
  });

  it('what was learned is gone with the organization', async () => {
    await poolOf(app).query('delete from document where organization_id = $1', [archive.organizationId]);
    await poolOf(app).query('delete from organization where id = $1', [archive.organizationId]);
    const { rows } = await poolOf(app).query(
      `select (select count(*)::int from organization_model) as models, (select count(*)::int from learned_label) as labels`,
    );
    expect(rows).toEqual([{ models: 0, labels: 0 }]);
  });
});
