import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import { CreateApiKey, CreateUser, UserRepository } from '#libs/auth';
import { sqlOver, UnitOfWork } from '#libs/database';
import { DocumentTags } from '#libs/document-tags';
import { UpdateDocument, UploadDocument } from '#libs/documents';
import { PERMISSIONS } from '#libs/http-kit';
import { systemContext } from '#libs/kernel';
import { CreateOrganization, OrganizationRepository } from '#libs/organizations';
import { TagCatalog, TagsService } from '#libs/tags';
import { SAMPLES, type SampleDocument, type SampleOrganization } from './sample-documents.js';

const BY_COMMAND = { actor: { via: 'system', reason: 'command' }, requestId: undefined } as const;

export const SAMPLE_LOGIN = { email: 'demo@example.com', password: 'archivolt-demo', name: 'Demo' };

export interface Planted {
  organizations: { id: string; name: string; documents: number }[];
  /** Documents that were not there yet. */
  added: number;
  /** Of a new key; a key is shown only when it is made. */
  token: string | undefined;
}

/** Adds what is missing of the samples, so that a run that was cut short can be repeated. */
export async function plantSamples(app: INestApplicationContext): Promise<Planted> {
  const { userId, token } = await ensureUser(app);
  const planted: Planted = { organizations: [], added: 0, token };
  for (const sample of SAMPLES) {
    const id = await ensureOrganization(app, userId, sample.name);
    const tags = await ensureTags(app, id, sample);
    for (const document of sample.documents) {
      if (await ensureDocument(app, { organizationId: id, userId, document, tags })) planted.added += 1;
    }
    planted.organizations.push({ id, name: sample.name, documents: sample.documents.length });
  }
  return planted;
}

async function ensureUser(app: INestApplicationContext): Promise<{ userId: string; token: string | undefined }> {
  const user = await app.get(UserRepository).findByEmail(SAMPLE_LOGIN.email);
  if (user) return { userId: user.id, token: undefined };
  const { userId } = await app.get(CreateUser).execute(SAMPLE_LOGIN);
  const { token } = await app.get(CreateApiKey).execute({ userId, name: 'Samples', permissions: PERMISSIONS });
  return { userId, token };
}

async function ensureOrganization(app: INestApplicationContext, userId: string, name: string): Promise<string> {
  const known = await app.get(OrganizationRepository).ofUser(userId);
  const found = known.find((organization) => organization.name === name);
  return (found ?? (await app.get(CreateOrganization).execute(BY_COMMAND, { name, ownerId: userId }))).id;
}

async function ensureTags(
  app: INestApplicationContext,
  organizationId: string,
  sample: SampleOrganization,
): Promise<Map<string, string>> {
  const ctx = systemContext(organizationId, 'command');
  const known = await app.get(TagCatalog).list(ctx);
  const ids = new Map(known.map((tag) => [tag.name, tag.id]));
  for (const tag of sample.tags) {
    if (!ids.has(tag.name)) ids.set(tag.name, (await app.get(TagsService).create(ctx, tag)).id);
  }
  return ids;
}

interface Place {
  organizationId: string;
  userId: string;
  document: SampleDocument;
  tags: ReadonlyMap<string, string>;
}

async function ensureDocument(app: INestApplicationContext, place: Place): Promise<boolean> {
  const { organizationId, userId, document, tags } = place;
  const content = await document.content();
  if (await isThere(app, organizationId, content)) return false;
  const upload = app.get(UploadDocument);
  const file = await upload.receive(
    organizationId,
    document.name,
    Readable.from([content]),
    new AbortController().signal,
  );
  const { mimeType, date } = document;
  const { id } = await upload.complete(file, { userId, mimeType, ocrLanguages: [] });
  if (date !== undefined) {
    await app.get(UpdateDocument).execute(organizationId, id, { documentDate: new Date(date) }, userId);
  }
  for (const name of document.tags) {
    const tagId = tags.get(name);
    if (tagId === undefined) throw new Error(`the sample ${document.name} has the tag ${name}, which is not there`);
    await app.get(DocumentTags).add(systemContext(organizationId, 'command'), { documentId: id, tagId });
  }
  return true;
}

/** Also when it lies in the trash: whoever put it there wants it there. */
async function isThere(app: INestApplicationContext, organizationId: string, content: Buffer): Promise<boolean> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const rows = await sqlOver(app.get(UnitOfWork).db).query(
    'select 1 from document where organization_id = $1 and original_sha256_hash = $2',
    [organizationId, sha256],
  );
  return rows.length > 0;
}
