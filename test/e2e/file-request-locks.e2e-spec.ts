import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import { UploadDocument } from '#archive/documents';
import { FileRequestRepository, FileRequests, HandInFile, createLinkToken } from '#outside/links';
import { createId, systemContext } from '#ground/kernel';
import { MergeTags } from '#automation/tagging-rules';
import { TagsService } from '#archive/tags';
import { PurgeService, TrashService } from '#archive/trash';
import { anotherInstance } from '../support/another-instance.js';
import type { TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { describeLocks } from './describe-lock-order.js';
import type { Work } from './locking-pairs.js';

interface Given {
  organizationId: string;
  fileRequestId: string;
  token: string;
  /** The request gives the first one. */
  tags: [string, string];
  /** With the content `active`. */
  active: string;
  /** In the trash, with the content `trashed`. */
  trashed: string;
  mergeTask: string;
}

const MOST = 2;
const contextOf = ({ organizationId }: Given) => systemContext(organizationId, 'command');

async function handIn(app: INestApplicationContext, { token }: Given, content: string): Promise<void> {
  const opened = await app.get(FileRequestRepository, { strict: false }).findByToken(token);
  if (!opened) return;
  const handInFile = anotherInstance(app, HandInFile, [anotherInstance(app, UploadDocument)]);
  const source = { name: 'handed in.txt', content: Readable.from([Buffer.from(content)]) };
  await using file = await handInFile.receive(opened, source, new AbortController().signal);
  const details = { mimeType: 'text/plain', senderName: null, address: '192.0.2.0/24' };
  await app.get(UnitOfWork, { strict: false }).run((tx) => handInFile.complete(tx, opened, file, details));
}

/** Every transaction that locks a file request, and those that meet it at documents and tags. */
const WORK: Record<string, Work<Given>> = {
  'handing in a new file': (app, given) => handIn(app, given, randomUUID()),
  'handing in a file that all have': (app, given) => handIn(app, given, 'the same'),
  'handing in a known file': (app, given) => handIn(app, given, 'active'),
  'handing in a file from the trash': (app, given) => handIn(app, given, 'trashed'),
  'changing the tags of the request': (app, given) =>
    app
      .get(FileRequests, { strict: false })
      .update(contextOf(given), given.fileRequestId, { tagIds: [...given.tags].reverse() }),
  'turning the request off': (app, given) =>
    app.get(FileRequests, { strict: false }).update(contextOf(given), given.fileRequestId, { isEnabled: false }),
  'deleting the request': (app, given) =>
    app.get(FileRequests, { strict: false }).delete(contextOf(given), given.fileRequestId),
  'creating another request': (app, given) =>
    app
      .get(UnitOfWork, { strict: false })
      .run((tx) =>
        app
          .get(FileRequests, { strict: false })
          .create(tx, contextOf(given), { title: 'Another one', tagIds: given.tags }),
      ),
  'moving the known document to the trash': (app, given) =>
    app.get(TrashService, { strict: false }).trash(contextOf(given), given.active),
  'purging the document in the trash': (app, given) =>
    app.get(PurgeService, { strict: false }).purgeOne(contextOf(given), given.trashed),
  'deleting the tag of the request': (app, given) =>
    app.get(TagsService, { strict: false }).delete(contextOf(given), given.tags[0]),
  'merging the tag of the request': (app, given) =>
    app.get(MergeTags, { strict: false }).handle({
      data: {
        organizationId: given.organizationId,
        taskId: given.mergeTask,
        tagId: given.tags[0],
        intoTagId: given.tags[1],
        requestedBy: contextOf(given),
      },
      signal: new AbortController().signal,
    }),
};

/** A separate organization, so that rows of earlier rounds cannot interfere. */
async function prepare(app: TestApp): Promise<Given> {
  const pool = poolOf(app);
  const [organizationId, fileRequestId, mergeTask] = [createId('org'), createId('frq'), createId('task')];
  const [active, trashed] = [createId('doc'), createId('doc')];
  const tags: Given['tags'] = [createId('tag'), createId('tag')];
  const token = createLinkToken();
  await pool.query(`insert into organization (id, created_at, updated_at, name) values ($1, now(), now(), 'locks')`, [
    organizationId,
  ]);
  await pool.query('insert into organization_log (organization_id) values ($1)', [organizationId]);
  await pool.query(
    `insert into tag (id, created_at, updated_at, organization_id, name, normalized_name, color)
     select id, now(), now(), $2, id, id, '#000000' from unnest($1::text[]) as given(id)`,
    [tags, organizationId],
  );
  await pool.query(`insert into stored_file (storage_key, state) select unnest($1::text[]), 'committed'`, [
    [active, trashed],
  ]);
  await pool.query(
    `insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
       original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, extraction_status, deleted_at)
     select id, now(), now(), $3, 'x', 1, hash, id, 'x', 'x', 'text/plain', 'completed', case when id = $4 then now() end
     from unnest($1::text[], $2::text[]) as given(id, hash)`,
    [[active, trashed], ['active', 'trashed'].map(sha256), organizationId, trashed],
  );
  await pool.query(
    `insert into file_request (id, organization_id, title, token, tag_ids, max_files) values ($1, $2, 'x', $3, $4, $5)`,
    [fileRequestId, organizationId, token, [tags[0]], MOST],
  );
  await pool.query(`insert into task (id, organization_id, type) values ($1, $2, 'tag-merge')`, [
    mergeTask,
    organizationId,
  ]);
  return { organizationId, fileRequestId, token, tags, active, trashed, mergeTask };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describeLocks('the order of the locks of file requests', {
  stopped: WORK,
  prepare,
  check: async (app) => {
    const { rows } = await poolOf(app).query(
      `select r.id from file_request r where files_count > max_files
       or files_count <> (select count(*) from file_request_file f where f.file_request_id = r.id)`,
    );
    expect(rows).toEqual([]);
  },
});
