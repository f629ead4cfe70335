import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import {
  DocumentContent,
  ReprocessDocument,
  ReprocessDocuments,
  UpdateDocument,
  UploadDocument,
  type UploadToComplete,
} from '#archive/documents';
import { Batches, RunBatchInChunks } from '#archive/batches';
import { ChangeTags, DocumentTags, type TagChanges, DocumentProperties, type PropertyBatch } from '#archive/metadata';
import { CustomPropertiesService } from '#archive/properties';
import { TakeFile } from '#outside/intake';
import { sqlOver, UnitOfWork } from '#ground/database';
import { makeExtraction } from '#capabilities/extraction';
import { revisionOf, systemContext } from '#ground/kernel';
import { ApplyRulesToDocument } from '#automation/tagging-rules';
import { StoredCopies } from '#capabilities/storage';
import { TagsService } from '#archive/tags';
import { LegalHolds } from '#archive/retention';
import { PurgeService, TrashDocuments, TrashService } from '#archive/trash';
import { anotherInstance } from '../support/another-instance.js';
import { contextOf, type LockingWork, type RowsToLock } from './rows-to-lock.js';

async function uploadAgain(
  app: INestApplicationContext,
  { organizationId }: RowsToLock,
  content: string,
): Promise<void> {
  const upload = anotherInstance(app, UploadDocument);
  const ctx = contextOf(organizationId);
  const { signal } = new AbortController();
  const source = { name: 'again.txt', content: Readable.from([Buffer.from(content)]) };
  await using file = await upload.receive(ctx, source, signal);
  const details = { mimeType: 'text/plain', ocrLanguages: [] };
  await app
    .get(UnitOfWork, { strict: false })
    .run((tx) => upload.complete(tx, [{ ctx, file, details, within: (work) => work() }]));
}

/** Several files of one organization in one transaction; `contents` are new, known, or in the trash. */
async function uploadTogether(app: INestApplicationContext, { organizationId }: RowsToLock, contents: string[]) {
  const upload = anotherInstance(app, UploadDocument);
  const ctx = contextOf(organizationId);
  const { signal } = new AbortController();
  await using files = new AsyncDisposableStack();
  const uploads: UploadToComplete[] = [];
  for (const content of contents) {
    const source = { name: 'together.txt', content: Readable.from([Buffer.from(content)]) };
    const file = files.use(await upload.receive(ctx, source, signal));
    if (!file.stored.isStored) continue;
    uploads.push({ ctx, file, details: { mimeType: 'text/plain', ocrLanguages: [] }, within: (work) => work() });
  }
  await app.get(UnitOfWork, { strict: false }).run((tx) => upload.complete(tx, uploads));
}

/** The same key each time, so that two of them meet at its row, too. */
async function takeIn(app: INestApplicationContext, { organizationId }: RowsToLock, text: string): Promise<void> {
  const source = { pluginId: 'intake-test', instance: 'default' };
  const file = {
    organizationId,
    key: 'the same file',
    fileName: 'again.txt',
    content: Readable.from([Buffer.from(text)]),
  };
  const takeFile = anotherInstance(app, TakeFile, [anotherInstance(app, UploadDocument)]);
  await takeFile.execute(source, file, new AbortController().signal);
}

function saveExtraction(app: INestApplicationContext, { organizationId }: RowsToLock, documentId: string) {
  const ctx = systemContext(organizationId, 'extraction');
  const text = `read ${randomUUID()}`;
  const rules = app.get(ApplyRulesToDocument, { strict: false });
  return app.get(UnitOfWork, { strict: false }).run(async (tx) => {
    await rules.lock(tx, ctx, [documentId]);
    await app.get(DocumentContent, { strict: false }).save(tx, ctx, [
      {
        documentId,
        extraction: makeExtraction('text', { text, provider: 'test' }),
        prepared: { content: text, isWhole: true },
        replace: true,
      },
    ]);
    await rules.execute(tx, ctx, [documentId]);
  });
}

function changeTags(
  app: INestApplicationContext,
  organizationId: string,
  documentIds: readonly string[],
  parameters: TagChanges,
): Promise<unknown> {
  const operation = app.get(ChangeTags, { strict: false });
  const request = { filter: { documentIds }, parameters, prefersAsync: false };
  return app.get(Batches, { strict: false }).request(contextOf(organizationId), operation, request);
}

