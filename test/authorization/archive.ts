import { createHash, randomBytes, randomInt } from 'node:crypto';
import { POSTGRES_POOL } from '#ground/database';
import { createId, type Role } from '#ground/kernel';
import { LinkPasswords } from '#outside/links';
import type pg from 'pg';
import type { ApiClient } from '../support/api-client.js';
import type { TestApp } from '../support/app.js';
import { addDelivery, poolOf } from '../support/rows.js';

/** One record of each kind that a path or a body can name, all of one organization. */
export interface Archive {
  organizationId: string;
  /** Deleted by its owner and still restorable. */
  deletedOrganizationId: string;
  documentId: string;
  trashedDocumentId: string;
  tagId: string;
  /** The tag of `documentId`. */
  attachedTagId: string;
  /** A custom property of the type `select`, without a value. */
  propertyDefinitionId: string;
  /** An option of `propertyDefinitionId`. */
  optionId: string;
  /** Another one. */
  otherOptionId: string;
  propertyRole: string;
  finder: string;
  taggingRuleId: string;
  /** A run of rules over `documentId`. */
  runId: string;
  /** A task that waits and can be cancelled. */
  taskId: string;
  /** A batch that has ended and can be undone. */
  undoableTaskId: string;
  documentViewId: string;
  /** In the list of passwords that are tried for protected documents. */
  documentPasswordId: string;
  fileRequestId: string;
  /** The token of `fileRequestId`, which has no password. */
  fileRequestToken: string;
  /** The token of a file request with a password. */
  lockedFileRequestToken: string;
  /** A share link of `documentId`. */
  shareLinkId: string;
  /** The token of `shareLinkId`. */
  shareLinkToken: string;
  /** The token of another one, with the password {@link LINK_PASSWORD}. */
  protectedShareLinkToken: string;
  /** An address for intake by mail. */
  intakeEmailId: string;
  /** A failure of an intake that can be tried again. */
  failureId: string;
  /** A webhook whose secret is being rotated. */
  webhookId: string;
  /** A finished delivery of `webhookId`. */
  deliveryId: string;
  /** An upload without its bytes. */
  uploadId: string;
  /** A key of the owner that no request uses. */
  apiKeyId: string;
  /** A download that `apiKeyId` has requested. */
  archiveId: string;
  /** A viewer. */
  memberId: string;
  /** A pending invitation to the organization. */
  invitationId: string;
  /** A cancelled invitation to the organization. */
  cancelledInvitationId: string;
  /** A pending invitation for the owner, to an organization of another user. */
  receivedInvitationId: string;
  /** A user of no organization. */
  userId: string;
  /** A job that failed in its last attempt. */
  jobId: string;
  /** The name of a queue. */
  queue: string;
  /** The id of a plan that no user has. */
  planEntitlementId: string;
  planEntitlementType: string;
  /** A number of a page. */
  page: string;
  /** Of the suggestion for `documentId`. */
  suggestionKind: string;
  /** Of the option that was set for `documentId` by what was learned. */
  learnedLabelId: string;
  /** Of a reminder that counts from the date of `documentId`. */
  reminderId: string;
  retentionRuleId: string;
  /** The date of `documentId` that it counts from. */
  agendaDay: string;
  /** The file of the calendar of a member. */
  agendaFile: string;
  /** Part of every name and text of this archive. */
  marker: string;
}

/** The kinds of id; the tests try a foreign id of each kind in every place. */
export const ID_KINDS = [
  'organizationId',
  'documentId',
  'trashedDocumentId',
  'tagId',
  'attachedTagId',
  'propertyDefinitionId',
  'optionId',
  'otherOptionId',
  'taggingRuleId',
  'runId',
  'taskId',
  'undoableTaskId',
  'documentViewId',
  'reminderId',
  'retentionRuleId',
  'documentPasswordId',
  'intakeEmailId',
  'fileRequestId',
  'shareLinkId',
  'failureId',
  'webhookId',
  'deliveryId',
  'uploadId',
  'apiKeyId',
  'archiveId',
  'memberId',
  'invitationId',
  'cancelledInvitationId',
  'receivedInvitationId',
  'userId',
  'jobId',
] as const satisfies readonly (keyof Archive)[];

