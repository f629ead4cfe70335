import type { Role } from '#ground/kernel';
import { ADMIN_ROUTES } from './admin-routes.js';
import { HOOK_URL, LINK_PASSWORD, type Archive } from './archive.js';

/** A valid request to a route. */
export interface RouteSample {
  /** Which record a parameter names, where it is not the one of the same name. */
  params?: Readonly<Record<string, keyof Archive>>;
  query?: string;
  body?: (archive: Archive) => unknown;
  headers?: (archive: Archive) => Readonly<Record<string, string>>;
  /** Sent as multipart/form-data instead. */
  form?: (archive: Archive) => FormData;
  /** The minimum role in the organization, where not every member may call the route. */
  role?: Role;
  /** The roles that may not do to the sample what they may do to other records. */
  refusesRoles?: readonly Role[];
  /** The status for an id of another organization in the path, where it is not 404. */
  unknownId?: number;
  /** For routes that check the organization themselves: what non-members get instead of the usual response. */
  nonMember?: { deleted: string; active: string; unknown: string };
  /** The request changes an archive, but works again with it, and leaves what the others need: they share one. */
  repeatable?: true;
  /** The status of a valid request with valid credentials, where it is not 200, 202 or 204. */
  status?: number;
}

const NOTHING: RouteSample = {};
const REPEATABLE: RouteSample = { repeatable: true };

