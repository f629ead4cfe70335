// The everyday requests of a client of one large organization. Each change is undone by the next one of the same kind.

/** So many documents of the organization are read and changed, spread over all of it. */
const CHOSEN = 200;
/** Of those, a client changes so many that no other one changes. */
const OWN = 12;
const RENAMED = 'Renamed ';
/** Of ten requests of a client, two rename and two change a tag; clients start at different places. */
const SEQUENCE = ['list', 'document', 'rename', 'document', 'tag', 'key', 'statistics', 'rename', 'tags', 'tag'];

/**
 * Returns `of(client, place)`, the requests of a client by their kinds, and `undo(client)`, after which the archive is as
 * it was.
 */
export async function everydayRequests({ large, count }, database) {
  const organizationId = large.split('/').at(-1);
  const [{ id: tagId }] = await database.query(
    'select id from tag where organization_id = $1 order by id desc limit 1',
    [organizationId],
  );
  const documents = await chooseDocuments(database, organizationId, tagId);
  const deepPage = Math.trunc((count * 0.7) / 25);
  const path = ({ id }) => `${large}/documents/${id}`;
  const rename = async (client, document) => {
    const name = document.name.startsWith(RENAMED) ? document.name.slice(RENAMED.length) : RENAMED + document.name;
    await client.send('PATCH', path(document), { name });
    document.name = name;
  };
  const tag = async (client, document) => {
    if (document.isTagged) await client.send('DELETE', `${path(document)}/tags/${tagId}`);
    else await client.send('POST', `${path(document)}/tags`, { tagId });
    document.isTagged = !document.isTagged;
  };
  const undo = async (client) => {
    for (const document of documents) {
      if (document.name.startsWith(RENAMED)) await rename(client, document);
      if (document.isTagged !== document.wasTagged) await tag(client, document);
    }
  };
  const of = (client, place) => {
    const any = (number) => documents[number % documents.length];
    const own = (number) => any(place * OWN + (number % OWN));
    const list = (query) => () => client.get(`${large}/documents?pageSize=25${query}`);
    return {
      key: { name: 'current key', run: () => client.get('/api/api-keys/current') },
      document: { name: 'document', run: (number) => client.get(path(any(number))) },
      list: { name: 'list of 25, page 0', run: list('') },
      deep: { name: `list of 25, page ${deepPage}`, run: list(`&pageIndex=${deepPage}`) },
      byName: { name: 'list of 25, by name', run: list('&sortField=name&sortOrder=asc') },
      tags: { name: 'list of tags', run: () => client.get(`${large}/tags`) },
      statistics: { name: 'statistics', run: () => client.get(`${large}/documents/statistics`) },
      rename: { name: 'rename', run: (number) => rename(client, own(number)), isChange: true },
      tag: { name: 'add or remove a tag', run: (number) => tag(client, own(number)), isChange: true },
    };
  };
  return { of, undo };
}

/** Requests of all kinds; returns the name of the kind. */
export async function mixedRequest(requests, place, number) {
  const { name, run } = requests[SEQUENCE[(place + number) % SEQUENCE.length]];
  await run(number);
  return name;
}

/** Changes only. */
export async function change(requests, number) {
  const { name, run } = requests[number % 2 === 0 ? 'rename' : 'tag'];
  await run(number);
  return name;
}

async function chooseDocuments(database, organizationId, tagId) {
  const documents = await database.query(
    `select id, name, exists (select from document_tag t where t.document_id = numbered.id and t.tag_id = $3) as "isTagged"
     from (
       select id, name, row_number() over (order by id) as place, count(*) over () as total from document
       where organization_id = $1 and deleted_at is null) numbered
     where place % greatest(1, total / $2) = 0 limit $2`,
    [organizationId, CHOSEN, tagId],
  );
  return documents.map((document) => ({ ...document, wasTagged: document.isTagged }));
}
