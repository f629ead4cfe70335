// An organization with as many rules as no limit allows any more, written into its tables: one list, twenty at once with
// health and another organization meanwhile, and uploads until the rules have looked at them:
//   npm run bench -- many-rules [--rules 9500] [--tree <folder of another version, built>]
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { benchServer, mb, memoryOf, ms, percentile, table } from './tools/bench-server.mjs';
import { databaseUrl } from './tagging-rules.mjs';

const AT_ONCE = 20;
const PULSE_MS = 50;
const LIMIT_MS = 240_000;

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { rules: { type: 'string', default: '9500' }, tree: { type: 'string' } },
  });
  const server = await benchServer({ NODE_ENV: 'test' }, values.tree === undefined ? {} : { tree: values.tree });
  try {
    await server.start();
    const archive = await server.anArchive();
    const client = new pg.Client({ connectionString: await databaseUrl(server.env) });
    await client.connect();
    try {
      await measure({ server, archive, client, count: Number(values.rules) });
    } finally {
      await client.end();
    }
  } finally {
    await server.remove();
  }
}

async function measure({ server, archive, client, count }) {
  const organization = archive.url.replace(/\/documents$/, '');
  const { headers } = archive;
  const json = { ...headers, 'content-type': 'application/json' };
  const post = async (url, body) =>
    (await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) })).json();
  const other = await post(`${server.baseUrl}/api/organizations`, { name: 'Other' });
  const tagIds = [];
  for (let at = 0; at < 5; at += 1) {
    const body = { name: `Tag ${at}`, color: '#336699', description: 'x'.repeat(100) };
    tagIds.push((await post(`${organization}/tags`, body)).tag.id);
  }
  const organizationId = organization.split('/').at(-1);
  await loadRules(client, { organizationId, count, tagIds });

  const get = async (url) => {
    const began = performance.now();
    const answer = await fetch(url, { headers }).catch(() => undefined);
    const bytes = (await answer?.arrayBuffer().catch(() => undefined))?.byteLength ?? 0;
    return { status: answer?.status ?? 0, bytes, took: performance.now() - began };
  };
  const one = await get(`${organization}/tagging-rules`);
  const before = memoryOf(server.pid).rss;
  const meanwhile = pulse({
    health: () => get(`${server.baseUrl}/api/health`),
    other: () => get(`${server.baseUrl}/api/organizations/${other.organization.id}/documents`),
  });
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(server.pid).rss)), 100);
  const many = await Promise.all(Array.from({ length: AT_ONCE }, () => get(`${organization}/tagging-rules`)));
  clearInterval(watch);
  const { health, other: others } = await meanwhile();
  const statuses = Object.entries(Object.groupBy(many, ({ status }) => status)).map(([s, all]) => `${all.length}×${s}`);

  const first = await processed(archive, client, 1);
  const second = await processed(archive, client, 1);
  const uploading = pulse({ health: () => get(`${server.baseUrl}/api/health`) });
  const uploads = await processed(archive, client, AT_ONCE);
  const { health: duringUploads } = await uploading();
  table([
    ['rules', String(count)],
    ['one GET', `${one.status}, ${mb(one.bytes / 1e6)}, ${ms(one.took)}`],
    [`${AT_ONCE} GETs at once`, `${statuses.join(' ')}, slowest ${ms(Math.max(...many.map(({ took }) => took)))}`],
    ['health meanwhile', figures(health)],
    ['another organization meanwhile', figures(others)],
    ['memory of the server', `${mb(before)}, at most ${mb(most)}`],
    ['one upload until its rules have run', `${ms(first)}, then ${ms(second)}`],
    [`${AT_ONCE} uploads until all rules have run`, ms(uploads)],
    ['health meanwhile', figures(duringUploads)],
  ]);
}

/** Every rule has ten conditions and five tags; the last one matches every document. */
async function loadRules(client, { organizationId, count, tagIds }) {
  const id = (prefix, at) => `'${prefix}_' || lpad(to_hex(${at}), 24, '0')`;
  await client.query(
    `insert into tagging_rule (id, created_at, updated_at, organization_id, name, description, enabled,
       condition_match_mode, changes)
     select ${id('tr', 'r')}, now(), now(), $1, 'Rule ' || r, repeat('d', 200), true, 'any', '[]'
     from generate_series(1, $2::int) r`,
    [organizationId, count],
  );
  await client.query(
    `insert into tagging_rule_condition (id, created_at, updated_at, tagging_rule_id, position, field, operator, value)
     select ${id('trc', 'r * 16 + c')}, now(), now(), ${id('tr', 'r')}, c, 'content', 'contains',
       case when r = $1::int then 'invoice' else 'number ' || r || ' of ' || c || repeat('v', 100) end
     from generate_series(1, $1::int) r, generate_series(1, 10) c`,
    [count],
  );
  await client.query(
    `insert into tagging_rule_action (id, created_at, updated_at, tagging_rule_id, position, tag_id)
     select ${id('tra', 'r * 16 + t.at')}, now(), now(), ${id('tr', 'r')}, t.at, t.id
     from generate_series(1, $1::int) r, unnest($2::text[]) with ordinality t(id, at)`,
    [count, tagIds],
  );
  const sets = await client.query(`select to_regclass('tagging_rule_set') as name`);
  if (sets.rows[0].name) {
    await client.query(`insert into tagging_rule_set (organization_id, version) values ($1, 'loaded')`, [
      organizationId,
    ]);
  }
  await client.query('analyze tagging_rule, tagging_rule_condition, tagging_rule_action');
}

let uploaded = 0;

/** The milliseconds until rules have tagged new documents. */
async function processed(archive, client, count) {
  const began = performance.now();
  const wanted = uploaded + count;
  const names = Array.from({ length: count }, () => `${(uploaded += 1)}.txt`);
  await Promise.all(names.map((name) => archive.upload(name, `An invoice, ${name}`)));
  for (;;) {
    const { rows } = await client.query('select count(distinct document_id)::int as count from document_tag');
    if (rows[0].count >= wanted) return performance.now() - began;
    if (performance.now() - began > LIMIT_MS) return Number.POSITIVE_INFINITY;
    await pause(10);
  }
}

/** Sends each request all the time; the function that is returned ends this and gives what was seen. */
function pulse(requests) {
  let isOver = false;
  const running = Object.entries(requests).map(async ([name, request]) => {
    const seen = [];
    do {
      seen.push(await request());
      await pause(PULSE_MS);
    } while (!isOver);
    return [name, seen];
  });
  return async () => {
    isOver = true;
    return Object.fromEntries(await Promise.all(running));
  };
}

function figures(seen) {
  const times = seen.map(({ took }) => took);
  const failed = seen.filter(({ status }) => status !== 200).length;
  return `p50 ${ms(percentile(times, 0.5))}, slowest ${ms(Math.max(...times))}, ${failed} of ${seen.length} failed`;
}