/** Creates an archive through the API, as its owner would. A new user is its viewer unless `viewer` is the id of one. */
export async function makeArchive(app: TestApp, api: ApiClient, ownerId: string, viewer?: string): Promise<Archive> {
  const marker = `amethyst${randomInt(1e12).toString().padStart(12, '0')}x`;
  const organizationId = await makeOrganization(api, marker);
  const base = `/api/organizations/${organizationId}`;
  const deletedOrganizationId = await makeOrganization(api, `${marker} gone`);
  await bodyOf(api.delete(`/api/organizations/${deletedOrganizationId}`));
  const upload = async (name: string) =>
    (await bodyOf(api.upload(organizationId, { name: `${name}.txt`, content: `${name} text` }))).document.id;
  const documentId = await upload(`${marker} kept`);
  const trashedDocumentId = await upload(`${marker} trashed`);
  await bodyOf(api.delete(`${base}/documents/${trashedDocumentId}`));
  const makeTag = async (name: string) =>
    (await bodyOf(api.post<{ tag: { id: string } }>(`${base}/tags`, { name, color: '#336699' }))).tag.id;
  const tagId = await makeTag(`${marker} free`);
  const attachedTagId = await makeTag(`${marker} on`);
  await bodyOf(api.post(`${base}/documents/${documentId}/tags`, { tagId: attachedTagId }));
  const property = await makeProperty(api, base, marker);
  const rule = { name: `${marker} rule`, conditions: [], tagIds: [tagId] };
  const { taggingRule } = await bodyOf(api.post<{ taggingRule: { id: string } }>(`${base}/tagging-rules`, rule));
  const again = { filter: { documentIds: [documentId] } };
  const { taskId } = await bodyOf(api.post<{ taskId: string }>(`${base}/documents/batch/reprocess`, again));
  const runId = await makeRuleRun(app, { organizationId, documentId, tagId: attachedTagId, marker });
  const undoableTaskId = await makeEndedBatch(app, organizationId, ownerId);
  const view = { name: `${marker} view`, query: marker };
  const { documentView } = await bodyOf(api.post<{ documentView: { id: string } }>(`${base}/document-views`, view));
  const tried = { name: `${marker} tried`, password: 'secret' };
  const { documentPassword } = await bodyOf(
    api.post<{ documentPassword: { id: string } }>(`${base}/document-passwords`, tried),
  );
  const { intakeEmail } = await bodyOf(api.post<{ intakeEmail: { id: string } }>(`${base}/intake-emails`));
  const fileRequests = await makeFileRequests(app, api, base, { marker, tagId });
  const shareLinks = await makeShareLinks(app, api, `${base}/documents/${documentId}/share-links`);
  const failureId = await makeIntakeFailure(app, organizationId, marker);
  const { webhookId, deliveryId } = await makeWebhook(app, api, organizationId, marker);
  const uploadId = await makeUpload(app, organizationId);
  const apiKeyId = await makeIdleKey(app, ownerId, marker);
  const archiveId = await makeDownload(app, { organizationId, ownerId, apiKeyId, marker });
  const viewerId = viewer ?? (await app.aUser({ email: `${marker}-viewer@example.test` })).userId;
  const memberId = await addMember(app, organizationId, { userId: viewerId, role: 'viewer' });
  await addMember(app, deletedOrganizationId, { userId: viewerId, role: 'viewer' });
  const invitations = await makeInvitations(app, { organizationId, ownerId, inviterId: viewerId, marker });
  const userId = await makeUser(app, marker);
  return {
    organizationId,
    deletedOrganizationId,
    documentId,
    trashedDocumentId,
    tagId,
    attachedTagId,
    ...property,
    propertyRole: 'correspondent',
    finder: 'dates',
    taggingRuleId: taggingRule.id,
    runId,
    taskId,
    undoableTaskId,
    documentViewId: documentView.id,
    documentPasswordId: documentPassword.id,
    intakeEmailId: intakeEmail.id,
    ...fileRequests,
    ...shareLinks,
    failureId,
    webhookId,
    deliveryId,
    uploadId,
    apiKeyId,
    archiveId,
    memberId,
    ...invitations,
    userId,
    jobId: await makeDeadJob(app),
    // Not the one of the job above: retrying a queue takes its dead jobs, also those of others who are visiting.
    queue: 'document.process',
    planEntitlementId: createId('plan'),
    planEntitlementType: 'selfhst-premium',
    page: '1',
    suggestionKind: await suggestName(app, documentId, marker),
    learnedLabelId: await setLearnedTag(app, documentId, attachedTagId),
    retentionRuleId: await makeRetentionRule(app, organizationId, marker),
    ...(await makeAgenda(app, { organizationId, documentId, userId: viewerId, marker })),
    marker,
  };
}

