import { once } from 'node:events';
import { createServer } from 'node:http';

const OWNER = { email: 'demo@example.com', password: 'archivolt-demo' }; // of `npm run seed`

/** Fills a new server with the samples and one thing of each kind; signs the browser in. Returns the ids for the pages. */
export async function prepareArchive(server, browser) {
  await server.command('seed');
  const tab = await browser.newPage();
  await tab.goto(`${server.baseUrl}/login`);
  const call = (method, path, body) => callInPage(tab, method, path, body);
  await call('POST', '/api/auth/sign-in/email', OWNER);
  const { organizations } = await call('GET', '/api/organizations');
  const organizationId = organizations[0].id;
  const base = `/api/organizations/${organizationId}`;
  const { documents } = await call('GET', `${base}/documents?pageSize=100`);
  const idOf = (name) => documents.find((document) => document.name.startsWith(name)).id;
  const { tags } = await call('GET', `${base}/tags`);
  const tagId = (name) => tags.find((tag) => tag.name === name).id;

  const ids = { organizationId, documentId: idOf('Electricity June'), scanId: idOf('Dentist receipt') };
  ids.propertyId = await addProperties(call, base, { documents, idOf });
  ids.viewId = await addViews(call, base);
  const rule = {
    name: 'Electricity bills',
    conditions: [{ field: 'content', operator: 'contains', value: 'Power Company' }],
    tagIds: [tagId('bill'), tagId('electricity')],
  };
  ids.ruleId = (await call('POST', `${base}/tagging-rules`, rule)).taggingRule.id;
  await addPeople(server, call, base);
  ids.webhookId = await addWebhook(call, base);
  ids.links = await addShareLinks(call, base, ids);
  ids.fileRequest = await addFileRequest(server, call, base, tagId('bill'));
  await call('DELETE', `${base}/documents/${idOf('Pancakes')}`);
  await call('PATCH', `${base}/documents/${ids.documentId}`, { notes: 'Paid by standing order on the 3rd.' });
  await tab.close();
  return ids;
}

async function addProperties(call, base, { documents, idOf }) {
  const add = async (fields) => (await call('POST', `${base}/custom-properties`, fields)).propertyDefinition;
  const amount = await add({ type: 'number', name: 'Amount', description: 'In euros' });
  const due = await add({ type: 'date', name: 'Due' });
  const status = await add({
    ...{ type: 'select', name: 'Status', description: 'Where it stands' },
    options: [{ name: 'Open' }, { name: 'Paid' }, { name: 'Disputed' }],
  });
  const set = (documentId, property, value) =>
    call('PUT', `${base}/documents/${documentId}/custom-properties/${property.id}`, { value });
  const bills = documents.filter(({ name }) => name.startsWith('Electricity'));
  for (const [index, { id }] of bills.entries()) {
    await set(id, amount, 64 + index * 3.5);
    await set(id, status, status.options[index === 0 ? 0 : 1].id);
  }
  await set(idOf('Electricity June'), due, '2026-07-14');
  return status.id;
}

async function addViews(call, base) {
  const add = async (fields) => (await call('POST', `${base}/document-views`, fields)).documentView.id;
  const home = await add({ name: 'House', query: 'tag:home', isShared: true, isPinned: true });
  await add({ name: 'Insurance', query: 'tag:insurance', isShared: true, parentId: home });
  return add({ name: 'Bills to pay', query: 'tag:bill', isShared: true });
}

/** One person has joined, one has not answered yet. */
async function addPeople(server, call, base) {
  const grace = { name: 'Grace Fields', email: 'grace@example.com' };
  for (const [email, role] of [
    [grace.email, 'admin'],
    ['alan@example.com', 'viewer'],
  ])
    await call('POST', `${base}/members/invitations`, { email, role });
  const send = (path, init) => fetch(server.baseUrl + path, init);
  const signUp = await send('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.baseUrl },
    body: JSON.stringify({ ...grace, password: 'an example password' }),
  });
  const cookie = signUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const headers = { cookie, origin: server.baseUrl };
  const { invitations } = await (await send('/api/invitations', { headers })).json();
  await send(`/api/invitations/${invitations[0].id}/accept`, { method: 'POST', headers });
}

/** A file request through which a file came in. */
async function addFileRequest(server, call, base, tagId) {
  const { fileRequest } = await call('POST', `${base}/file-requests`, {
    title: 'Receipts for July',
    message: 'Please hand in your receipts until the end of the month, one file each.',
    tagIds: [tagId],
    maxFiles: 100,
  });
  const form = new FormData();
  form.append('senderName', 'Grace Fields');
  form.append('file', new File(['Receipt of the hardware store, 24.90 euros'], 'Hardware store.txt'));
  await fetch(`${server.baseUrl}/api/file-requests/${fileRequest.token}/files`, { method: 'POST', body: form });
  return fileRequest;
}

/** A webhook with a delivery. */
async function addWebhook(call, base) {
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/plain' }).end('thank you');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  receiver.unref();
  const url = `http://127.0.0.1:${receiver.address().port}/archive`;
  const fields = { name: 'Accounting', url, secret: 'an example', events: ['document:created', 'document:tag:added'] };
  const { webhook } = await call('POST', `${base}/webhooks`, fields);
  await call('POST', `${base}/webhooks/${webhook.id}/ping`);
  return webhook.id;
}

/** One link of each kind; returns their addresses on this server. */
async function addShareLinks(call, base, { documentId, scanId }) {
  const share = async (id, fields) => {
    const { shareLink } = await call('POST', `${base}/documents/${id}/share-links`, fields);
    return new URL(shareLink.url).pathname;
  };
  return {
    open: await share(documentId, { expiresAt: '2040-05-17T12:00:00Z', maxDownloads: 5 }),
    protected: await share(scanId, { password: 'an example password' }),
    expired: await share(scanId, { expiresAt: '2026-01-31T12:00:00Z' }),
  };
}

function callInPage(tab, method, path, body) {
  return tab.evaluate(
    async ([verb, address, json]) => {
      const response = await fetch(address, {
        method: verb,
        ...(json === undefined ? {} : { body: json, headers: { 'content-type': 'application/json' } }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${verb} ${address}: ${response.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    [method, path, body && JSON.stringify(body)],
  );
}
