import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import { CreateApiKey, CreateUser, UserRepository } from '#people/auth';
import { UnitOfWork } from '#ground/database';
import { DocumentTags } from '#archive/metadata';
import { documentOf, DocumentRepository, UpdateDocument, UploadDocument } from '#archive/documents';
import { PERMISSIONS } from '#ground/http-kit';
import { forThisRequest, systemContext, type OrganizationContext } from '#ground/kernel';
import { CreateOrganization, OrganizationRepository } from '#people/organizations';
import { TagRepository, TagsService } from '#archive/tags';
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
      if (await ensureDocument(app, { ctx: systemContext(id, 'command'), document, tags })) planted.added += 1;
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
  return (found ?? (await createOrganization(app, userId, name))).id;
}

function createOrganization(app: INestApplicationContext, ownerId: string, name: string) {
  const create = app.get(CreateOrganization);
  return app.get(UnitOfWork).run((tx) => create.execute(tx, BY_COMMAND, { name, ownerId }));
}

async function ensureTags(
  app: INestApplicationContext,
  organizationId: string,
  sample: SampleOrganization,
): Promise<Map<string, string>> {
  const ctx = systemContext(organizationId, 'command');
  const known = await app.get(TagRepository).list(ctx);
  const ids = new Map(known.map((tag) => [tag.name, tag.id]));
  for (const tag of sample.tags) {
    if (ids.has(tag.name)) continue;
    const { id } = await app.get(UnitOfWork).run((tx) => app.get(TagsService).create(tx, ctx, tag));
    ids.set(tag.name, id);
  }
  return ids;
}

interface Place {
  ctx: OrganizationContext;
  document: SampleDocument;
  tags: ReadonlyMap<string, string>;
}

async function ensureDocument(app: INestApplicationContext, place: Place): Promise<boolean> {
  const { ctx, document, tags } = place;
  const content = await document.content();
  if (await isThere(app, ctx, content)) return false;
  const id = await upload(app, ctx, document, content);
  const { date } = document;
  if (date !== undefined) await app.get(UpdateDocument).execute(ctx, id, { documentDate: new Date(date) });
  for (const name of document.tags) {
    const tagId = tags.get(name);
    if (tagId === undefined) throw new Error(`the sample ${document.name} has the tag ${name}, which is not there`);
    await app.get(DocumentTags).add(ctx, { documentId: id, tagId });
  }
  return true;
}

async function upload(
  app: INestApplicationContext,
  ctx: OrganizationContext,
  { name, mimeType }: SampleDocument,
  content: Buffer,
): Promise<string> {
  const uploads = app.get(UploadDocument);
  const { signal } = new AbortController();
  await using file = await uploads.receive(ctx, { name, content: Readable.from([content]) }, signal);
  const details = { mimeType, ocrLanguages: [] };
  const upload = { ctx, file, details, within: forThisRequest() };
  return documentOf(await app.get(UnitOfWork).run((tx) => uploads.complete(tx, [upload]))).id;
}

/** Also when it is in the trash: it was put there on purpose. */
async function isThere(app: INestApplicationContext, ctx: OrganizationContext, content: Buffer): Promise<boolean> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return (await app.get(DocumentRepository).findByHashes(ctx, [sha256])).length > 0;
}