async function makeOrganization(api: ApiClient, name: string): Promise<string> {
  const { organization } = await bodyOf(
    api.post<{ organization: { id: string } }>('/api/organizations', { name: `${name} org` }),
  );
  return organization.id;
}

/** As an auto-tagger would; none is in use in these tests. */
async function suggestName(app: TestApp, documentId: string, marker: string): Promise<string> {
  await poolOf(app).query(
    `insert into document_suggestion (document_id, kind, value, provider) values ($1, 'name', $2, 'auto-tagger-x')`,
    [documentId, `${marker} suggested.txt`],
  );
  return 'name';
}

/** As if it had been learned. */
async function setLearnedTag(app: TestApp, documentId: string, tagId: string): Promise<string> {
  await poolOf(app).query(
    `insert into learned_label (document_id, label_id, state, score, words) values ($1, $2, 'set', 0.9, '["word"]')`,
    [documentId, tagId],
  );
  return tagId;
}

/** It is off, so that no run applies it. */
async function makeRetentionRule(app: TestApp, organizationId: string, marker: string): Promise<string> {
  const ruleId = createId('rtr');
  await poolOf(app).query(
    `insert into retention_rule (id, organization_id, name, query, date_source, keep_amount, keep_unit, action, is_enabled,
       is_locking)
     values ($1, $2, $3, '', 'createdAt', 10, 'years', 'review', false, false)`,
    [ruleId, organizationId, `${marker} retention`],
  );
  return ruleId;
}

async function makeAgenda(
  app: TestApp,
  { organizationId, documentId, userId, marker }: Record<'documentId' | 'marker' | 'organizationId' | 'userId', string>,
): Promise<Pick<Archive, 'agendaDay' | 'agendaFile' | 'reminderId'>> {
  const reminderId = createId('rem');
  const secret = randomBytes(32).toString('hex');
  const { rows } = await poolOf(app).query<{ day: string }>(
    `with made as (
       insert into reminder (id, organization_id, name, query, date_source, offset_amount, offset_unit, is_enabled,
         sends_mail, announces_from) values ($1, $2, $3, '', 'createdAt', 0, 'days', true, false, current_date)
     ), feed as (
       insert into agenda_feed (organization_id, user_id, secret_hash, created_at) values ($2, $4, $5, now())
     )
     select to_char((created_at at time zone 'UTC')::date, 'YYYY-MM-DD') as day from document where id = $6`,
    [
      ...[reminderId, organizationId, `${marker} reminder`, userId],
      ...[createHash('sha256').update(secret).digest('base64url'), documentId],
    ],
  );
  return { reminderId, agendaDay: rows[0]?.day ?? '', agendaFile: `${secret}.ics` };
}

async function makeProperty(
  api: ApiClient,
  base: string,
  marker: string,
): Promise<Pick<Archive, 'optionId' | 'otherOptionId' | 'propertyDefinitionId'>> {
  const { propertyDefinition } = await bodyOf(
    api.post<{ propertyDefinition: { id: string; options: { id: string }[] } }>(`${base}/custom-properties`, {
      type: 'select',
      name: `${marker} property`,
      options: [{ name: `${marker} option` }, { name: `${marker} second option` }],
    }),
  );
  const [optionId = '', otherOptionId = ''] = propertyDefinition.options.map(({ id }) => id);
  return { propertyDefinitionId: propertyDefinition.id, optionId, otherOptionId };
}

/** A batch that has changed nothing: no background work runs in these tests. */
async function makeEndedBatch(app: TestApp, organizationId: string, userId: string): Promise<string> {
  const taskId = createId('task');
  const requestedBy = { actor: { via: 'session', userId, sessionId: 'session', isAdmin: false }, role: 'owner' };
  await poolOf(app).query(
    `with added as (
       insert into task (id, organization_id, type, status, finished_at, is_undoable)
       values ($1, $2, 'change-dates', 'completed', now(), true))
     insert into batch (task_id, operation, parameters, requested_by, is_selected)
     values ($1, 'change-dates', '{"documentDate": null}', $3, true)`,
    [taskId, organizationId, requestedBy],
  );
  return taskId;
}

