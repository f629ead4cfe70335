// An organization of a measurement: its documents are rows, and its changes are requests to the API.
/** Requests with an API key; throws for a response that is not a success. */
export async function request(baseUrl, token, method, path, body) {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

export class Organization {
  static async create({ baseUrl, token, client, name, documents }) {
    const { organization } = await request(baseUrl, token, 'POST', '/api/organizations', { name });
    const found = new Organization(baseUrl, token, organization.id);
    await found.#addDocuments(client, documents);
    return found;
  }

  constructor(baseUrl, token, id) {
    this.baseUrl = baseUrl;
    this.token = token;
    this.id = id;
    this.documentIds = [];
  }

  call(method, path, body) {
    return request(this.baseUrl, this.token, method, `/api/organizations/${this.id}${path}`, body);
  }

  async addWebhook(url, events = ['document:updated']) {
    return (await this.call('POST', '/webhooks', { name: url, url, events, secret: 'bench' })).webhook;
  }

  rename(documentId, name) {
    return this.call('PATCH', `/documents/${documentId}`, { name });
  }

  /** Adds a new tag to every document. */
  async addTag(name) {
    const { tag } = await this.call('POST', '/tags', { name, color: '#336699' });
    await this.call('POST', '/documents/batch/tags', { filter: { query: '' }, addTagIds: [tag.id] });
  }

  /** Rows that uploads would have made; the text extraction of files is not part of these measurements. */
  async #addDocuments(client, count) {
    const names = Array.from({ length: count }, (_, index) => `document ${index}.txt`);
    this.documentIds = names.map((_, index) => `doc_${this.id.slice(-12)}${index.toString(36).padStart(12, '0')}`);
    await client.query(`insert into stored_file (storage_key, state) select unnest($1::text[]), 'committed'`, [
      this.documentIds,
    ]);
    await client.query(
      `insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
         original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, content, extraction_status,
         extraction_outcome)
       select id, now(), now(), $1, name, 10, id, id, name, name, 'text/plain', name, 'completed', 'text'
       from rows from (unnest($2::text[]), unnest($3::text[])) as item(id, name)`,
      [this.id, this.documentIds, names],
    );
    await client.query(
      'update organization_log set active_documents = $2::int, active_bytes = $2::int * 10 where organization_id = $1',
      [this.id, count],
    );
  }
}

/** Changes at a steady rate, whether or not those before were answered; gives the errors. */
export async function changeSteadily(count, aSecond, change) {
  const sent = [];
  const errors = [];
  const began = performance.now();
  for (let number = 0; number < count; number += 1) {
    const pause = began + (number * 1000) / aSecond - performance.now();
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    sent.push(change(number).catch((error) => errors.push(error)));
  }
  await Promise.all(sent);
  return errors;
}