/** A valid sample request for every route. A new route needs only its line here to be tested. */
export const ROUTE_CATALOGUE: Readonly<Record<string, RouteSample>> = {
  'GET /api/ping': NOTHING,
  'GET /api/health': NOTHING,
  'GET /api/health/live': NOTHING,
  'GET /api/health/ready': NOTHING,
  'GET /api/config': NOTHING,

  ...ADMIN_ROUTES,

  'GET /api/users/me': NOTHING,
  'PUT /api/users/me': { repeatable: true, body: ({ marker }) => ({ name: `${marker} person` }) },
  'GET /api/users/me/preferences': NOTHING,
  'PUT /api/users/me/preferences': { repeatable: true, body: ({ marker }) => ({ preferences: { theme: marker } }) },
  'GET /api/plan-entitlements': NOTHING,
  'POST /api/plan-entitlements/:type/claim': { repeatable: true, params: { type: 'planEntitlementType' }, status: 403 },

  'POST /api/api-keys': {
    repeatable: true,
    body: ({ organizationId }) => ({
      name: 'made',
      permissions: ['documents:read'],
      expiresAt: '2999-12-31T23:59:59Z',
      allOrganizations: false,
      organizationIds: [organizationId],
    }),
  },
  'GET /api/api-keys': NOTHING,
  'GET /api/api-keys/current': NOTHING,
  'DELETE /api/api-keys/:apiKeyId': NOTHING,

  'GET /api/organizations': NOTHING,
  'GET /api/organizations/deleted': NOTHING,
  'POST /api/organizations': { repeatable: true, body: ({ marker }) => ({ name: `${marker} new` }) },
  'GET /api/organizations/:organizationId': NOTHING,
  'PUT /api/organizations/:organizationId': { repeatable: true, body: ({ marker }) => ({ name: `${marker} renamed` }) },
  'DELETE /api/organizations/:organizationId': { role: 'owner' },
  'POST /api/organizations/:organizationId/restore': {
    params: { organizationId: 'deletedOrganizationId' },
    nonMember: {
      deleted: '403 organization.only_previous_owner_can_restore',
      active: '403 organization.not_deleted',
      unknown: '404 organization.not_found',
    },
  },
  'GET /api/organizations/:organizationId/members': NOTHING,
  'GET /api/organizations/:organizationId/members/me': {
    nonMember: { deleted: '403 auth.forbidden', active: '403 auth.forbidden', unknown: '403 auth.forbidden' },
  },
  'PATCH /api/organizations/:organizationId/members/:memberId': {
    body: () => ({ role: 'member' }),
    role: 'admin',
    unknownId: 403,
  },
  // The sample is the viewer: it leaves, higher roles remove it, and a member may do neither.
  'DELETE /api/organizations/:organizationId/members/:memberId': {
    role: 'viewer',
    refusesRoles: ['member'],
    unknownId: 403,
  },
  'POST /api/organizations/:organizationId/members/:memberId/transfer-ownership': { role: 'owner', unknownId: 403 },
  'GET /api/organizations/:organizationId/members/invitations': { role: 'admin' },
  'POST /api/organizations/:organizationId/members/invitations': {
    body: ({ marker }) => ({ email: `${marker}@example.test`, role: 'viewer' }),
    role: 'admin',
  },
  'GET /api/invitations': NOTHING,
  'GET /api/invitations/count': NOTHING,
  'POST /api/invitations/:invitationId/accept': { params: { invitationId: 'receivedInvitationId' } },
  'POST /api/invitations/:invitationId/reject': { params: { invitationId: 'receivedInvitationId' } },
  'POST /api/invitations/:invitationId/cancel': NOTHING,
  'POST /api/invitations/:invitationId/resend': { params: { invitationId: 'cancelledInvitationId' } },
  'GET /api/organizations/:organizationId/invoice-details': NOTHING,
  'PUT /api/organizations/:organizationId/invoice-details': {
    repeatable: true,
    body: () => ({ isEnabled: false }),
    role: 'owner',
  },
  'GET /api/organizations/:organizationId/settings': NOTHING,
  'PATCH /api/organizations/:organizationId/settings': {
    repeatable: true,
    body: () => ({ ai: { autoTagging: { isEnabled: true, canCreateNewTags: false, maxTags: 3 } } }),
    role: 'owner',
  },
  'GET /api/organizations/:organizationId/auto-tagging/usage': NOTHING,
  'GET /api/organizations/:organizationId/learned-filing': NOTHING,
  'POST /api/organizations/:organizationId/learned-filing/learn': { repeatable: true, role: 'owner' },
  'GET /api/organizations/:organizationId/reminders': NOTHING,
  'POST /api/organizations/:organizationId/reminders': {
    repeatable: true,
    body: ({ marker }) => ({ name: `${marker} reminder`, dateSource: 'createdAt' }),
  },
  'POST /api/organizations/:organizationId/reminders/preview': {
    repeatable: true,
    role: 'viewer',
    body: ({ marker }) => ({ name: `${marker} reminder`, dateSource: 'createdAt' }),
  },
  'GET /api/organizations/:organizationId/reminders/:reminderId': NOTHING,
  'PUT /api/organizations/:organizationId/reminders/:reminderId': {
    repeatable: true,
    body: ({ marker }) => ({ name: `${marker} reminder`, dateSource: 'createdAt' }),
  },
  'DELETE /api/organizations/:organizationId/reminders/:reminderId': NOTHING,
  'GET /api/organizations/:organizationId/retention-rules': NOTHING,
  'POST /api/organizations/:organizationId/retention-rules': {
    repeatable: true,
    role: 'admin',
    body: ({ marker }) => ({ name: `${marker} rule`, dateSource: 'createdAt', keepAmount: 10, isEnabled: false }),
  },
  'GET /api/organizations/:organizationId/retention-rules/:retentionRuleId': NOTHING,
  'GET /api/organizations/:organizationId/retention-rules/:retentionRuleId/preview': NOTHING,
  'PUT /api/organizations/:organizationId/retention-rules/:retentionRuleId': {
    repeatable: true,
    role: 'admin',
    body: ({ marker }) => ({ name: `${marker} rule`, dateSource: 'createdAt', keepAmount: 10, isEnabled: false }),
  },
  'DELETE /api/organizations/:organizationId/retention-rules/:retentionRuleId': { role: 'admin' },
  'GET /api/organizations/:organizationId/holds': { role: 'admin' },
  'PUT /api/organizations/:organizationId/hold': { role: 'admin', body: ({ marker }) => ({ reason: marker }) },
  // None of them is held: what is held could not be purged by the others.
  'DELETE /api/organizations/:organizationId/hold': { role: 'admin', query: 'reason=over', status: 404 },
  'GET /api/organizations/:organizationId/documents/:documentId/hold': { role: 'admin' },
  'PUT /api/organizations/:organizationId/documents/:documentId/hold': {
    role: 'admin',
    body: ({ marker }) => ({ reason: marker }),
  },
  'DELETE /api/organizations/:organizationId/documents/:documentId/hold': {
    role: 'admin',
    query: 'reason=over',
    status: 404,
  },
  'GET /api/organizations/:organizationId/agenda': { query: 'from=2026-01-01&to=2026-12-31' },
  'PUT /api/organizations/:organizationId/agenda/marks': {
    repeatable: true,
    body: ({ reminderId, documentId, agendaDay }) => ({ reminderId, documentId, sourceDay: agendaDay }),
  },
  'GET /api/organizations/:organizationId/agenda/feed': NOTHING,
  'POST /api/organizations/:organizationId/agenda/feed': { repeatable: true, role: 'viewer' },
  'DELETE /api/organizations/:organizationId/agenda/feed': { repeatable: true, role: 'viewer' },
  'GET /api/organizations/:organizationId/subscription': NOTHING,
  'GET /api/organizations/:organizationId/usage': NOTHING,
  'GET /api/organizations/:organizationId/usage/history': { query: 'days=2' },

  'POST /api/organizations/:organizationId/documents': {
    form: ({ marker }) => {
      const form = new FormData();
      form.append('file', new File([`${marker} uploaded`], `${marker} uploaded.txt`, { type: 'text/plain' }));
      return form;
    },
  },
  'POST /api/organizations/:organizationId/documents/known': {
    repeatable: true,
    body: () => ({ sha256: ['0'.repeat(64)] }),
    role: 'viewer',
  },
  'POST /api/organizations/:organizationId/uploads': {
    repeatable: true,
    headers: ({ marker }) => ({
      'upload-length': '10',
      'upload-metadata': `filename ${Buffer.from(`${marker}.txt`).toString('base64')}`,
    }),
    status: 201,
  },
  'GET /api/organizations/:organizationId/uploads/:uploadId': { role: 'member' },
  'PATCH /api/organizations/:organizationId/uploads/:uploadId': {
    repeatable: true,
    headers: () => ({ 'upload-offset': '0' }),
  },
  'DELETE /api/organizations/:organizationId/uploads/:uploadId': NOTHING,
  'GET /api/organizations/:organizationId/search/suggestions': { query: 'query=te&didYouMean=true' },
  'GET /api/organizations/:organizationId/documents': { query: 'searchQuery=text' },
  'GET /api/organizations/:organizationId/documents/facets': { query: 'searchQuery=text' },
  'GET /api/organizations/:organizationId/documents/statistics': NOTHING,
  'GET /api/organizations/:organizationId/documents/deleted': NOTHING,
  'GET /api/organizations/:organizationId/documents/:documentId': NOTHING,
  'GET /api/organizations/:organizationId/documents/:documentId/attachments': NOTHING,
  'GET /api/organizations/:organizationId/documents/:documentId/pages': NOTHING,
  'GET /api/organizations/:organizationId/documents/:documentId/pages/:page/words': NOTHING,
  'GET /api/organizations/:organizationId/documents/:documentId/hits': { query: 'searchQuery=text' },
  'GET /api/organizations/:organizationId/documents/:documentId/processing': NOTHING,
  'GET /api/organizations/:organizationId/documents/:documentId/similar': NOTHING,
  'GET /api/organizations/:organizationId/documents/:documentId/invoice-details': NOTHING,
  'GET /api/organizations/:organizationId/documents/:documentId/codes': NOTHING,
  'POST /api/organizations/:organizationId/documents/merge': {
    // One of them is in the trash.
    body: ({ documentId, trashedDocumentId }) => ({ documentIds: [documentId, trashedDocumentId], name: 'All.pdf' }),
    status: 409,
  },
  'GET /api/organizations/:organizationId/documents/:documentId/split': NOTHING,
  'POST /api/organizations/:organizationId/documents/:documentId/split': {
    repeatable: true,
    body: () => ({
      parts: [
        { from: 1, to: 1 },
        { from: 2, to: 2 },
      ],
    }),
  },
  'POST /api/organizations/:organizationId/documents/:documentId/pages': {
    // It waits to be read.
    body: () => ({ pages: [{ page: 1 }] }),
    status: 409,
  },
  'GET /api/organizations/:organizationId/documents/:documentId/versions': NOTHING,
  'GET /api/organizations/:organizationId/documents/:documentId/versions/:number/file': {
    params: { number: 'page' },
  },
  'POST /api/organizations/:organizationId/documents/:documentId/versions/:number/restore': {
    params: { number: 'page' },
    status: 409,
  },
  'PUT /api/organizations/:organizationId/documents/:documentId/archive-number': {
    repeatable: true,
    body: () => ({ archiveNumber: 42 }),
  },
  'GET /api/organizations/:organizationId/archive-numbers/next': NOTHING,
  'GET /api/organizations/:organizationId/document-codes/settings': NOTHING,
  'PATCH /api/organizations/:organizationId/document-codes/settings': {
    repeatable: true,
    role: 'owner',
    body: () => ({ archiveNumberPrefix: 'ASN' }),
  },
  'GET /api/organizations/:organizationId/documents/:documentId/learned-labels': NOTHING,
  'POST /api/organizations/:organizationId/documents/:documentId/learned-labels/:labelId/confirm': {
    params: { labelId: 'learnedLabelId' },
  },
  'DELETE /api/organizations/:organizationId/documents/:documentId/learned-labels/:labelId': {
    params: { labelId: 'learnedLabelId' },
  },
  'GET /api/organizations/:organizationId/documents/:documentId/suggestions': NOTHING,
  'POST /api/organizations/:organizationId/documents/:documentId/suggestions/:kind/accept': {
    params: { kind: 'suggestionKind' },
  },
  'DELETE /api/organizations/:organizationId/documents/:documentId/suggestions/:kind': {
    params: { kind: 'suggestionKind' },
  },
  'PATCH /api/organizations/:organizationId/documents/:documentId': {
    repeatable: true,
    body: ({ marker }) => ({
      name: `${marker} renamed`,
      content: `${marker} content`,
      notes: `${marker} notes`,
      documentDate: '2026-01-31',
    }),
  },
  'DELETE /api/organizations/:organizationId/documents/:documentId': NOTHING,
  'GET /api/organizations/:organizationId/documents/:documentId/activity': NOTHING,
  'GET /api/organizations/:organizationId/documents/:documentId/file': NOTHING,
  'GET /api/organizations/:organizationId/documents/:documentId/preview': NOTHING,
  // The document of the archive is a plain text, which is not shown as a page.
  'GET /api/organizations/:organizationId/documents/:documentId/rendition': { status: 404 },
  'POST /api/organizations/:organizationId/documents/:documentId/reprocess': REPEATABLE,
  // The document of the archive is not protected.
  'POST /api/organizations/:organizationId/documents/:documentId/password': {
    repeatable: true,
    body: () => ({ password: 'secret', keep: false }),
    status: 409,
  },
  'DELETE /api/organizations/:organizationId/documents/:documentId/password': { repeatable: true, status: 404 },
  'GET /api/organizations/:organizationId/document-passwords': { role: 'admin' },
  'POST /api/organizations/:organizationId/document-passwords': {
    body: ({ marker }) => ({ name: `${marker} tried`, password: 'secret' }),
    role: 'admin',
  },
  'DELETE /api/organizations/:organizationId/document-passwords/:passwordId': {
    role: 'admin',
    params: { passwordId: 'documentPasswordId' },
  },
  'POST /api/organizations/:organizationId/documents/:documentId/tags': { body: ({ tagId }) => ({ tagId }) },
  'DELETE /api/organizations/:organizationId/documents/:documentId/tags/:tagId': {
    params: { tagId: 'attachedTagId' },
  },
  'POST /api/organizations/:organizationId/documents/:documentId/restore': {
    params: { documentId: 'trashedDocumentId' },
  },
  'DELETE /api/organizations/:organizationId/documents/trash/:documentId': {
    params: { documentId: 'trashedDocumentId' },
  },
  'DELETE /api/organizations/:organizationId/documents/trash': NOTHING,
  'POST /api/organizations/:organizationId/documents/trash/purge': {
    body: ({ trashedDocumentId }) => ({ documentIds: [trashedDocumentId] }),
  },
  'POST /api/organizations/:organizationId/documents/batch/trash': {
    body: ({ documentId }) => ({ filter: { documentIds: [documentId] } }),
  },
  'POST /api/organizations/:organizationId/documents/batch/restore': {
    body: ({ trashedDocumentId }) => ({ filter: { documentIds: [trashedDocumentId] } }),
  },
  'POST /api/organizations/:organizationId/documents/batch/preview': {
    repeatable: true,
    body: ({ documentId }) => ({ filter: { documentIds: [documentId] } }),
    role: 'viewer',
  },
  'POST /api/organizations/:organizationId/documents/batch/archive': {
    repeatable: true,
    body: ({ documentId }) => ({ filter: { documentIds: [documentId] } }),
    role: 'viewer',
  },
  // For every caller but the one who requested it, an archive does not exist.
  'GET /api/organizations/:organizationId/document-archives/:archiveId/file': { status: 404 },
  'DELETE /api/organizations/:organizationId/document-archives/:archiveId': {
    repeatable: true,
    role: 'viewer',
    status: 404,
  },
  'POST /api/organizations/:organizationId/documents/batch/fill/:finder/preview': {
    repeatable: true,
    params: { finder: 'finder' },
    body: ({ documentId }) => ({ filter: { documentIds: [documentId] } }),
    role: 'viewer',
  },
  'POST /api/organizations/:organizationId/documents/batch/fill/:finder': {
    repeatable: true,
    params: { finder: 'finder' },
    body: ({ documentId }) => ({ filter: { documentIds: [documentId] } }),
  },
  'POST /api/organizations/:organizationId/documents/batch/date': {
    repeatable: true,
    body: ({ documentId }) => ({ filter: { documentIds: [documentId] }, documentDate: '2026-01-31' }),
  },
  'POST /api/organizations/:organizationId/documents/batch/inbox': {
    repeatable: true,
    body: ({ documentId }) => ({ filter: { documentIds: [documentId] }, isInInbox: false }),
  },
  'POST /api/organizations/:organizationId/documents/batch/properties': {
    repeatable: true,
    body: ({ documentId, propertyDefinitionId, optionId }) => ({
      filter: { documentIds: [documentId] },
      set: [{ propertyDefinitionId, value: optionId }],
    }),
  },
  'POST /api/organizations/:organizationId/documents/batch/reprocess': {
    repeatable: true,
    body: ({ documentId }) => ({ filter: { documentIds: [documentId] } }),
  },
  'POST /api/organizations/:organizationId/documents/batch/tags': {
    repeatable: true,
    body: ({ documentId, tagId, attachedTagId }) => ({
      filter: { documentIds: [documentId] },
      addTagIds: [tagId],
      removeTagIds: [attachedTagId],
    }),
  },

  'GET /api/organizations/:organizationId/tags': NOTHING,
  'POST /api/organizations/:organizationId/tags': {
    body: ({ marker }) => ({ name: `${marker} new`, color: '#123456', description: `${marker} tag` }),
  },
  'PUT /api/organizations/:organizationId/tags/:tagId': {
    repeatable: true,
    body: ({ marker }) => ({ name: `${marker} renamed` }),
  },
  'DELETE /api/organizations/:organizationId/tags/:tagId': NOTHING,
  'POST /api/organizations/:organizationId/tags/:tagId/merge': {
    body: ({ attachedTagId }) => ({ intoTagId: attachedTagId }),
  },

  'GET /api/organizations/:organizationId/custom-properties': NOTHING,
  'POST /api/organizations/:organizationId/custom-properties': {
    body: ({ marker }) => ({
      type: 'select',
      name: `${marker} new`,
      description: `${marker} property`,
      displayOrder: 3,
      options: [{ name: `${marker} option` }],
    }),
  },
  'PUT /api/organizations/:organizationId/custom-properties/order': {
    repeatable: true,
    body: ({ propertyDefinitionId }) => ({ propertyDefinitionIds: [propertyDefinitionId] }),
  },
  'GET /api/organizations/:organizationId/custom-properties/:propertyDefinitionId': NOTHING,
  'GET /api/organizations/:organizationId/custom-properties/:propertyDefinitionId/usage': NOTHING,
  'PUT /api/organizations/:organizationId/custom-properties/by-role/:role': {
    repeatable: true,
    params: { role: 'propertyRole' },
    body: ({ marker }) => ({ name: `${marker} correspondent` }),
  },
  'GET /api/organizations/:organizationId/custom-properties/:propertyDefinitionId/options': NOTHING,
  'POST /api/organizations/:organizationId/custom-properties/:propertyDefinitionId/options': {
    body: ({ marker }) => ({ name: `${marker} option of its own` }),
  },
  'PUT /api/organizations/:organizationId/custom-properties/:propertyDefinitionId/options/:optionId': {
    repeatable: true,
    body: ({ marker }) => ({ name: `${marker} option renamed` }),
  },
  'POST /api/organizations/:organizationId/custom-properties/:propertyDefinitionId/options/:optionId/merge': {
    body: ({ otherOptionId }) => ({ intoOptionId: otherOptionId }),
  },
  'DELETE /api/organizations/:organizationId/custom-properties/:propertyDefinitionId/options/:optionId': NOTHING,
  'PUT /api/organizations/:organizationId/custom-properties/:propertyDefinitionId': {
    repeatable: true,
    body: ({ marker, optionId }) => ({
      type: 'text',
      name: `${marker} renamed`,
      description: null,
      displayOrder: 4,
      options: [{ id: optionId, name: `${marker} other option` }],
    }),
  },
  'DELETE /api/organizations/:organizationId/custom-properties/:propertyDefinitionId': NOTHING,
  'GET /api/organizations/:organizationId/documents/:documentId/custom-properties': NOTHING,
  'PUT /api/organizations/:organizationId/documents/:documentId/custom-properties/:propertyDefinitionId': {
    repeatable: true,
    body: ({ optionId }) => ({ value: optionId }),
  },
  'DELETE /api/organizations/:organizationId/documents/:documentId/custom-properties/:propertyDefinitionId': NOTHING,
  'GET /api/organizations/:organizationId/file-requests': { role: 'member' },
  'POST /api/organizations/:organizationId/file-requests': {
    repeatable: true,
    body: ({ marker }) => ({
      title: `${marker} new`,
      message: `${marker} message`,
      expiresAt: '2999-12-31T23:59:59Z',
      password: `${marker} password`,
      maxFiles: 3,
      maxFileBytes: 1000,
    }),
    status: 201,
  },
  'GET /api/organizations/:organizationId/file-requests/:fileRequestId': { role: 'member' },
  'GET /api/organizations/:organizationId/file-requests/:fileRequestId/files': { role: 'member' },
  'PATCH /api/organizations/:organizationId/file-requests/:fileRequestId': {
    repeatable: true,
    body: ({ marker }) => ({ title: `${marker} changed`, isEnabled: false }),
  },
  'DELETE /api/organizations/:organizationId/file-requests/:fileRequestId': NOTHING,
  'GET /api/file-requests/:token': { params: { token: 'fileRequestToken' } },
  'POST /api/file-requests/:token/verify': {
    repeatable: true,
    params: { token: 'lockedFileRequestToken' },
    body: () => ({ password: LINK_PASSWORD }),
  },
  'POST /api/file-requests/:token/files': {
    params: { token: 'fileRequestToken' },
    form: ({ marker }) => {
      const form = new FormData();
      form.append('senderName', `${marker} sender`);
      form.append('file', new File([`${marker} handed in`], `${marker} handed in.txt`, { type: 'text/plain' }));
      return form;
    },
    status: 201,
  },
  'POST /api/organizations/:organizationId/documents/:documentId/share-links': {
    repeatable: true,
    body: () => ({ expiresAt: '2999-12-31T23:59:59Z', maxDownloads: 3 }),
    status: 201,
  },
  'GET /api/organizations/:organizationId/documents/:documentId/share-links': { role: 'member' },
  'GET /api/organizations/:organizationId/share-links': { role: 'member' },
  'GET /api/organizations/:organizationId/share-links/:shareLinkId/accesses': { role: 'member' },
  'PATCH /api/organizations/:organizationId/share-links/:shareLinkId': {
    repeatable: true,
    body: () => ({ isEnabled: false }),
  },
  'DELETE /api/organizations/:organizationId/share-links/:shareLinkId': NOTHING,
  'GET /api/agenda/:file': { params: { file: 'agendaFile' } },
  'GET /api/share-links/:shareLinkToken/document': NOTHING,
  'POST /api/share-links/:shareLinkToken/verify': {
    repeatable: true,
    params: { shareLinkToken: 'protectedShareLinkToken' },
    body: () => ({ password: LINK_PASSWORD }),
  },
  'GET /api/share-links/:shareLinkToken/document/file': NOTHING,
  'GET /api/share-links/:shareLinkToken/document/preview': NOTHING,

  'GET /api/organizations/:organizationId/audit': { role: 'admin' },
  'GET /api/organizations/:organizationId/audit/export': { role: 'admin', query: 'format=jsonl' },
  'GET /api/organizations/:organizationId/audit/verification': { role: 'admin' },
  'POST /api/organizations/:organizationId/audit/verification': { repeatable: true, role: 'admin' },

  'GET /api/organizations/:organizationId/document-views': NOTHING,
  'POST /api/organizations/:organizationId/document-views': {
    body: ({ marker, documentViewId }) => ({
      name: `${marker} new`,
      query: marker,
      description: `${marker} view`,
      parentId: documentViewId,
      position: 0,
      isPinned: true,
      isShared: false,
      sortField: 'name',
      sortOrder: 'asc',
      columns: ['name'],
      layout: 'cards',
    }),
  },
  'GET /api/organizations/:organizationId/document-views/counts': NOTHING,
  'GET /api/organizations/:organizationId/document-views/:documentViewId': NOTHING,
  'PUT /api/organizations/:organizationId/document-views/:documentViewId': {
    repeatable: true,
    body: ({ marker }) => ({ name: `${marker} renamed`, query: `${marker} changed` }),
  },
  'DELETE /api/organizations/:organizationId/document-views/:documentViewId': NOTHING,

  'GET /api/organizations/:organizationId/tagging-rules': NOTHING,
  'POST /api/organizations/:organizationId/tagging-rules': {
    repeatable: true,
    body: ({ marker, tagId }) => ({
      name: `${marker} new`,
      description: `${marker} rule`,
      enabled: true,
      conditionMatchMode: 'any',
      conditions: [{ field: 'name', operator: 'contains', value: marker }],
      tagIds: [tagId],
    }),
  },
  'POST /api/organizations/:organizationId/tagging-rules/preview': {
    repeatable: true,
    role: 'viewer',
    body: ({ marker }) => ({ conditions: [{ field: 'name', operator: 'contains', value: marker }] }),
  },
  'GET /api/organizations/:organizationId/tagging-rules/runs': NOTHING,
  'POST /api/organizations/:organizationId/tagging-rules/runs/:runId/undo': NOTHING,
  'GET /api/organizations/:organizationId/tagging-rules/:taggingRuleId': NOTHING,
  'PUT /api/organizations/:organizationId/tagging-rules/:taggingRuleId': {
    repeatable: true,
    body: ({ marker, attachedTagId }) => ({ name: `${marker} changed`, conditions: [], tagIds: [attachedTagId] }),
  },
  'DELETE /api/organizations/:organizationId/tagging-rules/:taggingRuleId': NOTHING,
  'POST /api/organizations/:organizationId/tagging-rules/:taggingRuleId/apply': REPEATABLE,

  'GET /api/organizations/:organizationId/webhooks': { role: 'member' },
  'POST /api/organizations/:organizationId/webhooks': {
    repeatable: true,
    body: ({ marker }) => ({
      name: `${marker} new`,
      url: HOOK_URL,
      secret: `${marker} secret`,
      enabled: true,
      events: ['organization:restored', 'tag:deleted'],
    }),
  },
  'GET /api/organizations/:organizationId/webhooks/:webhookId': { role: 'member' },
  'PUT /api/organizations/:organizationId/webhooks/:webhookId': {
    repeatable: true,
    body: ({ marker }) => ({ name: `${marker} renamed`, url: HOOK_URL, enabled: true, events: ['tag:updated'] }),
  },
  'DELETE /api/organizations/:organizationId/webhooks/:webhookId': NOTHING,
  'POST /api/organizations/:organizationId/webhooks/:webhookId/ping': REPEATABLE,
  'POST /api/organizations/:organizationId/webhooks/:webhookId/replay': {
    body: () => ({ since: '2026-01-31T00:00:00Z' }),
  },
  'GET /api/organizations/:organizationId/webhooks/:webhookId/deliveries': {
    role: 'member',
    query: 'status=failed&limit=10',
  },
  'GET /api/organizations/:organizationId/webhooks/:webhookId/deliveries/:deliveryId': { role: 'member' },
  'POST /api/organizations/:organizationId/webhooks/:webhookId/deliveries/:deliveryId/replay': REPEATABLE,
  'POST /api/organizations/:organizationId/webhooks/:webhookId/secret-rotation': {
    repeatable: true,
    body: ({ marker }) => ({ secret: `${marker} other secret` }),
  },
  'POST /api/organizations/:organizationId/webhooks/:webhookId/secret-rotation/finish': NOTHING,
  'DELETE /api/organizations/:organizationId/webhooks/:webhookId/secret-rotation': NOTHING,

  'GET /api/organizations/:organizationId/intake-emails': NOTHING,
  'POST /api/organizations/:organizationId/intake-emails': REPEATABLE,
  'PUT /api/organizations/:organizationId/intake-emails/:intakeEmailId': {
    repeatable: true,
    body: ({ marker }) => ({ isEnabled: false, allowedOrigins: [`${marker}@example.test`], keepsMessage: true }),
  },
  'DELETE /api/organizations/:organizationId/intake-emails/:intakeEmailId': NOTHING,
  // Intake by mail is turned off; what a signature lets in is tested in test/e2e/intake-emails.e2e-spec.ts.
  'POST /api/intake-emails/ingest': {
    repeatable: true,
    headers: () => ({ 'x-signature': 'A'.repeat(43) + '=' }),
    form: ({ marker }) => {
      const form = new FormData();
      form.append('email', JSON.stringify({ from: { address: `${marker}@example.test` }, to: [] }));
      return form;
    },
    status: 403,
  },
  'GET /api/organizations/:organizationId/intake/sources': NOTHING,
  'GET /api/organizations/:organizationId/intake/failures': NOTHING,
  'POST /api/organizations/:organizationId/intake/failures/retry': REPEATABLE,
  'POST /api/organizations/:organizationId/intake/failures/:failureId/retry': REPEATABLE,
  'DELETE /api/organizations/:organizationId/intake/failures/:failureId': NOTHING,

  'GET /api/organizations/:organizationId/activity': { query: 'name=document:created&limit=10' },
  'GET /api/organizations/:organizationId/events': { query: 'name=document:created&limit=10' },
  'GET /api/organizations/:organizationId/events/stream': NOTHING,

  'GET /api/organizations/:organizationId/tasks': NOTHING,
  'GET /api/organizations/:organizationId/tasks/:taskId': NOTHING,
  'POST /api/organizations/:organizationId/tasks/:taskId/cancel': NOTHING,
  'POST /api/organizations/:organizationId/tasks/:taskId/undo': { params: { taskId: 'undoableTaskId' } },
};

/** Routes below /api without a controller, which the guards do not see, and what decides who may call them. */
export const RAW_ROUTES: Readonly<Record<string, string>> = {
  '/api/auth/*': 'sign-up, sign-in and sessions: better-auth checks every caller (accounts.e2e-spec.ts)',
  '/api/openapi.json': 'public: the description of the API',
  '/api/docs': 'public: the page that shows it',
  '/api/docs/page.css': 'public: a part of the page',
  '/api/docs/start.js': 'public: a part of the page',
  '/api/docs/swagger-ui.css': 'public: a part of the page',
  '/api/docs/swagger-ui-bundle.js': 'public: a part of the page',
};