async function makeRuleRun(
  app: TestApp,
  {
    organizationId,
    documentId,
    tagId,
    marker,
  }: Pick<Archive, 'documentId' | 'marker' | 'organizationId'> & { tagId: string },
): Promise<string> {
  const runId = createId('trn');
  const rules = JSON.stringify([{ id: createId('tr'), name: `${marker} deleted rule` }]);
  const difference = JSON.stringify({ tags: { added: [tagId], removed: [] }, properties: [] });
  await poolOf(app).query(
    `insert into tagging_rule_run (id, organization_id, document_id, rules, difference) values ($1, $2, $3, $4, $5)`,
    [runId, organizationId, documentId, rules, difference],
  );
  return runId;
}

type FileRequestIds = Pick<Archive, 'fileRequestId' | 'fileRequestToken' | 'lockedFileRequestToken'>;

async function makeFileRequests(
  app: TestApp,
  api: ApiClient,
  base: string,
  { marker, tagId }: { marker: string; tagId: string },
): Promise<FileRequestIds> {
  const make = async (fields: object) =>
    (
      await bodyOf(
        api.post<{ fileRequest: { id: string; token: string } }>(`${base}/file-requests`, {
          title: `${marker} request`,
          ...fields,
        }),
      )
    ).fileRequest;
  const open = await make({ tagIds: [tagId] });
  const locked = await make({});
  await lock(app, 'file_request', locked.token);
  return { fileRequestId: open.id, fileRequestToken: open.token, lockedFileRequestToken: locked.token };
}

async function makeShareLinks(
  app: TestApp,
  api: ApiClient,
  path: string,
): Promise<Pick<Archive, 'protectedShareLinkToken' | 'shareLinkId' | 'shareLinkToken'>> {
  const make = async () => (await bodyOf(api.post<{ shareLink: { id: string; token: string } }>(path, {}))).shareLink;
  const { id, token } = await make();
  const { token: protectedShareLinkToken } = await make();
  await lock(app, 'share_link', protectedShareLinkToken);
  return { shareLinkId: id, shareLinkToken: token, protectedShareLinkToken };
}

/** Hashed once: hundreds of archives have links with it, and a hash costs as much as many requests. */
export const LINK_PASSWORD = 'amethyst password';
const hashes = new WeakMap<TestApp, Promise<string>>();

async function lock(app: TestApp, table: 'file_request' | 'share_link', token: string): Promise<void> {
  const hash = hashes.get(app) ?? app.app.get(LinkPasswords, { strict: false }).hash(LINK_PASSWORD, { by: 'test' });
  hashes.set(app, hash);
  await poolOf(app).query(`update ${table} set password_hash = $2 where token = $1`, [token, await hash]);
}

/** Without a password: no test signs in as this user. */
async function makeUser(app: TestApp, marker: string): Promise<string> {
  const userId = createId('usr');
  await poolOf(app).query(
    `insert into "user" (id, created_at, updated_at, email, name)
     values ($1, now(), now(), $2 || '-user@example.test', $2 || '-user')`,
    [userId, marker],
  );
  return userId;
}

/** `startApp` allows this address. It refuses every connection. */
export const HOOK_URL = 'http://127.0.0.9:9/hook';

async function makeWebhook(
  app: TestApp,
  api: ApiClient,
  organizationId: string,
  marker: string,
): Promise<{ webhookId: string; deliveryId: string }> {
  const webhooks = `/api/organizations/${organizationId}/webhooks`;
  const fields = {
    name: `${marker} hook`,
    url: HOOK_URL,
    secret: `${marker} secret`,
    events: ['organization:restored'],
  };
  const { webhook } = await bodyOf(api.post<{ webhook: { id: string } }>(webhooks, fields));
  await bodyOf(api.post(`${webhooks}/${webhook.id}/secret-rotation`, { secret: `${marker} next secret` }));
  const deliveryId = await addDelivery(app, { organizationId, webhookId: webhook.id });
  return { webhookId: webhook.id, deliveryId };
}