function runBatch(app: INestApplicationContext, organizationId: string, taskId: string): Promise<void> {
  const job = { data: { organizationId, taskId }, signal: new AbortController().signal };
  return app.get(RunBatchInChunks, { strict: false }).handle(job);
}

function changeProperties(app: INestApplicationContext, organizationId: string, batch: PropertyBatch) {
  return app
    .get(UnitOfWork, { strict: false })
    .run((tx) => app.get(DocumentProperties, { strict: false }).change(tx, contextOf(organizationId), batch));
}

/** Every operation that writes rows of documents and tags, each in one transaction. */

/** Every operation that writes rows of documents, of their tags and of their values, each in one transaction. */
export const WORK_ON_DOCUMENTS: Record<string, LockingWork> = {
  'the upload of a document that is in the trash': (app, given) => uploadAgain(app, given, given.trashed),
  'the upload of a document that is in use': (app, given) => uploadAgain(app, given, given.active[0]),
  'uploads that share a transaction': (app, given) =>
    uploadTogether(app, given, ['first', 'second', given.trashed, 'third']),
  'the same uploads in another order': (app, given) => uploadTogether(app, given, ['third', 'second', 'first']),
  'the intake of a new file': (app, given) => takeIn(app, given, randomUUID()),
  'the intake of a document that is in the trash': (app, given) => takeIn(app, given, given.trashed),
  'saving the extraction of a document': (app, given) => saveExtraction(app, given, given.active[0]),
  'an edit': (app, { organizationId, active }) =>
    app.get(UpdateDocument, { strict: false }).execute(contextOf(organizationId), active[0], { content: 'edited' }),
  'a new name': (app, { organizationId, active }) =>
    app.get(UpdateDocument, { strict: false }).execute(contextOf(organizationId), active[0], { name: 'new name' }),
  'a new name of a known revision': async (app, { organizationId, active: [documentId] }) => {
    const { db } = app.get(UnitOfWork, { strict: false });
    const text = 'select updated_at as "updatedAt" from document where id = $1';
    const [row] = await sqlOver(db).query<{ updatedAt: Date }>(text, [documentId]);
    const expected = row ? [revisionOf(row.updatedAt)] : [];
    const update = app.get(UpdateDocument, { strict: false });
    await update.execute(contextOf(organizationId), documentId, { name: 'other name' }, expected);
  },
  'requesting that a document is read again': (app, { organizationId, active }) =>
    app.get(ReprocessDocument, { strict: false }).execute(contextOf(organizationId), active[0]),
  'reading all documents again': (app, { organizationId, reprocessTask }) =>
    app.get(ReprocessDocuments, { strict: false }).handle({
      data: { organizationId, taskId: reprocessTask, filter: { query: '' } },
      signal: new AbortController().signal,
    }),
  'a document that begins to wait for a service': async (app, { organizationId, active }) => {
    const ctx = systemContext(organizationId, 'extraction');
    const content = app.get(DocumentContent, { strict: false });
    await content.begin(ctx, active[0], 'reader');
    await content.wait(ctx, active[0], { plugin: 'reader', reason: 'away', until: new Date() });
  },
  'trashing several documents': (app, { organizationId, active }) =>
    app.get(Batches, { strict: false }).request(contextOf(organizationId), app.get(TrashDocuments, { strict: false }), {
      filter: { documentIds: active.toReversed() },
      parameters: {},
      prefersAsync: false,
    }),
  'restoring a document': (app, { organizationId, trashed }) =>
    app.get(TrashService, { strict: false }).restore(contextOf(organizationId), trashed),
  'purging a document': (app, { organizationId, trashed }) =>
    app.get(PurgeService, { strict: false }).purgeOne(contextOf(organizationId), trashed),
  'putting a document of the trash on legal hold': (app, { organizationId, trashed }) =>
    app.get(LegalHolds, { strict: false }).set(contextOf(organizationId), trashed, 'lawsuit'),
  'putting an organization on legal hold': (app, { organizationId }) =>
    app.get(LegalHolds, { strict: false }).set(contextOf(organizationId), null, 'lawsuit'),
  'moving the file of a document to another storage': async (app, { trashed }) => {
    const copies = app.get(StoredCopies, { strict: false });
    const file = { storageKey: trashed, from: 'storage-local', to: `storage-${randomUUID()}` };
    const copyId = await copies.announce({ storageKey: trashed, driver: file.to });
    await app.get(UnitOfWork, { strict: false }).run((tx) => copies.swap(tx, copyId, file));
  },
  'emptying the trash': (app, { organizationId }) =>
    app.get(PurgeService, { strict: false }).emptyTrash(contextOf(organizationId)),
  'adding a tag': (app, { organizationId, active, tags }) =>
    app.get(DocumentTags, { strict: false }).add(contextOf(organizationId), { documentId: active[1], tagId: tags[0] }),
  'removing a tag': (app, { organizationId, active, tags }) =>
    app
      .get(DocumentTags, { strict: false })
      .remove(contextOf(organizationId), { documentId: active[0], tagId: tags[0] }),
  'exchanging tags of several documents': (app, { organizationId, active, trashed, tags: [one, two] }) =>
    changeTags(app, organizationId, [trashed, ...active], { addTagIds: [two], removeTagIds: [one] }),
  'exchanging them back': (app, { organizationId, active, trashed, tags: [one, two] }) =>
    changeTags(app, organizationId, [...active, trashed], { addTagIds: [one], removeTagIds: [two] }),
  'a chunk of a batch': (app, { organizationId, batchTask }) => runBatch(app, organizationId, batchTask),
  'undoing a chunk of a batch': (app, { organizationId, undoTask }) => runBatch(app, organizationId, undoTask),
  'deleting a tag': (app, { organizationId, tags }) =>
    app.get(TagsService, { strict: false }).delete(contextOf(organizationId), tags[0]),
  'renaming a tag': (app, { organizationId, tags }) =>
    app.get(TagsService, { strict: false }).update(contextOf(organizationId), tags[0], { name: 'new name' }),
  'setting values of several documents': (app, { organizationId, active, trashed, properties }) =>
    changeProperties(app, organizationId, {
      documentIds: [trashed, ...active],
      set: [
        { propertyId: properties.choice, value: [properties.options[1]] },
        { propertyId: properties.relation, value: [active[1], trashed] },
      ],
      clear: [],
    }),
  'setting the relation of a document': (app, { organizationId, active, trashed, properties }) =>
    app
      .get(DocumentProperties, { strict: false })
      .set(contextOf(organizationId), active[1], properties.relation, [trashed, active[0]]),
  'removing the values of several documents': (app, { organizationId, active, trashed, properties }) =>
    changeProperties(app, organizationId, {
      documentIds: [...active, trashed],
      set: [],
      clear: [properties.relation, properties.choice],
    }),
  'undoing a change of values': (app, { organizationId, active, trashed, properties }) =>
    app.get(UnitOfWork, { strict: false }).run((tx) =>
      app.get(DocumentProperties, { strict: false }).restore(
        tx,
        contextOf(organizationId),
        [...active, trashed].map((documentId) => ({
          documentId,
          propertyId: properties.relation,
          before: [trashed, ...active],
          after: null,
        })),
      ),
    ),
  'deleting an option': (app, { organizationId, properties }) =>
    app
      .get(CustomPropertiesService, { strict: false })
      .update(contextOf(organizationId), properties.choice, { options: [{ id: properties.options[1], name: 'kept' }] }),
  'deleting a custom property': (app, { organizationId, properties }) =>
    app.get(CustomPropertiesService, { strict: false }).delete(contextOf(organizationId), properties.relation),
  'renaming a custom property': (app, { organizationId, properties }) =>
    app
      .get(CustomPropertiesService, { strict: false })
      .update(contextOf(organizationId), properties.relation, { name: 'new name' }),
  'creating a custom property': (app, { organizationId }) =>
    app
      .get(UnitOfWork, { strict: false })
      .run((tx) =>
        app
          .get(CustomPropertiesService, { strict: false })
          .create(tx, contextOf(organizationId), { type: 'text', name: 'new name' }),
      ),
  'creating a tag': (app, { organizationId }) =>
    app
      .get(UnitOfWork, { strict: false })
      .run((tx) =>
        app
          .get(TagsService, { strict: false })
          .create(tx, contextOf(organizationId), { name: 'new name', color: '#000000' }),
      ),
};
