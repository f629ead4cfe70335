import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { Caller, type Answer } from './caller.js';
import { aNumber, anId, aTime, WebClient, type Json } from './web-client.js';

describe('the web client of the contract', () => {
  let app: TestApp;
  let client: WebClient;
  let colleague: WebClient;
  let organizationId: string;
  let base: string;

  beforeAll(async () => {
    app = await startApp();
    client = await WebClient.signIn(app, 'ada@example.test');
    colleague = await WebClient.signIn(app, 'bob@example.test');
    const { organization } = await client.call('POST', '/api/organizations', { name: 'Family papers' });
    organizationId = (organization as { id: string }).id;
    base = `/api/organizations/${organizationId}`;
  });
  afterAll(() => app.close());

  const aPlanLimit = {
    ...{ maxDocumentStorageBytes: null, maxIntakeEmailsCount: aNumber, maxOrganizationsMembersCount: null },
  };

  it('the client starts with the configuration and the organizations of the user', async () => {
    expect(await client.call('GET', '/api/config')).toMatchObject({
      config: {
        version: expect.any(String),
        auth: { isRegistrationEnabled: true, providers: { email: { isEnabled: true }, customs: [] } },
        documents: { deletedDocumentsRetentionDays: aNumber },
        intakeEmails: { isEnabled: expect.any(Boolean) },
        organizations: { deletedOrganizationsPurgeDaysDelay: aNumber },
      },
    });
    expect(await client.call('GET', '/api/users/me')).toMatchObject({
      user: { id: anId('usr'), permissions: expect.any(Array) },
    });
    const organization = {
      ...{ id: organizationId, name: 'Family papers', createdAt: aTime, updatedAt: aTime, customerId: null },
      ...{ deletedAt: null, deletedBy: null, scheduledPurgeAt: null },
    };
    expect(await client.call('GET', '/api/organizations')).toEqual({ organizations: [organization] });
    expect(await client.call('GET', base)).toEqual({ organization });
  });

  it('the client reads the plan before the first upload, then the usage', async () => {
    const { plan, subscription } = (await client.call('GET', `${base}/subscription`)) as {
      plan: Json;
      subscription: null;
    };
    expect(subscription).toBeNull();
    expect(plan).toMatchObject({ id: 'free', name: 'Free', limits: { ...aPlanLimit, maxFileSize: aNumber } });
    const { document } = await client.upload(`${base}/documents`, 'invoice.txt', 'An invoice of May');
    expect(document).toMatchObject({ id: anId('doc'), name: 'invoice.txt', content: '' });
    expect(await client.call('GET', `${base}/usage`)).toMatchObject({
      usage: {
        documentsStorage: { used: aNumber, deleted: aNumber, limit: null },
        intakeEmailsCount: { used: aNumber, limit: aNumber },
        membersCount: { used: 1, limit: null },
        aiCredits: { used: aNumber, limit: null },
      },
      limits: { ...aPlanLimit, maxFileSize: aNumber, aiCreditsPerMonth: null },
    });
  });

  it('lists documents by their date, with tags and custom properties', async () => {
    const query = 'pageIndex=0&pageSize=100&searchQuery=&sortField=documentDate&sortOrder=desc';
    const { documents, documentsCount } = await client.call('GET', `${base}/documents?${query}`);
    expect(documentsCount).toBe(1);
    expect(documents).toEqual([
      expect.objectContaining({
        name: 'invoice.txt',
        documentDate: null,
        tags: [],
        customProperties: [],
        isDeleted: false,
      }),
    ]);
    expect((documents as Json[])[0]).not.toHaveProperty('content');
    expect(await client.call('GET', `${base}/documents/statistics`)).toMatchObject({
      organizationStats: { documentsCount: 1, documentsSize: aNumber },
    });
  });

  it('creates tags and lists them with the number of their documents', async () => {
    const { tag } = await client.call('POST', `${base}/tags`, { name: 'Bills', color: '#aabbcc', description: '' });
    expect(await client.failureOf('POST', `${base}/tags`, { name: 'bills', color: '#000000' })).toBe(
      '409 tags.already_exists',
    );
    const { documents } = (await client.call('GET', `${base}/documents`)) as { documents: { id: string }[] };
    const tagId = (tag as { id: string }).id;
    await client.call('POST', `${base}/documents/${documents[0]?.id}/tags`, { tagId });
    expect(await client.call('GET', `${base}/tags`)).toEqual({
      tags: [
        {
          ...{ id: anId('tag'), createdAt: aTime, updatedAt: aTime, organizationId, name: 'Bills' },
          ...{ normalizedName: 'bills', color: '#AABBCC', description: '', documentsCount: 1 },
        },
      ],
    });
  });

  it('saves a search as a view, finds it in the list by its id, changes and deletes it', async () => {
    const { documentView } = await client.call('POST', `${base}/document-views`, {
      name: 'To pay',
      query: 'tag:bills',
    });
    const view = {
      ...{ id: anId('dv'), createdAt: aTime, updatedAt: aTime, organizationId },
      ...{ name: 'To pay', query: 'tag:bills', description: null },
    };
    expect(documentView).toMatchObject(view);
    expect(await client.call('GET', `${base}/document-views`)).toMatchObject({ documentViews: [view] });
    const path = `${base}/document-views/${(documentView as { id: string }).id}`;
    const change = { name: 'Bills', query: 'tag:bills', description: 'What we pay' };
    expect(await client.call('PUT', path, change)).toMatchObject({ documentView: change });
    expect(await client.failureOf('POST', `${base}/document-views`, change)).toBe('400 document_views.already_exists');
    await client.call('DELETE', path);
    expect(await client.failureOf('DELETE', path)).toBe('404 document_views.not_found');
  });

  it('shares a document, lists the links of the document and of the organization, disables and deletes one', async () => {
    const { documents } = (await client.call('GET', `${base}/documents`)) as {
      documents: { id: string; name: string }[];
    };
    const [{ id: documentId, name: documentName } = { id: '', name: '' }] = documents;
    const links = `${base}/documents/${documentId}/share-links`;
    const fields = { expiresAt: new Date('2999-12-31T23:59:59Z').toISOString(), password: 'open sesame' };
    const created = await client.call('POST', links, fields, 201);
    const link = {
      ...{ id: anId('dsl'), createdAt: aTime, updatedAt: aTime, organizationId, documentId, createdBy: anId('usr') },
      ...{ token: expect.stringMatching(/^[A-Za-z0-9]{64}$/), url: expect.stringMatching(/\/share\/[A-Za-z0-9]{64}$/) },
      ...{ expiresAt: fields.expiresAt, lastAccessedAt: null, isEnabled: true, isPasswordProtected: true },
    };
    expect(created).toMatchObject({ shareLink: link });
    expect(await client.call('GET', links)).toMatchObject({ shareLinks: [link] });
    const listed = { ...link, documentName, isDocumentDeleted: false };
    expect(await client.call('GET', `${base}/share-links`)).toMatchObject({ shareLinks: [listed] });
    const path = `${base}/share-links/${(created as { shareLink: { id: string } }).shareLink.id}`;
    expect(await client.call('PATCH', path, { isEnabled: false })).toMatchObject({ shareLink: { isEnabled: false } });
    await client.call('DELETE', path);
    expect(await client.failureOf('DELETE', path)).toBe('404 share_link.not_found');
  });

  it('opens a shared document: 401 asks for the password, 429 says to wait, 410 that it is unavailable', async () => {
    const { documents } = (await client.call('GET', `${base}/documents`)) as {
      documents: { id: string; name: string }[];
    };
    const [{ id: documentId, name } = { id: '', name: '' }] = documents;
    const links = `${base}/documents/${documentId}/share-links`;
    const { shareLink } = (await client.call('POST', links, { password: 'open sesame' }, 201)) as {
      shareLink: { id: string; token: string };
    };
    const page = `/api/share-links/${shareLink.token}`;
    const guest = new Caller(app.baseUrl, app.baseUrl);
    const codeOf = ({ status, body }: Answer) => `${status} ${(body as { error: { code: string } }).error.code}`;
    expect(codeOf(await guest.get(`${page}/document`))).toBe('401 share_link.password_required');
    const wrong = await guest.post(`${page}/verify`, { password: 'wrong' });
    expect(codeOf(wrong)).toBe('401 share_link.invalid_password');
    const { accessToken } = (await guest.post(`${page}/verify`, { password: 'open sesame' })).body as {
      accessToken: string;
    };
    const opened = guest.with({ authorization: `Bearer ${accessToken}` });
    expect((await opened.get(`${page}/document`)).body).toMatchObject({
      document: { name, size: aNumber, mimeType: expect.any(String) },
    });
    const file = await fetch(`${app.baseUrl}${page}/document/file`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect([file.status, (await file.blob()).size > 0]).toEqual([200, true]);
    const attempts: string[] = [];
    for (let attempt = 0; attempt < 29; attempt += 1) {
      attempts.push(codeOf(await guest.post(`${page}/verify`, { password: 'wrong' })));
    }
    expect(attempts.at(-1)).toBe('429 server.too_many_requests');
    await client.call('PATCH', `${base}/share-links/${shareLink.id}`, { isEnabled: false });
    expect(codeOf(await opened.get(`${page}/document`))).toBe('410 share_link.gone');
    await client.call('DELETE', `${base}/share-links/${shareLink.id}`);
    expect(codeOf(await opened.get(`${page}/document`))).toBe('404 share_link.not_found');
  });

  it('defines custom properties, sets a value and shows it with the document', async () => {
    const properties = `${base}/custom-properties`;
    const fields = {
      type: 'select',
      name: 'Invoice status',
      description: 'Paid?',
      options: [{ name: 'Open' }, { name: 'Paid' }],
    };
    const { propertyDefinition } = await client.call('POST', properties, fields);
    const { id } = propertyDefinition as { id: string };
    const definition = {
      ...{ id: anId('cpd'), createdAt: aTime, updatedAt: aTime, organizationId, name: 'Invoice status' },
      ...{
        key: 'invoicestatus',
        description: 'Paid?',
        type: 'select',
        config: null,
        displayOrder: 0,
        role: null,
        hidden: false,
      },
    };
    const option = { id: anId('cpso'), createdAt: aTime, updatedAt: aTime, propertyDefinitionId: id };
    expect(propertyDefinition).toMatchObject(definition);
    expect(await client.failureOf('POST', properties, fields)).toBe('409 custom_property_definition.already_exists');
    const { propertyDefinitions } = (await client.call('GET', properties)) as { propertyDefinitions: Json[] };
    expect(propertyDefinitions).toEqual([
      {
        ...definition,
        options: [
          { ...option, name: 'Open', key: 'open', displayOrder: 0 },
          { ...option, name: 'Paid', key: 'paid', displayOrder: 1 },
        ],
      },
    ]);
    expect(await client.call('GET', `${properties}/${id}`)).toEqual({ definition: propertyDefinitions[0] });
    const [open] = propertyDefinitions[0]?.['options'] as { id: string }[];
    const { documents } = (await client.call('GET', `${base}/documents`)) as { documents: { id: string }[] };
    const value = `${base}/documents/${documents[0]?.id}/custom-properties/${id}`;
    await client.call('PUT', value, { value: open?.id });
    expect(await client.call('GET', `${base}/documents/${documents[0]?.id}`)).toMatchObject({
      document: {
        customProperties: [
          {
            ...{ key: 'invoicestatus', name: 'Invoice status', type: 'select', displayOrder: 0 },
            value: { optionId: open?.id, name: 'Open' },
          },
        ],
      },
    });
    await client.call('DELETE', value);
    await client.call('PUT', `${properties}/${id}`, { name: 'Status', description: null });
    await client.call('DELETE', `${properties}/${id}`);
    expect(await client.failureOf('DELETE', `${properties}/${id}`)).toBe('404 custom_property_definition.not_found');
  });

  it('the client reads the members and its own role, before it shows the pages of members and settings', async () => {
    const member = {
      ...{ id: anId('org_mem'), createdAt: aTime, updatedAt: aTime, organizationId },
      ...{ userId: anId('usr'), role: 'owner' },
    };
    const user = { id: anId('usr'), name: expect.any(String), email: 'ada@example.test', image: null };
    expect(await client.call('GET', `${base}/members`)).toEqual({ members: [{ ...member, user }] });
    expect(await client.call('GET', `${base}/members/me`)).toEqual({ member });
    expect(await colleague.failureOf('GET', `${base}/members/me`)).toMatch(/^403 /);
  });

  it('invites a user, who sees the number of invitations, accepts one and rejects another', async () => {
    const invitations = `${base}/members/invitations`;
    expect(await colleague.call('GET', '/api/invitations/count')).toEqual({ pendingInvitationsCount: 0 });
    await client.call('POST', invitations, { email: 'Bob@Example.test', role: 'member' });
    const again = { email: 'bob@example.test', role: 'member' };
    expect(await client.failureOf('POST', invitations, again)).toBe('400 organization.invitation_already_exists');
    const invitation = {
      ...{ id: anId('org_inv'), createdAt: aTime, updatedAt: aTime, organizationId, email: 'bob@example.test' },
      ...{ role: 'member', status: 'pending', expiresAt: aTime, inviterId: anId('usr') },
    };
    expect(await client.call('GET', invitations)).toMatchObject({ invitations: [invitation] });
    const received = (await colleague.call('GET', '/api/invitations')) as { invitations: { id: string }[] };
    expect(received).toMatchObject({
      invitations: [{ ...invitation, organization: { id: organizationId, name: 'Family papers' } }],
    });
    const path = `/api/invitations/${received.invitations[0]?.id}`;
    await client.call('POST', `${path}/cancel`);
    expect(await colleague.call('GET', '/api/invitations/count')).toEqual({ pendingInvitationsCount: 0 });
    expect(await colleague.failureOf('POST', `${path}/accept`)).toBe('400 invitations.not-pending');
    await client.call('POST', `${path}/resend`);
    await colleague.call('POST', `${path}/reject`);
    await client.call('POST', `${path}/resend`);
    expect(await colleague.call('GET', '/api/invitations/count')).toEqual({ pendingInvitationsCount: 1 });
    await colleague.call('POST', `${path}/accept`);
    expect(await client.failureOf('POST', invitations, again)).toBe('400 user.already_in_organization');
    expect(await colleague.call('GET', `${base}/members/me`)).toMatchObject({ member: { role: 'member' } });
  });

  it('changes the role of a member and removes them; a refusal is 403 and never signs the user out', async () => {
    const { members } = (await client.call('GET', `${base}/members`)) as { members: { id: string; role: string }[] };
    const path = `${base}/members/${members.find(({ role }) => role === 'member')?.id}`;
    const owner = `${base}/members/${members.find(({ role }) => role === 'owner')?.id}`;
    expect(await colleague.failureOf('PATCH', path, { role: 'admin' })).toBe('403 auth.forbidden');
    expect(await client.call('PATCH', path, { role: 'admin' })).toMatchObject({ member: { role: 'admin' } });
    expect(await client.failureOf('DELETE', owner)).toBe('403 auth.forbidden');
    await client.call('DELETE', path);
    expect(await colleague.failureOf('GET', base)).toBe('403 user.not_in_organization');
  });

  it('the client reads and changes the settings of an organization', async () => {
    const settings = (await client.call('GET', `${base}/settings`)) as { organizationSettings: Json };
    expect(settings.organizationSettings).toMatchObject({
      ai: { autoTagging: { isEnabled: false, canCreateNewTags: false, maxTags: 5, canSuggestDetails: false } },
    });
    await client.call('PATCH', `${base}/settings`, { ai: { autoTagging: { maxTags: 3 } } });
    await client.call('PUT', base, { name: 'Our papers' });
    expect(await client.call('GET', `${base}/settings`)).toMatchObject({
      organizationSettings: { ai: { autoTagging: { maxTags: 3 } } },
    });
  });

  it('the client deletes an organization, lists it among the deleted ones and restores it', async () => {
    await client.call('DELETE', base);
    expect(await client.call('GET', '/api/organizations')).toEqual({ organizations: [] });
    expect(await client.failureOf('GET', `${base}/document-views`)).toBe('403 user.not_in_organization');
    expect(await client.call('GET', '/api/organizations/deleted')).toMatchObject({
      organizations: [{ id: organizationId, deletedAt: aTime, deletedBy: anId('usr'), scheduledPurgeAt: aTime }],
    });
    await client.call('POST', `${base}/restore`);
    expect(await client.call('GET', '/api/organizations')).toMatchObject({ organizations: [{ id: organizationId }] });
  });
});