async function makeIntakeFailure(app: TestApp, organizationId: string, marker: string): Promise<string> {
  const failureId = createId('inf');
  await poolOf(app).query(
    `insert into intake_failure (id, organization_id, plugin_id, instance, key, key_hash, kind, source, file_name, reason,
       reference)
     values ($1, $2, 'intake-test', 'default', $1, $1, 'file', 'folder', $3 || '.pdf', 'The file is empty.', $1)`,
    [failureId, organizationId, marker],
  );
  return failureId;
}

async function makeUpload(app: TestApp, organizationId: string): Promise<string> {
  const uploadId = createId('upl');
  await poolOf(app).query(
    `insert into resumable_upload (id, organization_id, expires_at, size, file_name, details)
     values ($1, $2, now() + interval '1 day', 10, 'upload.txt',
       '{"mimeType": "text/plain", "ocrLanguages": [], "tagIds": []}')`,
    [uploadId, organizationId],
  );
  return uploadId;
}

async function makeIdleKey(app: TestApp, userId: string, name: string): Promise<string> {
  const { CreateApiKey } = await import('#people/auth');
  const { apiKey } = await app.app
    .get(CreateApiKey, { strict: false })
    .execute({ userId, name, permissions: ['documents:read'] });
  return apiKey.id;
}

async function makeDownload(
  app: TestApp,
  {
    organizationId,
    ownerId,
    apiKeyId,
    marker,
  }: { organizationId: string; ownerId: string; apiKeyId: string; marker: string },
): Promise<string> {
  const archiveId = createId('arc');
  await poolOf(app).query(
    `insert into document_archive (id, expires_at, organization_id, created_by, api_key_id, requested_by, file_name, status)
     values ($1, now() + interval '1 day', $2, $3, $4, '{}', $5 || '.zip', 'ready')`,
    [archiveId, organizationId, ownerId, apiKeyId, marker],
  );
  return archiveId;
}

async function makeDeadJob(app: TestApp): Promise<string> {
  const { rows } = await poolOf(app).query<{ id: string }>(
    `insert into job.job (name, data, source_name, source_output)
     values ('mail.send.failed', '{}', 'mail.send', '{"message": "The mail server does not respond."}') returning id`,
  );
  return rows[0]?.id ?? '';
}

type InvitationIds = Pick<Archive, 'cancelledInvitationId' | 'invitationId' | 'receivedInvitationId'>;

async function makeInvitations(
  app: TestApp,
  given: { organizationId: string; ownerId: string; inviterId: string; marker: string },
): Promise<InvitationIds> {
  const pool = app.app.get<pg.Pool>(POSTGRES_POOL, { strict: false });
  const { organizationId, ownerId, inviterId, marker } = given;
  const ids = { invitationId: createId('org_inv'), cancelledInvitationId: createId('org_inv') };
  const receivedInvitationId = createId('org_inv');
  const invitingId = createId('org');
  await pool.query(
    `with inviting as (
       insert into organization (id, created_at, updated_at, name) values ($1, now(), now(), $2 || ' inviting'))
     insert into organization_log (organization_id) values ($1)`,
    [invitingId, marker],
  );
  await pool.query(
    `insert into organization_invitation (id, organization_id, email, role, status, expires_at, inviter_id)
     select $1, $2, $3 || '-pending@example.test', 'member', 'pending', now() + interval '1 day', $4
     union all select $5, $2, $3 || '-cancelled@example.test', 'member', 'cancelled', now() + interval '1 day', $4
     union all select $6, $7, email, 'member', 'pending', now() + interval '1 day', $4 from "user" where id = $8`,
    [
      ids.invitationId,
      organizationId,
      marker,
      inviterId,
      ids.cancelledInvitationId,
      receivedInvitationId,
      invitingId,
      ownerId,
    ],
  );
  return { ...ids, receivedInvitationId };
}

/** Returns the id of the membership. */
export async function addMember(
  app: TestApp,
  organizationId: string,
  { userId, role }: { userId: string; role: Role },
): Promise<string> {
  const pool = app.app.get<pg.Pool>(POSTGRES_POOL, { strict: false });
  const id = createId('org_mem');
  await pool.query(
    `insert into organization_member (id, created_at, updated_at, organization_id, user_id, role)
     values ($1, now(), now(), $2, $3, $4)`,
    [id, organizationId, userId, role],
  );
  return id;
}

async function bodyOf<Body>(response: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await response;
  if (status >= 300) throw new Error(`could not prepare the test: ${status} ${JSON.stringify(body)}`);
  return body;
}
