// Guesses of tokens and of a password of share links, from many addresses behind a trusted proxy, with a crash of the
// server in the middle.
//   npm run bench -- share-links [--tokens 100000] [--passwords 10000] [--addresses 1000] [--clients 32]
import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { benchServer, concurrently, ms, percentile, table } from './tools/bench-server.mjs';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PASSWORD = 'the password of the owner';
/** What a visitor has in an hour: tokens that do not exist, and attempts with a password. */
const MISSES = 60;
const ATTEMPTS = 30;
/** Wrong passwords of all visitors together, in multiples of that. */
const TOGETHER = 10;
const OWNER = '192.0.2.1';

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      tokens: { type: 'string', default: '100000' },
      passwords: { type: 'string', default: '10000' },
      addresses: { type: 'string', default: '1000' },
      clients: { type: 'string', default: '32' },
    },
  });
  const [tokens, passwords, addresses, clients] = ['tokens', 'passwords', 'addresses', 'clients'].map((name) =>
    Number(values[name]),
  );
  const server = await benchServer({ SERVER_TRUSTED_PROXIES: 'loopback' });
  try {
    await server.start();
    const link = await aLink(server);
    const ownerBefore = await verify(server, link, OWNER, PASSWORD);

    const attack = new Attack(server, clients);
    const guessedTokens = await attack.run(tokens, (index) => guessToken(server, addressOf(index % addresses)));
    const guessedPasswords = await attack.run(passwords, (index) =>
      verify(server, link, addressOf(index % addresses), `guess ${index}`),
    );

    const opened = await open(server, link, OWNER, ownerBefore.body.accessToken);
    const ownerAfter = await verify(server, link, OWNER, PASSWORD);
    const newcomer = await verify(server, link, '192.0.2.2', PASSWORD);
    report({ tokens, passwords, addresses, guessedTokens, guessedPasswords, opened, ownerAfter, newcomer });
    if (!server.isRunning) throw new Error(`the server has ended:\n${server.output}`);
  } finally {
    await server.remove();
  }
}

/** Requests from many addresses. The server is killed and started again after half of them. */
class Attack {
  constructor(server, clients) {
    this.server = server;
    this.clients = clients;
  }

  async run(count, ask) {
    const outcomes = new Map();
    const times = [];
    const began = performance.now();
    const half = Math.floor(count / 2);
    const some = (from, number) =>
      concurrently(number, this.clients, async (index) => {
        const sent = performance.now();
        const { status } = await ask(from + index);
        times.push(performance.now() - sent);
        outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
      });
    await some(0, half);
    await this.server.end('SIGKILL');
    await this.server.start();
    await some(half, count - half);
    return { outcomes, times, seconds: (performance.now() - began) / 1000 };
  }
}

function report({ tokens, passwords, addresses, guessedTokens, guessedPasswords, opened, ownerAfter, newcomer }) {
  const expectedMisses = Math.min(tokens, addresses * MISSES);
  const expectedWrong = Math.min(passwords, addresses * ATTEMPTS, TOGETHER * ATTEMPTS);
  const misses = guessedTokens.outcomes.get(404) ?? 0;
  const wrong = guessedPasswords.outcomes.get(401) ?? 0;
  console.log('');
  table([
    [`${tokens} tokens`, summary(guessedTokens)],
    ['hits', String(guessedTokens.outcomes.get(200) ?? 0)],
    ['404, expected with a restart', `${misses}, ${expectedMisses}`],
    [`${passwords} passwords`, summary(guessedPasswords)],
    ['hits', String(guessedPasswords.outcomes.get(200) ?? 0)],
    ['401, expected with a restart', `${wrong}, ${expectedWrong}`],
    ['owner: token, password', `${opened.status}, ${ownerAfter.status}`],
    ['a new visitor with the password', String(newcomer.status)],
  ]);
  const verdicts = [
    [guessedTokens.outcomes.has(200) || guessedPasswords.outcomes.has(200), 'a guess was right'],
    [misses !== expectedMisses, 'the limit of unknown tokens did not hold'],
    [wrong !== expectedWrong, 'the limit of wrong passwords did not hold'],
    [opened.status !== 200 || ownerAfter.status !== 200, 'the owner was locked out'],
  ].flatMap(([isBad, message]) => (isBad ? [message] : []));
  console.log(verdicts.length === 0 ? '\n  all limits held' : `\n  FAILED: ${verdicts.join('; ')}`);
  if (verdicts.length > 0) process.exitCode = 1;
}

function summary({ outcomes, times, seconds }) {
  const counts = [...outcomes].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  const rate = Math.round(times.length / seconds);
  return `${counts.join(', ')}; ${rate} per second, median ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))}`;
}

async function aLink(server) {
  const archive = await server.anArchive();
  const { body } = await archive.upload('shared.txt', 'a letter that is shared');
  const created = await fetch(`${archive.url}/${body.document.id}/share-links`, {
    method: 'POST',
    headers: { ...archive.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  });
  return (await created.json()).shareLink;
}

const addressOf = (index) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;

const guessToken = (server, address) => {
  const token = Array.from({ length: 64 }, () => ALPHABET[randomInt(62)]).join('');
  return send(server, { path: `/api/share-links/${token}/document`, address });
};
const verify = (server, { token }, address, password) =>
  send(server, { method: 'POST', path: `/api/share-links/${token}/verify`, address, body: { password } });
const open = (server, { token }, address, accessToken) =>
  send(server, { path: `/api/share-links/${token}/document`, address, authorization: `Bearer ${accessToken}` });

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** As a proxy on this machine, which names the client. */
function send(server, { method = 'GET', path, address, authorization, body }) {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    'x-forwarded-for': address,
    ...(authorization && { authorization }),
    ...(sent && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(server.baseUrl + path, { method, headers, agent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString() || '{}') });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(sent);
  });
}
