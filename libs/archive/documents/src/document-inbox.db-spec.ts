import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '#ground/database';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { OrganizationSettings } from '#people/organizations';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { addDocumentRows, poolOf } from '../../../../test/support/rows.js';
import { DocumentInbox } from './document-inbox.js';
import { documentOf, UploadDocument } from './upload-document.js';

describe('DocumentInbox', () => {
  let app: TestApp;
  let inbox: DocumentInbox;
  let unitOfWork: UnitOfWork;
  let ctx: OrganizationContext;

  beforeAll(async () => {
    app = await startApp();
    inbox = app.app.get(DocumentInbox, { strict: false });
    unitOfWork = app.app.get(UnitOfWork, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ctx = systemContext((await app.anArchive()).organizationId, 'command');
  });

  const change = (ids: readonly string[], isInInbox: boolean, scope = ctx) =>
    unitOfWork.run((tx) => inbox.change(tx, scope, ids, isInInbox));
  const waiting = async (): Promise<string[]> => {
    const { rows } = await poolOf(app).query<{ id: string }>(
      'select id from document where organization_id = $1 and is_in_inbox order by created_at, id',
      [ctx.organizationId],
    );
    return rows.map(({ id }) => id);
  };

  it('files that become documents in one transaction are all in the inbox of their organization', async () => {
    const uploads = app.app.get(UploadDocument, { strict: false });
    await app.app.get(OrganizationSettings, { strict: false }).changeDocuments(ctx, { isInboxEnabled: true });
    const receive = (content: string) =>
      uploads.receive(
        ctx,
        { name: 'a.txt', content: Readable.from([Buffer.from(content)]) },
        AbortSignal.timeout(60_000),
      );
    await using one = await receive('one');
    await using two = await receive('two');
    const details = { mimeType: 'text/plain', ocrLanguages: [] };
    const within = <Result>(work: () => Result): Result => work();
    const completed = await unitOfWork.run((tx) =>
      uploads.complete(
        tx,
        [one, two].map((file) => ({ ctx, file, details, within })),
      ),
    );
    expect(completed.map((each) => documentOf([each]).isInInbox)).toEqual([true, true]);
    expect((await waiting()).sort()).toEqual([one.documentId, two.documentId].sort());
  });

  it('a change names the documents that it has changed, and leaves those of other organizations alone', async () => {
    const ids = (await addDocumentRows(app, ctx.organizationId, 3)).map(({ id }) => id);
    expect((await change(ids.slice(0, 2), true)).sort()).toEqual(ids.slice(0, 2).sort());
    expect(await change(ids, true)).toEqual(ids.slice(2));
    const other = systemContext((await app.anArchive()).organizationId, 'command');
    expect(await change(ids, false, other)).toEqual([]);
    expect(await change([], false)).toEqual([]);
    expect((await waiting()).sort()).toEqual([...ids].sort());
  });
});
