// Uploads of a person, and what becomes of them.
import { setTimeout as delay } from 'node:timers/promises';
import { call } from './client.mjs';

const LOOK_EVERY_MS = 100;

export function upload({ installation, signal }, person, file, options = {}) {
  const { token, address, documents } = person;
  return call(installation.baseUrl, {
    method: 'POST',
    path: documents,
    token,
    address,
    file,
    signal,
    timeoutMs: 60_000,
    ...options,
  });
}

export function patch({ installation, signal }, person, id, json) {
  const { token, address, documents } = person;
  return call(installation.baseUrl, {
    method: 'PATCH',
    path: `${documents}/${id}`,
    token,
    address,
    json,
    signal,
    timeoutMs: 60_000,
  });
}

export function search({ installation, signal }, person, query, options = {}) {
  const { token, address, documents } = person;
  const path = `${documents}?pageSize=20&searchQuery=${encodeURIComponent(query)}`;
  return call(installation.baseUrl, { path, token, address, signal, timeoutMs: 60_000, ...options });
}

/** Gives the milliseconds until the word is found. The scenario's time limit ends it too. */
export async function untilFound(context, person, word) {
  const began = performance.now();
  for (;;) {
    context.signal.throwIfAborted();
    const answer = await search(context, person, `content:${word}`);
    if (answer.json?.documentsCount > 0) return performance.now() - began;
    await delay(LOOK_EVERY_MS);
  }
}

/** Waits until the text of a document was read, and gives how that ended. */
export async function untilRead({ installation, signal }, { token, address, documents }, id) {
  for (;;) {
    signal.throwIfAborted();
    const path = `${documents}/${id}`;
    const { status, json } = await call(installation.baseUrl, { path, token, address, signal });
    if (status === 200 && json.document.extraction.status === 'completed') return json.document.extraction.outcome;
    await delay(LOOK_EVERY_MS);
  }
}

/** An upload of another client, from its own process. */
export async function uploadOfAnother({ installation, observer }, { name = 'other', word, withinMs }) {
  const person = await installation.person(name);
  return observer.ask('uploadUntilFound', { baseUrl: installation.baseUrl, person, word, withinMs });
}
