import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Batches } from '#archive/batches';
import { UnitOfWork, type Transaction } from '#ground/database';
import { createId, systemContext, type OrganizationContext } from '#ground/kernel';
import { TagsService } from '#archive/tags';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { addDocumentRows, poolOf } from '../../../../test/support/rows.js';
import { ChangeTags, DocumentTags, type TagChanges } from './index.js';

describe('DocumentTags', () => {
  let app: TestApp;
  let documentTags: DocumentTags;
  let ctx: OrganizationContext;
  let documentId: string;
  let tagId: string;

  beforeAll(async () => {
    app = await startApp();
    documentTags = app.app.get(DocumentTags, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ctx = await aContext();
    [documentId = ''] = await documents(ctx, 1);
    tagId = await aTag(ctx, 'One');
  });

  const run = <Result>(work: (tx: Transaction) => Promise<Result>) => app.app.get(UnitOfWork).run(work);
  async function aContext(): Promise<OrganizationContext> {
    const { organizationId, userId } = await app.anArchive();
    const actor = { via: 'session', userId, sessionId: 'session', isAdmin: false } as const;
    return { organizationId, actor, role: 'owner', requestId: 'request-1' };
  }
  const aTag = async (owner: OrganizationContext, name: string): Promise<string> =>
    (await run((tx) => app.app.get(TagsService, { strict: false }).create(tx, owner, { name, color: '#00ff00' }))).id;
  const documents = async (owner: OrganizationContext, count: number, options: { trashed?: boolean } = {}) =>
    (await addDocumentRows(app, owner.organizationId, count, options)).map(({ id }) => id);
  const changeMany = (documentIds: readonly string[], parameters: TagChanges) =>
    app.app.get(Batches, { strict: false }).request(ctx, app.app.get(ChangeTags, { strict: false }), {
      filter: { documentIds },
      parameters,
      prefersAsync: false,
    });
  const pairs = async () => {
    const { rows } = await poolOf(app).query<{ pair: string }>(
      `select document_id || ' ' || tag_id as pair from document_tag join document on document.id = document_id
       where organization_id = $1`,
      [ctx.organizationId],
    );
    return rows.map(({ pair }) => pair).sort();
  };
  const events = async () => {
    const { rows } = await poolOf(app).query<{ name: string }>(
      `select name, actor_kind as actor, actor_user_id as "userId", actor_reason as reason, request_id as "requestId"
       from event where organization_id = $1 and name like 'document:tag:%' order by position`,
      [ctx.organizationId],
    );
    return rows;
  };
  const activity = async () => {
    const { rows } = await poolOf(app).query<{ event: string }>(
      `select a.event, a.user_id as "userId", a.tag_id as "tagId" from document_activity a
       join document d on d.id = a.document_id where d.organization_id = $1 order by a.created_at, a.id`,
      [ctx.organizationId],
    );
    return rows;
  };

  it('reports that a tag is there, or is not, only when that is flushed', async () => {
    const unflushed = async (text: string) => {
      const client = await poolOf(app).connect();
      try {
        await client.query('begin; set local synchronous_commit = off');
        await client.query(text, [documentId, tagId]);
        await client.query('commit');
        return (await client.query<{ lsn: string }>('select pg_current_wal_insert_lsn() as lsn')).rows[0]?.lsn;
      } finally {
        client.release();
      }
    };
    const isFlushed = async (lsn: string | undefined) =>
      (await poolOf(app).query<{ is: boolean }>('select pg_current_wal_flush_lsn() >= $1::pg_lsn as is', [lsn])).rows;
    for (let round = 1; round <= 20; round += 1) {
      const added = await unflushed('insert into document_tag values ($1, $2)');
      await expect(documentTags.add(ctx, { documentId, tagId })).rejects.toMatchObject({
        code: 'documents.already_has_tag',
      });
      expect(await isFlushed(added)).toEqual([{ is: true }]);
      const removed = await unflushed('delete from document_tag where document_id = $1 and tag_id = $2');
      await documentTags.remove(ctx, { documentId, tagId });
      expect(await isFlushed(removed)).toEqual([{ is: true }]);
    }
  });

  it('records an added tag once, with the caller and the request', async () => {
    await documentTags.add(ctx, { documentId, tagId });
    const userId = ctx.actor.via === 'session' ? ctx.actor.userId : '';
    expect(await pairs()).toEqual([`${documentId} ${tagId}`]);
    expect(await activity()).toEqual([{ event: 'tagged', userId, tagId }]);
    expect(await events()).toEqual([
      { name: 'document:tag:added', actor: 'session', userId, reason: null, requestId: 'request-1' },
    ]);
    await expect(documentTags.add(ctx, { documentId, tagId })).rejects.toMatchObject({
      code: 'documents.already_has_tag',
    });
    expect([(await events()).length, (await activity()).length]).toEqual([1, 1]);
  });

  it('records a removed tag, and nothing when the document does not have that tag', async () => {
    await documentTags.add(ctx, { documentId, tagId });
    await documentTags.remove(ctx, { documentId, tagId });
    await documentTags.remove(ctx, { documentId, tagId });
    expect(await pairs()).toEqual([]);
    expect((await events()).map(({ name }) => name)).toEqual(['document:tag:added', 'document:tag:removed']);
    expect((await activity()).map(({ event }) => event)).toEqual(['tagged', 'untagged']);
  });

  it('rejects documents and tags of another organization as not found', async () => {
    const other = await aContext();
    const [foreignDocument = ''] = await documents(other, 1);
    const foreignTag = await aTag(other, 'Foreign');
    for (const change of [documentTags.add.bind(documentTags), documentTags.remove.bind(documentTags)]) {
      await expect(change(ctx, { documentId: foreignDocument, tagId })).rejects.toMatchObject({
        code: 'document.not_found',
      });
      await expect(change(ctx, { documentId, tagId: foreignTag })).rejects.toMatchObject({ code: 'tags.not_found' });
    }
    expect(
      await run((tx) => documentTags.addToExisting(tx, ctx, { documentIds: [foreignDocument], tagIds: [foreignTag] })),
    ).toEqual([]);
    expect(await events()).toEqual([]);
  });

  it('adds a tag once when two requests add it at the same time', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => documentTags.add(ctx, { documentId, tagId })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([(await events()).length, (await activity()).length]).toEqual([1, 1]);
  });

  it('changes the tags of many documents, and only what differs', async () => {
    const more = await documents(ctx, 1_100);
    const two = await aTag(ctx, 'Two');
    await documentTags.add(ctx, { documentId, tagId });
    const documentIds = [documentId, ...more];
    for (const some of [documentIds.slice(0, 500), documentIds.slice(500)])
      await changeMany(some, { addTagIds: [two], removeTagIds: [tagId] });
    expect(await pairs()).toEqual(documentIds.map((id) => `${id} ${two}`).sort());
    const names = (await events()).map(({ name }) => name);
    expect(names.filter((name) => name === 'document:tag:added')).toHaveLength(1 + 1_101);
    expect(names.filter((name) => name === 'document:tag:removed')).toHaveLength(1);
  });

  it('tags change nothing when one of the tags or documents does not exist', async () => {
    const addTagIds = [tagId, createId('tag')];
    await expect(changeMany([documentId], { addTagIds, removeTagIds: [] })).rejects.toMatchObject({
      code: 'tags.not_found',
    });
    const documentIds = [documentId, createId('doc')];
    await expect(changeMany(documentIds, { addTagIds: [tagId], removeTagIds: [] })).rejects.toMatchObject({
      code: 'documents.batch.documents_not_from_organization',
    });
    expect([await pairs(), await events()]).toEqual([[], []]);
  });

  it('adds missing tags on behalf of the server, without the trash on request', async () => {
    const [trashed = ''] = await documents(ctx, 1, { trashed: true });
    const two = await aTag(ctx, 'Two');
    await documentTags.add(ctx, { documentId, tagId });
    const byRule = systemContext(ctx.organizationId, 'tagging-rule');
    const wanted = { documentIds: [documentId, trashed, createId('doc')], tagIds: [tagId, two, createId('tag')] };
    expect(await run((tx) => documentTags.addToExisting(tx, byRule, { ...wanted, activeOnly: true }))).toEqual([
      { documentId, tagId: two },
    ]);
    expect((await events()).at(-1)).toMatchObject({ actor: 'system', reason: 'tagging-rule', userId: null });
    expect((await activity()).at(-1)).toEqual({ event: 'tagged', userId: null, tagId: two });
    expect(await run((tx) => documentTags.addToExisting(tx, byRule, wanted))).toHaveLength(2);
  });
});
